import type { DecimalMark } from '../attachments/peakNumber';
import type { Role } from './cells/columnHeadings';
import type { Quantity } from './instrumentReading';

// A profile says as data how a kind of file is read. Patterns are texts, so that a learnt profile is stored as JSON.

/** How a file is laid out. Each layout has one parser. */
type Layout = 'document' | 'positions' | 'lines' | 'plate';

/** Place of each role in rows without heads; columns count from 0. */
export type Positions = Readonly<Partial<Record<Role, number>>>;

export interface InstrumentProfile {
  readonly id: string;
  readonly label: string;
  readonly version: number;
  readonly layout: Layout;
  /** Patterns that all occur in the beginning of a file of this kind. */
  readonly evidence: readonly string[];
  /** Pattern of its file names, if they tell. */
  readonly fileName?: string;
  /** Patterns of which none occurs. */
  readonly without?: readonly string[];
  readonly decimalMark?: DecimalMark;
  /** Sheets of a workbook to read: of each list the first that holds numbers. */
  readonly sheets?: readonly (readonly string[])[];
  /** Sections not read: chromatograms, library searches, calibration. */
  readonly skip?: readonly string[];
  /** Sections that repeat one another: named lines of the first give way to the second. */
  readonly twice?: readonly [string, string];
  /** Keys of the head by role, whole, before the ordinary ones. */
  readonly keys?: Readonly<Partial<Record<'sample' | 'sampleName' | 'component' | 'file', readonly string[]>>>;
  /** Columns by heading, whole, before the ordinary ones. */
  readonly columns?: readonly (readonly [string, Role])[];
  /** Rows in the head of a table below its headings. */
  readonly underHead?: readonly ('unit' | 'signal' | 'component')[];
  /** Groups of columns: the row above the headings names a component for each (`Benzene Results`). */
  readonly groups?: { readonly component: string; readonly skip: string; readonly standard: string };
  /** Columns that are headed by an element or component hold its values. */
  readonly wide?: 'elements' | 'headings';
  /** Place of each role where rows have no heads, or heads that stand elsewhere than their values. */
  readonly positions?: Positions;
  /** Shape of the rows of `positions`: pattern of a cell by column. */
  readonly rows?: Readonly<Record<number, string>>;
  /** A row without a sample belongs to the sample above it, as long as its number rises. */
  readonly numbered?: { readonly column: number; readonly pattern: string };
  /** Pattern of a line with groups named after roles. */
  readonly line?: string;
  /** Pattern of lines whose value may not be used. */
  readonly unstable?: string;
  /** Quantity of the values of `positions` and `line` where the file does not state it. */
  readonly quantity?: Quantity;
  /** The part of a sample's name that counts its readings: `Un_0001 1/1`. */
  readonly counted?: string;
  /** Names of components in the file by the names of hazards, learnt from people. */
  readonly components?: Readonly<Record<string, string>>;
  /** Readings of one sample are averaged. */
  readonly averaged?: boolean;
}
