import { useEffect, useRef } from 'react';
import { usePageActive } from './tabs/pageState';

/** Handles a scanned code. The newest handler is called first. */
type ScanHandler = (code: string) => void;

const scanHandlers: { current: ScanHandler }[] = [];

/**
 * Passes codes that are scanned outside inputs to this page while it is shown and `enabled`. Without such a page the
 * console opens them.
 */
export function useScans(taker: ScanHandler, enabled: boolean): void {
  const isActive = usePageActive();
  const takerRef = useRef(taker);
  useEffect(() => {
    takerRef.current = taker;
  });
  useEffect(() => {
    if (!enabled || !isActive) return;
    scanHandlers.push(takerRef);
    return () => void scanHandlers.splice(scanHandlers.indexOf(takerRef), 1);
  }, [enabled, isActive]);
}

/** Passes a code to the page that handles codes. Returns false if no page does. */
export function handOverScan(code: string): boolean {
  const taker = scanHandlers.at(-1);
  taker?.current(code);
  return taker !== undefined;
}
