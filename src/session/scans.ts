import { useEffect, useRef } from 'react';
import { usePageActive } from './tabs/pageState';

/** Handles a scanned code. The newest handler is called first. */
type Taker = (code: string) => void;

const takers: { current: Taker }[] = [];

/** Passes codes scanned outside inputs to this page while it is shown and `on`. Otherwise the console opens them. */
export function useScans(taker: Taker, on: boolean): void {
  const active = usePageActive();
  const held = useRef(taker);
  useEffect(() => {
    held.current = taker;
  });
  useEffect(() => {
    if (!on || !active) return;
    takers.push(held);
    return () => void takers.splice(takers.indexOf(held), 1);
  }, [on, active]);
}

/** Passes a code to the page that handles codes. Returns false if no page does. */
export function handOverScan(code: string): boolean {
  const taker = takers.at(-1);
  taker?.current(code);
  return taker !== undefined;
}
