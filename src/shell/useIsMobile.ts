import { useMedia } from '@/lib/useMedia';
import { mobileBreakpoint } from '@contract/constants';

/** SPEC §2: mobile mode applies under 992 px. */
export const useIsMobile = (): boolean => useMedia(`(max-width: ${mobileBreakpoint - 0.02}px)`);
