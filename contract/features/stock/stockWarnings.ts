import { hasStock, isUsable, itemKey, type LotState, lotState } from './lotState';
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

export interface StockWarnings {
  readonly expired: readonly Lot[];
  readonly soon: readonly Lot[];
  readonly low: readonly LowItem[];
}

/** Lists expired lots in stock, lots that expire within thirty days, and items with too little usable stock. */
export function stockWarnings(lots: readonly Lot[], today: string): StockWarnings {
  const stockedLots = lots.filter((lot) => lot.status === '1' && hasStock(lot));
  const byEnd = (state: LotState) =>
    stockedLots
      .filter((lot) => lotState(lot, today) === state)
      .sort((a, b) => (a.validUntil ?? '').localeCompare(b.validUntil ?? ''));
  const items = new Map<string, Lot[]>();
  for (const lot of lots) items.set(itemKey(lot), [...(items.get(itemKey(lot)) ?? []), lot]);
  const lowItems = [...items.values()].flatMap((itemLots): LowItem[] => {
    const [first] = itemLots;
    const level = itemLots.reduce<string | null>(
      (highest, { reorderLevel }) =>
        reorderLevel !== null && (highest === null || isAbove(reorderLevel, highest)) ? reorderLevel : highest,
      null,
    );
    if (!first || level === null) return [];
    const usableAmount = sumOf(itemLots.filter((lot) => isUsable(lot, today)).map(({ balance }) => balance));
    if (!isAbove(amountDifference(level, usableAmount), '0')) return [];
    return [
      {
        name: first.name,
        specification: first.specification,
        amountUnit: first.amountUnit,
        usable: usableAmount,
        level,
        lots: itemLots.map(({ id }) => id),
      },
    ];
  });
  return { expired: byEnd('expired'), soon: byEnd('soon'), low: lowItems };
}
