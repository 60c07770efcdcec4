import { acceptAnswer } from '@/api/acceptAnswer';
import { client } from '@/api/client';
import { crud } from '@/api/crudClient';
import { download, downloadName } from '@/api/download';
import { withIdempotencyKey } from '@/api/onceKeys';
import type { AnyRow, Entity } from '@contract/entity';
import { push } from '@contract/features/platforms/entities/push';
import { submission } from '@contract/features/platforms/entities/submission';
import type { PlatformFamily } from '@contract/features/platforms/platformFamilies';
import type { PushRequest, PushAttempts, PushProjectView, PushSummary } from '@contract/features/platforms/pushWire';
import { type StatisticsBy, statisticsTexts, type StatisticsView } from '@contract/features/platforms/reportStatistics';
import type { SubmissionView } from '@contract/features/platforms/submissionWire';
import type { PrintDocument } from '@contract/print/printDocument';
import type { Answer } from '@contract/wire';

const { path } = push;

/** Query key of pushes. It is below the key of the lists, because a queued or changed push changes the lists, too. */
export const pushKey = ['list', path] as const;

export async function fetchPushProject(
  projectId: number,
  family: PlatformFamily,
  signal?: AbortSignal,
): Promise<PushProjectView> {
  return (
    await client.get<PushProjectView>(`${path}/project/${projectId}`, { params: { family }, signal, quiet: true })
  ).data;
}

export const fetchPush = (id: number, signal?: AbortSignal): Promise<AnyRow> => crud<Entity>(push).get(id, signal);

export async function fetchAttempts(id: number, signal?: AbortSignal): Promise<PushAttempts> {
  return (await client.get<PushAttempts>(`${path}/${id}/attempts`, { signal, quiet: true })).data;
}

export async function fetchPushSummary(family: PlatformFamily, signal?: AbortSignal): Promise<PushSummary> {
  return (await client.get<PushSummary>(`${path}/summary`, { params: { family }, signal, quiet: true })).data;
}

/**
 * Queues pushes. Returns the server's message.
 * @throws Failure; the caller shows missing data
 */
export async function queuePushes(request: PushRequest, idempotencyKey?: string): Promise<string> {
  const { data } = await client.post<Answer<{ queued: number }>>(`${path}/queue`, request, {
    ...withIdempotencyKey(idempotencyKey),
    quiet: ({ errors }) => Boolean(errors?.length),
  });
  acceptAnswer(data);
  return data.message;
}

interface StatisticsAsked {
  readonly by: StatisticsBy;
  readonly from: number;
  readonly to: number;
}

export async function fetchStatistics(query: StatisticsAsked, signal?: AbortSignal): Promise<StatisticsView> {
  return (await client.get<StatisticsView>(`${path}/statistics`, { params: query, signal, quiet: true })).data;
}

export const downloadStatistics = ({ by, from, to }: StatisticsAsked): Promise<void> =>
  download(`${path}/statisticsFile`, { by, from, to }, downloadName(statisticsTexts.title, 'xlsx'));

export const downloadSurveyFile = (projectId: number, connectorId: number, code: string): Promise<void> =>
  download(
    `${path}/surveyFile/${projectId}`,
    { connector: connectorId },
    downloadName(`调查与采样计划${code}`, 'xlsx'),
  );

export const submissionKey = ['list', submission.path] as const;

export async function fetchSubmission(projectId: number, signal?: AbortSignal): Promise<SubmissionView> {
  return (await client.get<SubmissionView>(`${submission.path}/project/${projectId}`, { signal, quiet: true })).data;
}

export async function fetchSubmissionPaper(projectId: number, signal?: AbortSignal): Promise<PrintDocument> {
  return (await client.get<PrintDocument>(`${submission.path}/paper/${projectId}`, { signal, quiet: true })).data;
}

export const downloadSubmission = (projectId: number, name: string): Promise<void> =>
  download(`${submission.path}/pdf/${projectId}`, {}, downloadName(name, 'pdf'));

export interface SubmissionRequest {
  readonly project: number;
  readonly channel: string;
  readonly receiptNo?: string;
  readonly remark?: string;
}

export async function submitReport(request: SubmissionRequest, idempotencyKey: string): Promise<string> {
  const { data } = await client.put<Answer>(`${submission.path}/submit`, request, {
    idempotencyKey,
    quiet: ({ errors }) => Boolean(errors?.length),
  });
  acceptAnswer(data);
  return data.message;
}
