import { childPool, type Pool } from './pool';

const heap = 256;
/** MB: a heap, and what is unpacked beside it. */
const memory = 640;

const readers = childPool({ heap, memory, most: 2, mostWaiting: 20 });
/** One at a time, with its fonts in memory: what is drawn is ours, but for the pictures. */
const drawers = childPool({ heap: 512, memory: 1024, most: 2, mostWaiting: 50 });
/** Pictures take a moment each, and people send a hundred at once. */
const pictures = childPool({ heap, memory, most: 1, mostWaiting: 200 });
const others = new Map<number, Pool>();

/** Those who read what people bring. @param wanted MB of another heap than theirs */
export function readersOf(wanted = heap): Pool {
  if (wanted === heap) return readers;
  let found = others.get(wanted);
  if (!found) others.set(wanted, (found = childPool({ heap: wanted, memory, most: 1, mostWaiting: 20 })));
  return found;
}

/** Those who make files of documents. */
export const drawersOf = (): Pool => drawers;

/** Those who look at pictures. */
export const picturesOf = (): Pool => pictures;

/** Keeps a reader ready, so that an import need not wait for one to start. */
export const warmReaders = (): void => readers.warm();

/** Ends all of them, when the server stops. */
export function closeChildren(): void {
  for (const pool of [readers, drawers, pictures, ...others.values()]) pool.close();
}
