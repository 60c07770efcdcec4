import { client } from '@/api/client';
import { downloadName, saveResponse } from '@/api/download';
import { recordsTexts } from '@contract/features/records/recordsTexts';
import type { ProjectPapers, ShownPaper } from '@contract/features/records/recordsWire';

const path = 'api/records';

export async function fetchPapers(project: number, signal?: AbortSignal): Promise<ProjectPapers> {
  return (await client.get<ProjectPapers>(`${path}/${project}`, { signal, quiet: true })).data;
}

export async function fetchPaper(project: number, key: string, signal?: AbortSignal): Promise<ShownPaper> {
  return (await client.get<ShownPaper>(`${path}/${project}/paper/${key}`, { signal, quiet: true })).data;
}

/** Several papers as one PDF, its pages numbered through. */
export async function downloadPapers(project: number, code: string, keys: readonly string[]): Promise<void> {
  saveResponse(
    await client.post<Blob>(`${path}/${project}/pdf`, { keys }, { responseType: 'blob' }),
    downloadName(recordsTexts.bundleFile(code, keys.length), 'pdf'),
  );
}

/** Leaves the line in the trail: the printer is the browser's, and tells nobody. */
export async function notePrinted(project: number, keys: readonly string[]): Promise<void> {
  await client.post(`${path}/${project}/printed`, { keys });
}

export const papersKey = (project: number) => ['records', project] as const;
export const paperKey = (project: number, key: string) => [...papersKey(project), 'paper', key] as const;
