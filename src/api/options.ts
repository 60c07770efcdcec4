import { client, serverSupports } from './client';
import { readPage } from './readPage';

/** References that rows must have, and states of which they must have one. */
export type ChoiceConditions = Readonly<Record<string, number | readonly string[]>>;

export interface Option {
  id: number;
  name: string;
}

/** Returns the label of a row from another back end: its name, or the first of its fields that is a name. */
function titleOf(row: Readonly<Record<string, unknown>>): string {
  const nameEntry = Object.entries(row).find(
    ([name, value]) => /(name|no|code)$/i.test(name) && typeof value === 'string',
  );
  return String(row.name ?? row.title ?? nameEntry?.[1] ?? row.id);
}

/** Reads the options from the entity's list if the back end has no call for titles. */
async function optionsOfList(
  entity: string,
  { keyword, ids }: { keyword?: string; ids?: readonly number[] },
  signal?: AbortSignal,
): Promise<Option[]> {
  const params = { page: 0, size: 50, keyword, ids: ids?.join(',') };
  const { data } = await client.get<unknown>(`api/${entity}`, { params, list: true, signal });
  const rows = readPage<Readonly<Record<string, unknown>>>(data).content;
  const options = rows.map((row) => ({ id: Number(row.id), name: titleOf(row) }));
  return ids?.length ? options.filter(({ id }) => ids.includes(id)) : options;
}

/**
 * Returns titles of rows that the person may see, for a select: at most 50 matches of a keyword, or the rows of the
 * ids.
 * @param extraParams references and states that the rows must have
 */
export async function fetchOptions(
  entity: string,
  query: { keyword?: string; ids?: readonly number[] },
  signal?: AbortSignal,
  extraParams?: ChoiceConditions,
): Promise<Option[]> {
  if (!serverSupports('options')) return optionsOfList(entity, query, signal);
  const { data } = await client.get<Option[]>(`api/options/${entity}`, {
    params: {
      ...extraParams,
      ...(query.keyword ? { keyword: query.keyword } : {}),
      ...(query.ids?.length ? { ids: query.ids.join(',') } : {}),
    },
    signal,
  });
  return data;
}

/** Returns the suggestions of a text field: values of other rows, and titles that it may name. */
export const fetchTexts = async (entity: string, field: string, signal?: AbortSignal): Promise<string[]> =>
  serverSupports('options')
    ? (await client.get<string[]>(`api/options/${entity}/texts/${field}`, { signal, quiet: true })).data
    : [];

/** Returns the rows with the given titles that the person may see. Rows with equal titles are all returned. */
export async function fetchByTitle(entity: string, titles: readonly string[], signal?: AbortSignal): Promise<Option[]> {
  const options: Option[] = [];
  if (!serverSupports('options')) {
    for (const keyword of titles)
      options.push(...(await optionsOfList(entity, { keyword }, signal)).filter(({ name }) => name === keyword));
    return options;
  }
  for (let from = 0; from < titles.length; from += 2000) {
    options.push(
      ...(
        await client.post<Option[]>(
          `api/options/${entity}/byTitle`,
          { titles: titles.slice(from, from + 2000) },
          { signal },
        )
      ).data,
    );
  }
  return options;
}
