import { hasStock, type LotState, lotState } from './lotExpiry';
import type { Lot } from './stockKinds';

/** Lots in stock to warn about, the first to expire first. */
export interface LotExpiryWarnings {
  readonly expired: readonly Lot[];
  /** Lots that expire within thirty days. */
  readonly soon: readonly Lot[];
}

/** Lists the enabled lots in stock that are expired or will soon expire. */
export function lotExpiryWarnings(lots: readonly Lot[], today: string): LotExpiryWarnings {
  const stockedLots = lots.filter((lot) => lot.status === '1' && hasStock(lot));
  const inState = (state: LotState) =>
    stockedLots
      .filter((lot) => lotState(lot, today) === state)
      .sort((a, b) => (a.validUntil ?? '').localeCompare(b.validUntil ?? ''));
  return { expired: inState('expired'), soon: inState('soon') };
}
