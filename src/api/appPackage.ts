import type { Answer } from '@contract/wire';
import { client } from './client';

/** SPEC §3: path; the rest is what this server tells besides. */
export interface NewestApp {
  readonly path: string;
  readonly versionName?: string;
  readonly fileName?: string | null;
  /** Bytes. */
  readonly size?: number | null;
  readonly remark?: string | null;
}

/** SPEC §8: no package where the code is not 200 or there is no body. Rejects with a `Failure` when the call fails. */
export async function fetchNewestApp(): Promise<NewestApp | undefined> {
  const { code, body } = (await client.get<Answer<NewestApp | null>>('api/apkAffix/queryNew')).data;
  return String(code) === '200' && body?.path ? body : undefined;
}
