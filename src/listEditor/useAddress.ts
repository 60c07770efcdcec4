import { useCallback, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { type ListState, readAddress, writeAddress } from './listAddress';

/**
 * Reads the list's state from the address and writes it there, so that a link or a reload shows the same list. An
 * embedded list keeps its state to itself, because two lists can't share one address.
 * @param names filters of the page
 * @param defaults size and order that the address leaves out
 */
export function useAddress(names: readonly string[], defaults: { size?: number; sort?: string }, embedded: boolean) {
  const [address, setAddress] = useSearchParams();
  const [embeddedSearch, setEmbeddedSearch] = useState(() => new URLSearchParams());
  const search = embedded ? embeddedSearch : address;
  const { size, sort } = defaults;
  const listState = useMemo(() => readAddress(search, names, { size, sort }), [search, names, size, sort]);
  const change = useCallback(
    (changes: Partial<ListState>) => {
      const write = (currentParams: URLSearchParams) =>
        writeAddress(currentParams, { ...readAddress(currentParams, names, { size, sort }), ...changes }, names, {
          size,
          sort,
        });
      if (embedded) setEmbeddedSearch(write);
      else setAddress(write, { replace: true, preventScrollReset: true });
    },
    [embedded, setAddress, names, size, sort],
  );
  return [listState, change] as const;
}
