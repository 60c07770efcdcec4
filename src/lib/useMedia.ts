import { useCallback, useSyncExternalStore } from 'react';

/** Media query of a phone in portrait orientation. */
export const phone = '(max-width: 599.98px)';

/**
 * Media query of a narrow window: the sidebar is closed (SPEC §9) and rows of an editable table are shown as cards.
 */
export const narrowScreen = '(max-width: 991.98px)';

/** Media query: the person's system requests reduced motion (docs/spec/design.md, Feel). */
export const reducedMotionQuery = '(prefers-reduced-motion: reduce)';

/** Returns whether a media query matches, and updates with its changes. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const mediaQueryList = window.matchMedia(query);
      mediaQueryList.addEventListener('change', onChange);
      return () => mediaQueryList.removeEventListener('change', onChange);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}
