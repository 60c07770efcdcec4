import type { Lot, StockKind } from './stockKinds';

/** In the API: a record in which a lot was used, and as what. */
export interface LotRecord {
  readonly id: number;
  readonly sheetNo: string;
  readonly project: number;
  readonly methodKind: string;
  readonly variant: string;
  readonly projectCode: string;
  readonly hazardName: string;
  readonly testDate: string | null;
  readonly state: string;
  readonly analystName: string | null;
  /** Role: 标准物质, 试剂, 质控样, 标准曲线, 出库. */
  readonly as: string;
  /** Number of the prepared lot through which it was used; null where used directly. */
  readonly by: string | null;
}

/** In the API: a lot related to another. */
export interface RelatedLot {
  readonly kind: StockKind;
  readonly lot: Lot;
  readonly amount: string;
}

/** In the API: where a lot was used and what it was made from. */
export interface LotUses {
  readonly records: readonly LotRecord[];
  readonly madeOf: readonly RelatedLot[];
  readonly madeInto: readonly RelatedLot[];
}

/** In the API: a lot used for a record, and as what. */
export interface RecordLot {
  readonly kind: StockKind;
  readonly lot: Lot;
  readonly as: string;
  /** Number of the prepared lot through which it was used. */
  readonly by: string | null;
}
