import type { Lot, StockKind } from './stockKinds';

/** A record in the API in which a lot was used, with the lot's role. */
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
  /** Role of the lot: 标准物质, 试剂, 质控样, 标准曲线, 出库. */
  readonly role: string;
  /** Number of the prepared lot through which the lot was used; null where it was used directly. */
  readonly throughLotNo: string | null;
}

/** A lot in the API that is related to another lot. */
export interface RelatedLot {
  readonly kind: StockKind;
  readonly lot: Lot;
  readonly amount: string;
}

/** Uses of a lot in the API: the records, and the lots from which it was made. */
export interface LotUses {
  readonly records: readonly LotRecord[];
  readonly madeOf: readonly RelatedLot[];
  readonly madeInto: readonly RelatedLot[];
}

/** A lot in the API that a record used, with its role. */
export interface RecordLot {
  readonly kind: StockKind;
  readonly lot: Lot;
  readonly role: string;
  /** Number of the prepared lot through which the lot was used. */
  readonly throughLotNo: string | null;
}
