import { client } from './client';

export interface Option {
  id: number;
  name: string;
}

/** Titles of an entity's rows in the person's scope, for a select: at most 50 by keyword, or those of the ids. */
export async function fetchOptions(entity: string, query: { keyword?: string; ids?: readonly number[] }, signal?: AbortSignal): Promise<Option[]> {
  const { data } = await client.get<Option[]>(`api/options/${entity}`, {
    params: { ...(query.keyword ? { keyword: query.keyword } : {}), ...(query.ids?.length ? { ids: query.ids.join(',') } : {}) },
    signal,
  });
  return data;
}
