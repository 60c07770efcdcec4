import { useEffect } from 'react';
import { anyDirty } from '@/session/tabs/tabStore';

/**
 * The browser asks before a reload or a closed window throws unsaved work away; between tabs nothing is lost, so nobody
 * asks.
 */
export function useLeaveQuestion(): void {
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (anyDirty()) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, []);
}
