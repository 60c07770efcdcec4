import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { usePageActive } from './tabs/pageState';

/**
 * Reloads a query when the person returns to the page, because missing data is filled in on other pages.
 * @param key query key; of module scope or memoised
 */
export function useReloadOnReturn(key: QueryKey): void {
  const queryClient = useQueryClient();
  const isActive = usePageActive();
  const wasLeft = useRef(false);
  useEffect(() => {
    if (isActive && wasLeft.current) void queryClient.invalidateQueries({ queryKey: key });
    wasLeft.current = !isActive;
  }, [isActive, key, queryClient]);
}
