import { isUsable, itemKey } from './lotExpiry';
import { isAbove, amountDifference, sumOf } from './stockAmounts';
import type { Lot } from './stockKinds';

/** An item below its reorder level. */
export interface LowItem {
  readonly name: string;
  readonly specification: string | null;
  readonly amountUnit: string | null;
  readonly usable: string;
  readonly level: string;
  readonly lots: readonly number[];
}

/** Lists the items whose usable stock is below their reorder level, the highest among their lots. */
export function lowStockWarnings(lots: readonly Lot[], today: string): LowItem[] {
  const items = new Map<string, Lot[]>();
  for (const lot of lots) items.set(itemKey(lot), [...(items.get(itemKey(lot)) ?? []), lot]);
  return [...items.values()].flatMap((itemLots): LowItem[] => {
    const [firstItemLot] = itemLots;
    const level = itemLots.reduce<string | null>(
      (highest, { reorderLevel }) =>
        reorderLevel !== null && (highest === null || isAbove(reorderLevel, highest)) ? reorderLevel : highest,
      null,
    );
    if (!firstItemLot || level === null) return [];
    const usableAmount = sumOf(itemLots.filter((lot) => isUsable(lot, today)).map(({ balance }) => balance));
    if (!isAbove(amountDifference(level, usableAmount), '0')) return [];
    return [
      {
        name: firstItemLot.name,
        specification: firstItemLot.specification,
        amountUnit: firstItemLot.amountUnit,
        usable: usableAmount,
        level,
        lots: itemLots.map(({ id }) => id),
      },
    ];
  });
}
