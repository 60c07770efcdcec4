import { childPool, type Pool } from './pool';

const heap = 256;
/** MB: the heap, and what is unpacked outside it. */
const memory = 640;

const readers = childPool({ heap, memory, most: 2, mostWaiting: 20 });
/** Two at a time, each with its fonts in memory. Documents are ours, except for the pictures. */
const drawers = childPool({ heap: 512, memory: 1024, most: 2, mostWaiting: 50 });
/** One at a time: each picture takes a moment, but people send a hundred at once. */
const pictures = childPool({ heap, memory, most: 1, mostWaiting: 200 });
const others = new Map<number, Pool>();

/**
 * Returns the pool that reads uploaded files.
 * @param wanted another heap, MB
 */
export function readersOf(wanted = heap): Pool {
  if (wanted === heap) return readers;
  let found = others.get(wanted);
  if (!found) others.set(wanted, (found = childPool({ heap: wanted, memory, most: 1, mostWaiting: 20 })));
  return found;
}

/** Returns the pool that makes files of documents. */
export const drawersOf = (): Pool => drawers;

/** Returns the pool that reads pictures. */
export const picturesOf = (): Pool => pictures;

/** Keeps a reader ready, so that an import need not wait for its start. */
export const warmReaders = (): void => readers.warm();

/** Ends all children when the server stops. */
export function closeChildren(): void {
  for (const pool of [readers, drawers, pictures, ...others.values()]) pool.close();
}
