import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { usePageActive } from './tabs/pageState';

/**
 * Asks anew whenever one comes back to the page: what it says is missing is filled on other pages, to which it has
 * links. `key` is of module scope, or remembered.
 */
export function useAskedAgain(key: QueryKey): void {
  const queries = useQueryClient();
  const active = usePageActive();
  const left = useRef(false);
  useEffect(() => {
    if (active && left.current) void queries.invalidateQueries({ queryKey: key });
    left.current = !active;
  }, [active, key, queries]);
}
