import { useEffect } from 'react';
import { anyDirty } from '@/session/tabs/tabStore';

/**
 * Lets the browser ask before a reload or a closed window discards unsaved work. Switching tabs of the console needs
 * no question, because their input stays in memory.
 */
export function useUnloadWarning(): void {
  useEffect(() => {
    const warnBeforeUnload = (event: BeforeUnloadEvent) => {
      if (anyDirty()) event.preventDefault();
    };
    window.addEventListener('beforeunload', warnBeforeUnload);
    return () => window.removeEventListener('beforeunload', warnBeforeUnload);
  }, []);
}
