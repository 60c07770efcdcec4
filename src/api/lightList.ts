import { requestedOf, type ListQuery, pageIn } from '@contract/features/publicity/pages/listPages';
import type { Page } from '@contract/wire';
import { type Calls, callsOf, pageParams } from './backEnd/resourceCalls';
import { client } from './client';
import { readPage } from './readPage';

/** A list of the light shell: the calls of the list editor and the filters in its address, without table and form. */
interface LightList extends Calls {
  readonly url: string;
  /** Names of the filters in the address. */
  readonly filters: readonly string[];
}

/** Declares a list of the light shell, as `definePage` declares one of the console. */
export const defineLightList = <const L extends LightList>(list: L): L => list;

/**
 * Fetches the page of a list that the address names, in the same way as the lists of the console (SPEC §7).
 * @param query query of the address: `page` from 1, and the filters
 * @returns the answer with its rows as `content`, whatever its original form
 */
export async function fetchLightList<A extends Page<unknown>>(
  { url, filters, ...calls }: LightList,
  query: ListQuery,
  signal: AbortSignal,
): Promise<A> {
  const fullCalls = callsOf(url, { url, ...calls });
  const params = pageParams({ page: pageIn(query) - 1, ...requestedOf(filters, query) }, fullCalls);
  const { data } = await client.request<A>({
    method: fullCalls.method,
    url: fullCalls.url,
    params,
    signal,
    quiet: true,
  });
  return { ...data, ...readPage(data) };
}
