import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useState } from 'react';
import { useDebounced } from '@/lib/useDebounced';

interface OptionsAsked {
  readonly keyword?: string;
  readonly ids?: readonly number[];
}

interface OptionSearch<T> {
  readonly queryKey: readonly unknown[];
  readonly fetch: (request: OptionsAsked, signal: AbortSignal) => Promise<readonly T[]>;
  /** Ids of the chosen options. */
  readonly ids: readonly number[];
  readonly open: boolean;
}

/**
 * Returns the options of a select that the server searches: the chosen ones, then all; after typing, the matches.
 * While a search runs there are no options, because Enter and Tab would select an option of the former answer.
 */
export function useFoundOptions<T extends { readonly id: number }>({ queryKey, fetch, ids, open }: OptionSearch<T>) {
  const [typedText, setTypedText] = useState('');
  const keyword = useDebounced(typedText, 200);
  const chosenQuery = useQuery({
    queryKey: [...queryKey, 'ids', [...ids].sort((a, b) => a - b)],
    queryFn: ({ signal }) => fetch({ ids }, signal),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  });
  const foundQuery = useQuery({
    queryKey: [...queryKey, 'keyword', keyword],
    queryFn: ({ signal }) => fetch({ keyword }, signal),
    enabled: open,
  });
  const isCurrentAnswer = !open || keyword === typedText;
  const offeredOptions = isCurrentAnswer
    ? [...(typedText ? [] : (chosenQuery.data ?? [])), ...(foundQuery.data ?? [])]
    : [];
  const isLoading = open && (!isCurrentAnswer || foundQuery.isPending);
  return {
    options: [...new Map(offeredOptions.map((option) => [option.id, option])).values()],
    known: new Map([...(foundQuery.data ?? []), ...(chosenQuery.data ?? [])].map((option) => [option.id, option])),
    typedText,
    forget: () => setTypedText(''),
    search: {
      showSearch: { filterOption: false as const, onSearch: setTypedText },
      loading: isLoading,
      notFoundContent: isLoading ? '加载中…' : '没有匹配的数据',
      // Enter would close the select during a search.
      onInputKeyDown: (event: KeyboardEvent) => {
        if (event.key !== 'Enter' || !isLoading || typedText === '') return;
        event.preventDefault();
        event.stopPropagation();
      },
    },
  };
}
