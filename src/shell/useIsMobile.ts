import { useMedia } from '@/lib/useMedia';
import { mobileBreakpoint } from '@contract/constants';

/** Returns whether mobile mode applies: under 992 px (SPEC §2). */
export const useIsMobile = (): boolean => useMedia(`(max-width: ${mobileBreakpoint - 0.02}px)`);
