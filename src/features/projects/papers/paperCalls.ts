import { client } from '@/api/client';
import { downloadName, saveResponse } from '@/api/download';
import { recordsTexts } from '@contract/features/records/recordsTexts';
import type { ProjectPapers, ShownPaper } from '@contract/features/records/recordsWire';

const path = 'api/records';

export async function fetchPapers(projectId: number, signal?: AbortSignal): Promise<ProjectPapers> {
  return (await client.get<ProjectPapers>(`${path}/${projectId}`, { signal, quiet: true })).data;
}

export async function fetchPaper(projectId: number, key: string, signal?: AbortSignal): Promise<ShownPaper> {
  return (await client.get<ShownPaper>(`${path}/${projectId}/paper/${key}`, { signal, quiet: true })).data;
}

/** Downloads several papers as one PDF with continuous page numbers. */
export async function downloadPapers(projectId: number, code: string, keys: readonly string[]): Promise<void> {
  saveResponse(
    await client.post<Blob>(`${path}/${projectId}/pdf`, { keys }, { responseType: 'blob' }),
    downloadName(recordsTexts.bundleFile(code, keys.length), 'pdf'),
  );
}

/** Records the printing in the audit trail, because the server does not notice a print by the browser. */
export async function notePrinted(projectId: number, keys: readonly string[]): Promise<void> {
  await client.post(`${path}/${projectId}/printed`, { keys });
}

export const papersKey = (projectId: number) => ['records', projectId] as const;
export const paperKey = (projectId: number, key: string) => [...papersKey(projectId), 'paper', key] as const;
