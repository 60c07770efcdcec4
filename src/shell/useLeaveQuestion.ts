import { useEffect } from 'react';
import { isDirty } from '@/session/tabs';
import { useTabs } from '@/session/tabStore';

/** Whether any page holds unsaved work now. */
export function anyDirty(): boolean {
  const state = useTabs.getState();
  return state.tabs.some((tab) => isDirty(state, tab.key));
}

/** The browser asks before a reload or a closed window throws unsaved work away; between tabs nothing is lost, so nobody asks. */
export function useLeaveQuestion(): void {
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (anyDirty()) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, []);
}
