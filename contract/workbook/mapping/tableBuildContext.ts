import type { RawCell } from '../sheetCells';
import type { ColumnMapping } from './columnMapping';
import type { SourceColumn } from './headerRows';
import type { SectionTitle } from './sectionTitles';

// What the steps of buildTable share.

/** Returns the cell of a text; an empty cell for an empty text. */
export const textCell = (text: string): RawCell =>
  text === '' ? { kind: 'empty', text: '', value: null } : { kind: 'text', text, value: text };

export interface TableBuildContext {
  readonly mapping: ColumnMapping;
  readonly sentences: string[];
  readonly nameOf: (index: number) => string;
  readonly sources: readonly SourceColumn[];
  readonly headAt: (index: number) => SourceColumn | undefined;
  /** Titles between the rows, for the column that takes them. */
  readonly titles: readonly SectionTitle[];
  /** Year of days that are written without one; null where the sheet states none. */
  readonly year: string | null;
}
