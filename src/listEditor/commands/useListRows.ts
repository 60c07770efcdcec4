import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import type { crud } from '@/api/crudClient';
import { usePageActive } from '@/session/tabs/pageState';
import type { AnyRow, Entity } from '@contract/entity';
import { type ListState, requestParams } from '../listAddress';
import { type ListPreference, usePreference } from '../listPreference';
import type { ListPage } from '../page';
import { useAddress } from '../useAddress';

export type ListApi = ReturnType<typeof crud<Entity>>;

/** One shared empty array. A new one per render would change everything that depends on the rows. */
const noRows: readonly AnyRow[] = [];

/** Returns the filter names that the page accepts from the address. */
const filterNames = (page: ListPage): readonly string[] => [
  ...new Set([...(page.filters ?? []), 'createTime', 'updateTime', 'createBy']),
];

type SetList = (next: Partial<ListState>) => void;

/** Applies the default saved filter once, when the list opens without filters in its address. */
function useInitialFilter(
  ready: boolean,
  savedFilters: ListPreference['saved'],
  listState: ListState,
  setList: SetList,
): void {
  const hasOpened = useRef(false);
  useEffect(() => {
    if (!ready || hasOpened.current) return;
    hasOpened.current = true;
    const initial = savedFilters?.find((savedFilter) => savedFilter.initial);
    if (initial && Object.keys(listState.filters).length === 0) setList({ filters: initial.filters });
  }, [ready, savedFilters, listState.filters, setList]);
}

interface ListRowsOptions {
  readonly page: ListPage;
  readonly url: string;
  readonly api: ListApi;
  readonly embedded: boolean;
}

/** Loads the rows that the address names, with the person's choices for this list. */
export function useListRows({ page, url, api, embedded }: ListRowsOptions) {
  const isActive = usePageActive();
  const names = useMemo(() => filterNames(page), [page]);
  const { preference, ready, save } = usePreference(`list:${url.replaceAll('/', '.')}`);
  const [listState, setList] = useAddress(names, { size: preference.size, sort: page.sort }, embedded);
  useInitialFilter(ready, preference.saved, listState, setList);

  const params = useMemo(() => requestParams(listState, page.fixedQuery), [listState, page.fixedQuery]);
  const query = useQuery({
    queryKey: ['list', url, params],
    // The key contains all parameters, so a late answer to another query is never shown.
    queryFn: ({ signal }) => api.list(params, signal),
    enabled: ready && isActive,
    placeholderData: keepPreviousData,
    // A list that becomes visible again is not reloaded. Another page, order or filter always is, because other people
    // may have changed rows.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  const rows = query.data?.content ?? noRows;
  const total = query.data?.totalElements ?? 0;

  // If the page is beyond the end because rows were deleted, the last page is shown.
  useEffect(() => {
    if (query.isSuccess && !query.isPlaceholderData && rows.length === 0 && total > 0 && listState.page > 1)
      setList({ page: Math.max(1, Math.ceil(total / listState.size)) });
  }, [query.isSuccess, query.isPlaceholderData, rows.length, total, listState.page, listState.size, setList]);

  return { preference, ready, save, list: listState, setList, params, query, rows, total };
}
