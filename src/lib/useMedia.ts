import { useCallback, useSyncExternalStore } from 'react';

/** A telephone held upright. */
export const phone = '(max-width: 599.98px)';

/** SPEC §9: below it the sidebar is closed, and a table's line becomes a card where it is filled in. */
export const narrowScreen = '(max-width: 991.98px)';

/** Nothing is to move (LOOK.md, Feel). */
export const still = '(prefers-reduced-motion: reduce)';

/** Whether a media query holds, now and as it changes. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (changed: () => void) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}
