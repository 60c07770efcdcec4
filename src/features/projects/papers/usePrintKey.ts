import { useEffect } from 'react';
import { usePageActive } from '@/session/tabs/pageState';

/** Makes Ctrl+P print the paper instead of the page. */
export function usePrintKey(print: () => void): void {
  const isActive = usePageActive();
  useEffect(() => {
    if (!isActive) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'p' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey)
        return;
      event.preventDefault();
      print();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [isActive, print]);
}
