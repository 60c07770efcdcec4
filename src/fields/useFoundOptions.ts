import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useState } from 'react';
import { useDebounced } from '@/lib/useDebounced';

export interface OptionsAsked {
  readonly keyword?: string;
  readonly ids?: readonly number[];
}

interface Asking<T> {
  readonly queryKey: readonly unknown[];
  readonly fetch: (asked: OptionsAsked, signal: AbortSignal) => Promise<readonly T[]>;
  /** Those chosen already. */
  readonly ids: readonly number[];
  readonly open: boolean;
}

/**
 * What a select offers whose rows the server finds: those chosen, then all; once something is typed, what is found by
 * it. Until that has come nothing is offered: Enter and Tab take the
 * marked option, and would take one of the former answer, which nobody meant.
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
      // It would close what is just being searched.
      onInputKeyDown: (event: KeyboardEvent) => {
        if (event.key !== 'Enter' || !coming || typed === '') return;
        event.preventDefault();
        event.stopPropagation();
      },
    },
  };
}
