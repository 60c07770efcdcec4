// Readings of an instrument's file, before they are assigned to records.

/** Physical quantity of a number. */
export type Quantity =
  | 'area'
  | 'height'
  | 'response'
  | 'intensity'
  | 'absorbance'
  | 'potential'
  | 'concentration'
  | 'amount'
  | 'result'
  | 'mass'
  | 'volume'
  | 'level'
  | 'dose'
  | 'pH';

/** Headings of the quantities, the ones that records are made of first. */
export const quantityLabels: Readonly<Record<Quantity, string>> = {
  area: '峰面积',
  response: '响应值',
  absorbance: '吸光度',
  intensity: '强度',
  potential: '电位',
  height: '峰高',
  concentration: '浓度',
  amount: '含量',
  result: '结果',
  mass: '称量值',
  volume: '消耗体积',
  level: '声级',
  dose: '剂量',
  pH: 'pH',
};

/** One number of a file with all facts that the file states about it; null for a fact that it does not state. */
export interface ReadLine {
  /** Line in the file or row of the sheet, from 1. */
  readonly line: number;
  /** Sheet of a workbook; '' for a text. */
  readonly sheet: string;
  readonly sample: string | null;
  /** Further names of the same injection: its sample name beside its number, the name of its data file. */
  readonly otherNames: readonly string[];
  readonly component: string | null;
  readonly quantity: Quantity;
  /** Plain decimal text; null where the cell is not a number. */
  readonly value: string | null;
  /** The cell as it stands. */
  readonly text: string;
  /** Text in the file; never derived from the quantity. */
  readonly unit: string | null;
  /** Number of the reading of one sample, or that it is their mean. */
  readonly replicate: number | 'mean' | null;
  readonly time: string | null;
  readonly vial: string | null;
  /** Type of the sample as the file names it: standard, blank, unknown. */
  readonly kind: string | null;
  /** Detector or channel. */
  readonly signal: string | null;
  readonly retention: string | null;
  /** Why the value is null or may not be used. */
  readonly reason: string | null;
}

/** A row of a file: its cells as displayed, and for a workbook the stored numbers. */
export interface SourceRow {
  readonly line: number;
  readonly cells: readonly string[];
  readonly numbers?: readonly (string | null)[];
}

export interface SourceSheet {
  readonly name: string;
  readonly rows: readonly SourceRow[];
}

/** A file, cut into rows and cells. */
export interface InstrumentSource {
  readonly fileName: string;
  readonly sheets: readonly SourceSheet[];
}
