import { mobileBreakpoint } from '@contract/constants';
import { useMedia } from '@/lib/useMedia';

/** SPEC §2: mobile mode applies under 992 px. */
export const useIsMobile = (): boolean => useMedia(`(max-width: ${mobileBreakpoint - 0.02}px)`);
