import { createContext } from 'react';
import type { StockKind } from '@contract/features/stock/kinds';
import type { LedgerRow } from './stockCalls';

/** What the parts of a stock page know of it: the list editor makes them and gives them a row at most. */
export interface StockContextValue {
  readonly kind: StockKind;
  /** Where the person may bring an issue back. */
  readonly onReturn?: ((row: LedgerRow, lot: number) => void) | undefined;
}

export const StockContext = createContext<StockContextValue>({ kind: 'reagent' });
