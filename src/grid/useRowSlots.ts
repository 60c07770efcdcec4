import { useMemo, useRef } from 'react';
import type { RowKey } from './rowSelection';

/**
 * Returns React keys for the mounted rows. A row keeps its slot while it is mounted; a new row reuses the elements of a
 * row that left. In a fast scroll almost every frame shows new rows, and changing text is cheaper than building rows.
 * @param rowIndexes 0-based indexes of the mounted rows
 * @param keys keys of all rows
 */
export function useRowSlots(rowIndexes: readonly number[], keys: readonly RowKey[]): readonly number[] {
  const slotsRef = useRef<ReadonlyMap<RowKey, number>>(new Map());
  return useMemo(() => {
    const previousSlots = slotsRef.current;
    const nextSlots = new Map<RowKey, number>();
    const usedSlots = new Set<number>();
    for (const index of rowIndexes) {
      const key = keys[index];
      const slot = key === undefined ? undefined : previousSlots.get(key);
      if (key === undefined || slot === undefined) continue;
      nextSlots.set(key, slot);
      usedSlots.add(slot);
    }
    let freeSlot = 0;
    for (const index of rowIndexes) {
      const key = keys[index];
      if (key === undefined || nextSlots.has(key)) continue;
      while (usedSlots.has(freeSlot)) freeSlot += 1;
      usedSlots.add(freeSlot);
      nextSlots.set(key, freeSlot);
    }
    slotsRef.current = nextSlots;
    return rowIndexes.map((index) => {
      const key = keys[index];
      return key === undefined ? -1 : (nextSlots.get(key) ?? -1);
    });
  }, [rowIndexes, keys]);
}
