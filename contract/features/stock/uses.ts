import type { Lot, StockKind } from './kinds';

/** On the wire: a record that a lot went into, and as what. */
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
  /** 标准物质, 试剂, 质控样, 标准曲线, 出库. */
  readonly as: string;
  /** Number of the prepared lot by which it went in, where it did not go in itself. */
  readonly by: string | null;
}

/** On the wire: a lot beside another. */
export interface RelatedLot {
  readonly kind: StockKind;
  readonly lot: Lot;
  readonly amount: string;
}

/** On the wire: where a lot went and where it came from. */
export interface LotUses {
  readonly records: readonly LotRecord[];
  readonly madeOf: readonly RelatedLot[];
  readonly madeInto: readonly RelatedLot[];
}

/** On the wire: a lot that a record was tested with, and as what. */
export interface RecordLot {
  readonly kind: StockKind;
  readonly lot: Lot;
  readonly as: string;
  /** Number of the prepared lot that it went into first. */
  readonly by: string | null;
}
