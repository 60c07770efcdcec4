import { mobileBreakpoint } from '@contract/constants';
import { useSyncExternalStore } from 'react';

const query = `(max-width: ${mobileBreakpoint - 0.02}px)`;

const subscribe = (changed: () => void): (() => void) => {
  const list = window.matchMedia(query);
  list.addEventListener('change', changed);
  return () => list.removeEventListener('change', changed);
};

/** SPEC §2: mobile mode applies under 992 px. */
export const useIsMobile = (): boolean => useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
