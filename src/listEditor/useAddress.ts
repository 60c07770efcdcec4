import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { type ListState, readAddress, writeAddress } from './query';

/** The list's state, read from and written to the address: shareable, and back after a reload. */
export function useAddress(names: readonly string[], defaults: { size?: number; sort?: string }) {
  const [search, setSearch] = useSearchParams();
  const { size, sort } = defaults;
  const state = useMemo(() => readAddress(search, names, { size, sort }), [search, names, size, sort]);
  const change = useCallback(
    (next: Partial<ListState>) =>
      setSearch((before) => writeAddress(before, { ...readAddress(before, names, { size, sort }), ...next }, names, { size, sort }), { replace: true, preventScrollReset: true }),
    [setSearch, names, size, sort],
  );
  return [state, change] as const;
}
