import { createContext } from 'react';
import type { StockKind } from '@contract/features/stock/stockKinds';
import type { LedgerRow } from './stockCalls';

/** Context of a stock page, for parts that the list editor renders with only a row. */
export interface StockContextValue {
  readonly kind: StockKind;
  /** Returns an issue to stock; absent without the permission. */
  readonly onReturn?: ((row: LedgerRow, lotId: number) => void) | undefined;
}

export const StockContext = createContext<StockContextValue>({ kind: 'reagent' });
