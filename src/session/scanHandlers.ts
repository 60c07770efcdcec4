import { useEffect, useRef } from 'react';
import { usePageActive } from './tabs/pageState';

/** Handles a scanned code. The newest handler is called first. */
type Taker = (code: string) => void;

const takers: { current: Taker }[] = [];

/** Passes codes scanned outside inputs to this page while it is shown and `enabled`. Otherwise the console opens them. */
export function useScans(taker: Taker, enabled: boolean): void {
  const active = usePageActive();
  const takerRef = useRef(taker);
  useEffect(() => {
    takerRef.current = taker;
  });
  useEffect(() => {
    if (!enabled || !active) return;
    takers.push(takerRef);
    return () => void takers.splice(takers.indexOf(takerRef), 1);
  }, [enabled, active]);
}

/** Passes a code to the page that handles codes. Returns false if no page does. */
export function handOverScan(code: string): boolean {
  const taker = takers.at(-1);
  taker?.current(code);
  return taker !== undefined;
}
