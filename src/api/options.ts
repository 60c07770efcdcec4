import { client } from './client';

export interface Option {
  id: number;
  name: string;
}

/**
 * Returns titles of rows that the person may see, for a select: at most 50 matches of a keyword, or those of the ids.
 */
export async function fetchOptions(
  entity: string,
  query: { keyword?: string; ids?: readonly number[] },
  signal?: AbortSignal,
): Promise<Option[]> {
  const { data } = await client.get<Option[]>(`api/options/${entity}`, {
    params: {
      ...(query.keyword ? { keyword: query.keyword } : {}),
      ...(query.ids?.length ? { ids: query.ids.join(',') } : {}),
    },
    signal,
  });
  return data;
}

/** Returns the rows with the given titles that the person may see. Rows with equal titles are all returned. */
export async function fetchByTitle(entity: string, titles: readonly string[], signal?: AbortSignal): Promise<Option[]> {
  const found: Option[] = [];
  for (let from = 0; from < titles.length; from += 2000) {
    found.push(
      ...(
        await client.post<Option[]>(
          `api/options/${entity}/byTitle`,
          { titles: titles.slice(from, from + 2000) },
          { signal },
        )
      ).data,
    );
  }
  return found;
}
