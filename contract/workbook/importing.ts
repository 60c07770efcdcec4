// What the import dialog and the server say to each other.
import type { Entity } from '@contract/entity';
import type { SheetChoice } from './cells';
import type { AnalysedRow, CellRow, HeaderReport } from './rows';

/** What becomes of a row whose key exists already: it is refused, or brought up to date. */
export type ImportMode = 'add' | 'update';

/** What an empty cell says of a row that is brought up to date: nothing, or that its value goes. */
export type ImportBlanks = 'keep' | 'clear';

export interface ImportHow {
  readonly mode: ImportMode;
  readonly blanks: ImportBlanks;
}

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
  /** The sheet that was read, and all of the file that hold something. */
  sheetName: string;
  sheets: SheetChoice[];
}

/**
 * What the page says of all rows alike, beside their cells: whose entries they are. Names of fields that are no columns
 * of the sheet.
 */
export type ImportFixed = Readonly<Record<string, unknown>>;

export interface ImportRowsRequest {
  mode: ImportMode;
  blanks?: ImportBlanks;
  fixed?: ImportFixed;
  rows: CellRow[];
}

export interface ImportDone {
  added: number;
  updated: number;
  same: number;
}

/** Of what a list is fixed to, the fields that its sheet has no column for. */
export const importFixed = ({ fields, sheet = [] }: Entity, fixedQuery: ImportFixed = {}): ImportFixed =>
  Object.fromEntries(
    Object.entries(fixedQuery).filter(([name]) => Object.hasOwn(fields, name) && !sheet.includes(name)),
  );
