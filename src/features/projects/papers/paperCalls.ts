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

/** Downloads several papers as one PDF with continuous page numbers. */
export async function downloadPapers(project: number, code: string, keys: readonly string[]): Promise<void> {
  saveResponse(
    await client.post<Blob>(`${path}/${project}/pdf`, { keys }, { responseType: 'blob' }),
    downloadName(recordsTexts.bundleFile(code, keys.length), 'pdf'),
  );
}

/** Records the printing in the audit trail, because the server does not notice a print by the browser. */
export async function notePrinted(project: number, keys: readonly string[]): Promise<void> {
  await client.post(`${path}/${project}/printed`, { keys });
}

export const papersKey = (project: number) => ['records', project] as const;
export const paperKey = (project: number, key: string) => [...papersKey(project), 'paper', key] as const;
