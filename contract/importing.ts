// What the import dialog and the server say to each other.
import type { AnalysedRow, CellRow, HeaderReport } from './sheetRows';

/** What becomes of a row whose key exists already: it is refused, or brought up to date. */
export type ImportMode = 'add' | 'update';

export type ImportState = 'add' | 'update' | 'same' | 'error';

export interface ImportChange {
  header: string;
  from: string;
  to: string;
}

/** A row of the preview: what it would do, or why it can't. */
export interface ImportRow extends Omit<AnalysedRow, 'draft'> {
  state: ImportState;
  /** With `update`: what would change. */
  changes: ImportChange[];
}

export interface ImportPreview {
  headers: HeaderReport;
  /** SPEC §5: line numbers of the rows whose first column is empty. */
  dropped: number[];
  rows: ImportRow[];
  /** Further sheets of the file, which are not read. */
  otherSheets: string[];
}

export interface ImportRowsRequest {
  mode: ImportMode;
  rows: CellRow[];
}

export interface ImportDone {
  added: number;
  updated: number;
  same: number;
}
