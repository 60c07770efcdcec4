import { acceptAnswer } from '@/api/acceptAnswer';
import { client } from '@/api/client';
import type { AnyRow } from '@contract/entity';
import type {
  PublicationRequest,
  PublicationPreview,
  PublicationProposal,
} from '@contract/features/publicity/noticePublication';
import { approval } from '@contract/features/reports/entities/approval';
import { report } from '@contract/features/reports/entities/report';
import type { SubmittedDecision } from '@contract/features/reports/judgement/openLines';
import type { ReportView } from '@contract/features/reports/reportContent';
import type { Answer } from '@contract/wire';
import type { SeenFingerprint } from '@contract/workflow/signatureTexts';

export async function fetchReportOf(projectId: number, signal?: AbortSignal): Promise<number | null> {
  return (await client.get<{ id: number | null }>(`${report.path}/of/${projectId}`, { signal, quiet: true })).data.id;
}

export async function fetchReportView(id: number, signal?: AbortSignal): Promise<ReportView> {
  return (await client.get<ReportView>(`${report.path}/content/${id}`, { signal, quiet: true })).data;
}

async function messageOf(response: Promise<{ data: Answer<unknown> }>): Promise<string> {
  const { data } = await response;
  acceptAnswer(data);
  return data.message;
}

export async function beginReport(projectId: number): Promise<AnyRow> {
  const { data } = await client.post<Answer<AnyRow>>(`${report.path}/start`, { project: projectId }, { once: true });
  return acceptAnswer(data) as AnyRow;
}

export const submitApproval = (
  /** `version`: displayed version of the project for its records, of the report for the report. */
  request: {
    readonly project: number;
    readonly kind: 'records' | 'report';
    readonly version: number;
    readonly asSeen: SeenFingerprint;
  },
  password: string,
  idempotencyKey: string,
): Promise<string> =>
  messageOf(
    client.post<Answer<unknown>>(
      `${approval.path}/submit`,
      { ...request, password },
      { idempotencyKey, quiet: ({ code, errors }) => code === 'wrongPassword' || Boolean(errors?.length) },
    ),
  );
export const correctReport = (id: number, reason: string, idempotencyKey: string): Promise<string> =>
  messageOf(client.post<Answer<unknown>>(`${report.path}/correct`, { id, reason }, { idempotencyKey }));
export const voidReport = (id: number, reason: string, idempotencyKey: string): Promise<string> =>
  messageOf(client.put<Answer<unknown>>(`${report.path}/void`, { id, reason }, { idempotencyKey }));

export const decideLines = (id: number, lines: readonly SubmittedDecision[]): Promise<string> =>
  messageOf(client.put<Answer<unknown>>(`${report.path}/decide`, { id, lines }, { once: true }));

export async function fetchPublication(id: number, signal?: AbortSignal): Promise<PublicationProposal> {
  return (await client.get<PublicationProposal>(`${report.path}/publication/${id}`, { signal, quiet: true })).data;
}

export async function previewPublication(
  request: PublicationRequest,
  signal?: AbortSignal,
): Promise<PublicationPreview> {
  return (await client.post<PublicationPreview>(`${report.path}/publicationPreview`, request, { signal, quiet: true }))
    .data;
}

/** Returns the public copy of the report. */
export async function fetchPublicCopy(request: PublicationRequest): Promise<Blob> {
  return (await client.post<Blob>(`${report.path}/publicationCopy`, request, { responseType: 'blob' })).data;
}

export const publishReport = (request: PublicationRequest, idempotencyKey: string): Promise<string> =>
  messageOf(
    client.put<Answer<unknown>>(`${report.path}/publish`, request, {
      idempotencyKey,
      quiet: ({ errors }) => Boolean(errors?.length),
    }),
  );
export const withdrawReport = (id: number, reason: string, idempotencyKey: string): Promise<string> =>
  messageOf(client.put<Answer<unknown>>(`${report.path}/withdraw`, { id, reason }, { idempotencyKey }));
