import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { type Filters, type ListState, requestParams } from '../listAddress';
import type { ListPage } from '../page';
import type { Veto } from './usePageVeto';

interface TurningOptions {
  readonly page: ListPage;
  readonly url: string;
  readonly before: Veto;
  readonly list: ListState;
  readonly setList: (next: Partial<ListState>) => void;
  readonly save: (change: { readonly size: number }) => void;
  readonly clearSelection: () => void;
}

/** Commands that load other rows. The page may veto each, because a reload discards values typed into rows. */
export function useReloadCommands({ page, url, before, list, setList, save, clearSelection }: TurningOptions) {
  const queryClient = useQueryClient();
  const refresh = useCallback(async () => {
    if (await before('refresh')) await queryClient.invalidateQueries({ queryKey: ['list', url] });
  }, [before, queryClient, url]);

  const search = useCallback(
    async (filters: Filters) => {
      if (!(await before('refresh'))) return;
      const asText = (state: ListState) => JSON.stringify(requestParams(state, page.fixedQuery));
      // An identical search reloads the list. A different one changes the address, which loads it.
      if (list.page === 1 && asText({ ...list, filters }) === asText(list))
        await queryClient.invalidateQueries({ queryKey: ['list', url] });
      else setList({ filters, page: 1 });
    },
    [before, list, page.fixedQuery, queryClient, url, setList],
  );

  const applyChange = async (change: () => void) => {
    if (await before('refresh')) change();
  };
  return {
    refresh,
    search,
    setPage: (next: number) => applyChange(() => setList({ page: next })),
    setSize: (size: number) =>
      applyChange(() => {
        save({ size });
        setList({ size, page: 1 });
      }),
    setSort: (sort: { field: string; order: 'asc' | 'desc' } | null) =>
      applyChange(() => setList({ sort: sort ? `${sort.field},${sort.order}` : (page.sort ?? 'id,desc'), page: 1 })),
    setDeleted: (deleted: boolean) =>
      applyChange(() => {
        clearSelection();
        setList({ deleted, page: 1 });
      }),
  };
}
