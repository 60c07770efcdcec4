import type { AnyRow } from '@contract/entity';
import type { Answer, Page } from '@contract/wire';
import { client } from './client';
import { withShownVersions } from './crudClient';

export async function publishRows(path: string, rows: readonly AnyRow[]): Promise<void> {
  await client.put<Answer>(`${path}/publish`, { rows: withShownVersions(rows) });
}

export async function withdrawRows(path: string, rows: readonly AnyRow[], reason: string): Promise<void> {
  await client.put<Answer>(`${path}/withdraw`, { rows: withShownVersions(rows), reason });
}

/** Returns the values of a notice that are taken from the report's project. */
export async function noticeDraftOf(projectId: number, signal?: AbortSignal): Promise<Record<string, unknown>> {
  const { data } = await client.get<Answer<Record<string, unknown>>>(
    `api/reportFormula/fromProject/${projectId}`,
    signal ? { signal } : {},
  );
  return data.body ?? {};
}

/** Returns the newest notice of a project's report, or undefined. */
export async function noticeOf(projectId: number, signal: AbortSignal): Promise<AnyRow | undefined> {
  const { data } = await client.get<Page<AnyRow>>('api/reportFormula', {
    params: { project: projectId, page: 0, size: 1 },
    signal,
    list: true,
  });
  return data.content[0];
}
