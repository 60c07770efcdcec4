import { lotExpiryWarnings, type LotExpiryWarnings } from './lotExpiryWarnings';
import { type LowItem, lowStockWarnings } from './lowStockWarnings';
import type { Lot } from './stockKinds';

export interface StockWarnings extends LotExpiryWarnings {
  readonly low: readonly LowItem[];
}

/** Lists expired lots in stock, lots that expire within thirty days, and items with too little usable stock. */
export const stockWarnings = (lots: readonly Lot[], today: string): StockWarnings => ({
  ...lotExpiryWarnings(lots, today),
  low: lowStockWarnings(lots, today),
});
