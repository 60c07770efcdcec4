import { acceptAnswer } from '@/api/acceptAnswer';
import type { Failure } from '@/api/callFailures';
import { client } from '@/api/client';
import { downloadName, saveResponse } from '@/api/download';
import type { PreviewedFile } from '@/fields/preview/FilePreview';
import type { AnyRow } from '@contract/entity';
import { outsideFinding } from '@contract/features/reviewers/entities/outsideFinding';
import { outsideItem } from '@contract/features/reviewers/entities/outsideItem';
import { outsideTask } from '@contract/features/reviewers/entities/outsideTask';
import { pointEntry } from '@contract/features/reviewers/entities/pointEntry';
import type {
  OutsideOutcome,
  OutsidePapers,
  OutsideReviewer,
  PointBalance,
} from '@contract/features/reviewers/reviewerWire';
import type { PrintDocument } from '@contract/print/printDocument';
import type { Answer, Page } from '@contract/wire';

const hasFieldErrors = ({ errors }: Failure): boolean => Boolean(errors?.length);

async function putRequest(path: string, body: object): Promise<string> {
  const { data } = await client.put<Answer>(path, body, { once: true, quiet: hasFieldErrors });
  acceptAnswer(data);
  return data.message;
}

export const fetchReviewers = async (signal?: AbortSignal): Promise<OutsideReviewer[]> =>
  (await client.get<OutsideReviewer[]>(`${outsideTask.path}/reviewers`, { signal, quiet: true })).data;
export const fetchItems = async (taskId: number, signal?: AbortSignal): Promise<readonly AnyRow[]> =>
  (
    await client.get<Page<AnyRow>>(outsideItem.path, {
      params: { task: taskId, page: 0, size: 200, sort: 'rowSort,asc' },
      signal,
      quiet: true,
    })
  ).data.content;
export const fetchOutcome = async (taskId: number, signal?: AbortSignal): Promise<OutsideOutcome> =>
  (await client.get<OutsideOutcome>(`${outsideTask.path}/outcome/${taskId}`, { signal, quiet: true })).data;
export const fetchTaskPapers = async (taskId: number, signal?: AbortSignal): Promise<OutsidePapers> =>
  (await client.get<OutsidePapers>(`${outsideTask.path}/papers/${taskId}`, { signal, quiet: true })).data;
export const fetchBalances = async (signal?: AbortSignal): Promise<PointBalance[]> =>
  (await client.get<PointBalance[]>(`${pointEntry.path}/balances`, { signal, quiet: true })).data;

export const saveConclusion = (body: {
  readonly id: number;
  readonly version: number;
  readonly conclusion: string;
}): Promise<string> => putRequest(`${outsideTask.path}/conclusion`, body);
export const requestOtherDay = (body: object): Promise<string> => putRequest(`${outsideTask.path}/askDay`, body);
export const answerDayRequest = (body: object): Promise<string> => putRequest(`${outsideTask.path}/answerDay`, body);
export const fetchTaskPaper = async (taskId: number, key: string, signal?: AbortSignal): Promise<PrintDocument> =>
  (await client.get<PrintDocument>(`${outsideTask.path}/paper/${taskId}/${key}`, { signal, quiet: true })).data;
export const answerFinding = (body: object): Promise<string> => putRequest(`${outsideFinding.path}/answer`, body);
export const judgeFinding = (body: object): Promise<string> => putRequest(`${outsideFinding.path}/judge`, body);

export async function downloadTaskPapers(taskId: number, keys: readonly string[], name: string): Promise<void> {
  saveResponse(
    await client.post<Blob>(`${outsideTask.path}/papers/${taskId}/pdf`, { keys }, { responseType: 'blob' }),
    downloadName(name, 'pdf'),
  );
}

/** Fetches a file. Returns its name with extension, content and a function that saves it. */
export async function fetchFile(path: string, name: string, extension?: string): Promise<Required<PreviewedFile>> {
  const answer = await client.get<Blob>(path, { responseType: 'blob' });
  const actualExtension =
    extension ??
    /\.([a-z0-9]{2,5})(?:$|["';])/i.exec(String(answer.headers['content-disposition'] ?? ''))?.[1] ??
    'bin';
  return {
    title: `${name}.${actualExtension}`,
    content: answer.data,
    save: () => saveResponse(answer, downloadName(name, actualExtension)),
  };
}

/** Downloads a file under the given name. The extension is the upload's unless given. */
export const downloadTaskFile = async (path: string, name: string, extension?: string): Promise<void> =>
  (await fetchFile(path, name, extension)).save();
