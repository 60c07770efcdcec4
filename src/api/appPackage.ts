import type { Answer } from '@contract/wire';
import { client } from './client';

/** Newest package of the app. SPEC §3 requires the path; the other fields are additions of this server. */
export interface NewestApp {
  readonly path: string;
  readonly versionName?: string;
  readonly fileName?: string | null;
  /** Size in bytes. */
  readonly size?: number | null;
  readonly remark?: string | null;
}

/**
 * Returns the newest package. SPEC §8: undefined if the code is not 200 or the body is empty. Rejects with a `Failure`.
 */
export async function fetchNewestApp(): Promise<NewestApp | undefined> {
  const { code, body } = (await client.get<Answer<NewestApp | null>>('api/apkAffix/queryNew')).data;
  return String(code) === '200' && body?.path ? body : undefined;
}
