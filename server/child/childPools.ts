import { childPool, type Pool } from './processPool';

const heapMegabytes = 256;
/** Maximum total memory of a child process, MB, buffers outside the heap included. */
const memoryMegabytes = 640;

const defaultReaderPool = childPool({ heap: heapMegabytes, memory: memoryMegabytes, maxChildren: 2, maxWaiting: 20 });
/**
 * Pool that creates documents: two children at a time, each with its fonts in memory. Except for the pictures, the
 * input is our own.
 */
const drawerPool = childPool({ heap: 512, memory: 1024, maxChildren: 2, maxWaiting: 50 });
/** Pool that reads pictures: one child at a time. Each picture takes a moment, but people send a hundred at once. */
const picturePool = childPool({ heap: heapMegabytes, memory: memoryMegabytes, maxChildren: 1, maxWaiting: 200 });
const otherPools = new Map<number, Pool>();

/**
 * Returns the pool that reads uploaded files.
 * @param wantedHeap heap of a child, MB
 */
export function readerPool(wantedHeap = heapMegabytes): Pool {
  if (wantedHeap === heapMegabytes) return defaultReaderPool;
  let pool = otherPools.get(wantedHeap);
  if (!pool)
    otherPools.set(
      wantedHeap,
      (pool = childPool({ heap: wantedHeap, memory: memoryMegabytes, maxChildren: 1, maxWaiting: 20 })),
    );
  return pool;
}

/** Returns the pool that creates files from documents. */
export const documentPool = (): Pool => drawerPool;

/** Returns the pool that reads pictures. */
export const imagePool = (): Pool => picturePool;

/** Keeps a reading child ready, so that an import need not wait for its start. */
export const startReaderPool = (): void => defaultReaderPool.warm();

/** Ends all children when the server stops. */
export function closeChildren(): void {
  for (const pool of [defaultReaderPool, drawerPool, picturePool, ...otherPools.values()]) pool.close();
}
