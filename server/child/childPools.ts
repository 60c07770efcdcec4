import { childPool, type Pool } from './processPool';

const heap = 256;
/** Maximum total memory of a child process, MB, buffers outside the heap included. */
const memory = 640;

const readers = childPool({ heap, memory, maxChildren: 2, maxWaiting: 20 });
/**
 * Pool that creates documents: two children at a time, each with its fonts in memory. Except for the pictures, the
 * input is our own.
 */
const drawers = childPool({ heap: 512, memory: 1024, maxChildren: 2, maxWaiting: 50 });
/** Pool that reads pictures: one child at a time. Each picture takes a moment, but people send a hundred at once. */
const pictures = childPool({ heap, memory, maxChildren: 1, maxWaiting: 200 });
const otherPools = new Map<number, Pool>();

/**
 * Returns the pool that reads uploaded files.
 * @param wantedHeap heap of a child, MB
 */
export function readerPool(wantedHeap = heap): Pool {
  if (wantedHeap === heap) return readers;
  let pool = otherPools.get(wantedHeap);
  if (!pool)
    otherPools.set(wantedHeap, (pool = childPool({ heap: wantedHeap, memory, maxChildren: 1, maxWaiting: 20 })));
  return pool;
}

/** Returns the pool that creates files from documents. */
export const documentPool = (): Pool => drawers;

/** Returns the pool that reads pictures. */
export const imagePool = (): Pool => pictures;

/** Keeps a reading child ready, so that an import need not wait for its start. */
export const startReaderPool = (): void => readers.warm();

/** Ends all children when the server stops. */
export function closeChildren(): void {
  for (const pool of [readers, drawers, pictures, ...otherPools.values()]) pool.close();
}
