import { symbolOf } from './cells/chemicalElements';

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

/** Headings of the quantities; the ones that records use most come first. */
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
  /** Line number in the file or row number in the sheet, from 1. */
  readonly line: number;
  /** Name of the workbook sheet; '' for a text file. */
  readonly sheet: string;
  readonly sample: string | null;
  /** Further names of the same injection: the sample name beside its number, or the name of the data file. */
  readonly otherNames: readonly string[];
  readonly component: string | null;
  /** Name of the hazard that a person assigned to the component's name in the file. */
  readonly hazard?: string;
  readonly quantity: Quantity;
  /** Value as plain decimal text; null where the cell is not a number. */
  readonly value: string | null;
  /** Unchanged text of the cell. */
  readonly text: string;
  /** Unit in the file; never derived from the quantity. */
  readonly unit: string | null;
  /** Number of the reading among those of one sample, or `mean` for their mean. */
  readonly replicate: number | 'mean' | null;
  readonly time: string | null;
  readonly vial: string | null;
  /** Type of the sample as the file states it: standard, blank, unknown. */
  readonly kind: string | null;
  /** Name of the detector or channel. */
  readonly signal: string | null;
  readonly retention: string | null;
  /** Reason why the value is null or may not be used. */
  readonly reason: string | null;
  /** The row has more cells than its head, so that a decimal comma may have divided a number. */
  readonly divided?: true;
}

/**
 * Returns the name by which a line's component is found among hazards; null for a line without one. An element with
 * its wavelength or mass is found by its symbol.
 */
export const hazardNameOf = ({ hazard, component }: Pick<ReadLine, 'hazard' | 'component'>): string | null =>
  hazard ?? (component === null ? null : (symbolOf(component) ?? component));

/** A row of a file: its cells as displayed, and for a workbook the stored numbers. */
export interface SourceRow {
  readonly line: number;
  readonly cells: readonly string[];
  readonly numbers?: readonly (string | null)[];
}

export interface SourceSheet {
  readonly name: string;
  /**
   * The cells of a text are separated by commas, so that a decimal comma without quotes makes two cells of a number.
   */
  readonly commas?: true;
  readonly rows: readonly SourceRow[];
}

/** A file, split into rows and cells. */
export interface InstrumentSource {
  readonly fileName: string;
  readonly sheets: readonly SourceSheet[];
}
