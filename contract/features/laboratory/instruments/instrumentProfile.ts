import type { ColumnRole } from './cells/columnHeadings';
import type { Quantity } from './instrumentReading';
import type { DecimalMark } from './peakNumber';

// A profile describes as data how to read a kind of file. Patterns are texts, so that a learnt profile can be stored
// as JSON.

/** Layout of a file. Each layout has one parser. */
type FileLayout = 'document' | 'positions' | 'lines' | 'plate';

/** Column of each role in rows without heads, from 0. */
export type Positions = Readonly<Partial<Record<ColumnRole, number>>>;

export interface InstrumentProfile {
  readonly id: string;
  readonly label: string;
  readonly version: number;
  readonly layout: FileLayout;
  /** Patterns that must all occur at the beginning of a file of this kind. */
  readonly evidence: readonly string[];
  /** Pattern of the file names, if they are typical. */
  readonly fileName?: string;
  /** Patterns that must not occur. */
  readonly excludedPatterns?: readonly string[];
  readonly decimalMark?: DecimalMark;
  /** Sheets of a workbook to read: of each list the first sheet that contains numbers. */
  readonly sheets?: readonly (readonly string[])[];
  /** Sections that are not read: chromatograms, library searches, calibration. */
  readonly skip?: readonly string[];
  /** Two sections that repeat each other: named lines of the first are dropped where the second contains them. */
  readonly repeatedSections?: readonly [string, string];
  /** Complete keys in the head by role; they precede the general keys. */
  readonly keys?: Readonly<Partial<Record<'sample' | 'sampleName' | 'component' | 'file', readonly string[]>>>;
  /** Complete column headings with their role; they precede the general headings. */
  readonly columns?: readonly (readonly [string, ColumnRole])[];
  /** Rows in the head of a table below its headings. */
  readonly underHead?: readonly ('unit' | 'signal' | 'component')[];
  /** Groups of columns: the row above the headings names the component of each group (`Benzene Results`). */
  readonly groups?: { readonly component: string; readonly skip: string; readonly standard: string };
  /** Columns whose heading is an element, a component or a kind of sound level contain values of it. */
  readonly wide?: 'elements' | 'headings' | 'levels';
  /** Column of each role, for rows without heads or with heads in other columns than their values. */
  readonly positions?: Positions;
  /** Shape of the rows of `positions`: a pattern for the cell in each column. */
  readonly rows?: Readonly<Record<number, string>>;
  /** A row without a sample belongs to the sample above it, as long as its number rises. */
  readonly numbered?: { readonly column: number; readonly pattern: string };
  /** Pattern of a line, with groups named after roles. */
  readonly line?: string;
  /** Pattern of lines whose value must not be used. */
  readonly unstable?: string;
  /** Quantity of the values of `positions` and `line` where the file does not state it. */
  readonly quantity?: Quantity;
  /** Pattern of the part of a sample's name that counts its readings, e.g. `Un_0001 1/1`. */
  readonly counted?: string;
  /** A row with all of these headings begins a table, even if no column names a sample or a component. */
  readonly headings?: readonly string[];
  /** Role of the column under each of these headings; they precede `columns`, because headings may repeat. */
  readonly headingRoles?: readonly ColumnRole[];
  /** The name of a file is its sample. */
  readonly sampleIsFileName?: boolean;
  /** Names of hazards by the names of components in the file, as people assigned them. */
  readonly components?: Readonly<Record<string, string>>;
  /** Readings of one sample are averaged. */
  readonly averaged?: boolean;
}
