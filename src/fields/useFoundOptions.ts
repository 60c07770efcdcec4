import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useState } from 'react';
import { useDebounced } from '@/lib/useDebounced';

interface OptionsAsked {
  readonly keyword?: string;
  readonly ids?: readonly number[];
}

interface Asking<T> {
  readonly queryKey: readonly unknown[];
  readonly fetch: (asked: OptionsAsked, signal: AbortSignal) => Promise<readonly T[]>;
  /** Ids of the chosen options. */
  readonly ids: readonly number[];
  readonly open: boolean;
}

/**
 * Returns the options of a select that the server searches: the chosen ones, then all; after typing, the matches.
 * While a search runs there are no options, because Enter and Tab would select an option of the former answer.
 */
export function useFoundOptions<T extends { readonly id: number }>({ queryKey, fetch, ids, open }: Asking<T>) {
  const [typed, setTyped] = useState('');
  const keyword = useDebounced(typed, 200);
  const chosen = useQuery({
    queryKey: [...queryKey, 'ids', [...ids].sort((a, b) => a - b)],
    queryFn: ({ signal }) => fetch({ ids }, signal),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  });
  const found = useQuery({
    queryKey: [...queryKey, 'keyword', keyword],
    queryFn: ({ signal }) => fetch({ keyword }, signal),
    enabled: open,
  });
  const current = !open || keyword === typed;
  const offered = current ? [...(typed ? [] : (chosen.data ?? [])), ...(found.data ?? [])] : [];
  const coming = open && (!current || found.isPending);
  return {
    options: [...new Map(offered.map((one) => [one.id, one])).values()],
    known: new Map([...(found.data ?? []), ...(chosen.data ?? [])].map((one) => [one.id, one])),
    forget: () => setTyped(''),
    search: {
      showSearch: { filterOption: false as const, onSearch: setTyped },
      loading: coming,
      notFoundContent: coming ? '加载中…' : '没有匹配的数据',
      // Enter would close the select during a search.
      onInputKeyDown: (event: KeyboardEvent) => {
        if (event.key !== 'Enter' || !coming || typed === '') return;
        event.preventDefault();
        event.stopPropagation();
      },
    },
  };
}
