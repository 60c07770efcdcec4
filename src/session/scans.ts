import { useEffect, useRef } from 'react';
import { usePageActive } from './tabs/pageState';

/** Takes a scanned code; the newest one asks first. */
type Taker = (code: string) => void;

const takers: { current: Taker }[] = [];

/**
 * Codes that are scanned outside of any input come to this page while it is shown and `on`; otherwise the console opens
 * what was scanned.
 */
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

/** Hands a code to the page that wants it; whether there was one. */
export function handOverScan(code: string): boolean {
  const taker = takers.at(-1);
  taker?.current(code);
  return taker !== undefined;
}
