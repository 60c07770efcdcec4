import { acceptAnswer } from '@/api/acceptAnswer';
import type { Failure } from '@/api/callFailures';
import { client } from '@/api/client';
import { withShownVersions } from '@/api/crudClient';
import type { AnyRow } from '@contract/entity';
import type { SiteTool } from '@contract/features/fieldwork/samples/siteData';
import type { Answer } from '@contract/wire';

const path = 'api/sampleAdjustment';
const hasFieldErrors = ({ errors }: Failure): boolean => Boolean(errors?.length);

interface SampleAdjustment {
  readonly reason: string;
  readonly values: Readonly<Record<string, unknown>>;
}

async function messageOf(call: Promise<{ data: Answer<AnyRow> }>): Promise<string> {
  const { data } = await call;
  acceptAnswer(data);
  return data.message;
}

/** Returns all instruments ever taken out for the project. */
export async function fetchTools(projectId: number, signal?: AbortSignal): Promise<readonly SiteTool[]> {
  const { data } = await client.get<{ content: SiteTool[] }>(`${path}/tools/${projectId}`, signal ? { signal } : {});
  return data.content;
}

export const saveAdjustment = (row: Pick<AnyRow, 'id' | 'version'>, body: SampleAdjustment): Promise<string> =>
  messageOf(
    client.put<Answer<AnyRow>>(
      `${path}/edit`,
      { id: row.id, version: row.version, ...body },
      { quiet: hasFieldErrors },
    ),
  );
export const addExtra = (like: number, body: SampleAdjustment, idempotencyKey: string): Promise<string> =>
  messageOf(client.post<Answer<AnyRow>>(`${path}/add`, { like, ...body }, { idempotencyKey, quiet: hasFieldErrors }));
export const voidSamples = (rows: readonly AnyRow[], reason: string): Promise<string> =>
  messageOf(client.put<Answer<AnyRow>>(`${path}/void`, { rows: withShownVersions(rows), reason }));
