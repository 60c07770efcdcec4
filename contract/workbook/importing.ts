// Messages between the import dialog and the server.
import type { Entity } from '@contract/entity';
import type { SheetChoice } from './cells';
import type { AnalysedRow, HeaderReport } from './rows';

/** What a person reads of an upload that is read in one call (SPEC §8). */
export const importTexts = {
  results: '上传结果',
  uploading: '正在上传…',
} as const;

/** How a row with an existing key is treated: refused, or updated. */
export type ImportMode = 'add' | 'update';

/** How an empty cell is treated in an update: keeps the value, or clears it. */
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

/** A row of the preview: what importing it would do, or why it is refused. */
export interface ImportRow extends Omit<AnalysedRow, 'draft'> {
  state: ImportState;
  /** With `update`: the changes. */
  changes: ImportChange[];
}

export interface ImportPreview {
  headers: HeaderReport;
  /** Line numbers of the rows with an empty first column (SPEC §5). */
  dropped: number[];
  rows: ImportRow[];
  /** The sheet that was read, and all non-empty sheets of the file. */
  sheetName: string;
  sheets: SheetChoice[];
}

/** Values that apply to every row, set by the page instead of a column, e.g. the parent's id. */
export type ImportFixed = Readonly<Record<string, unknown>>;

export interface ImportDone {
  added: number;
  updated: number;
  same: number;
}

/** Returns those of a list's fixed values whose fields have no column in the sheet. */
export const importFixed = ({ fields, sheet = [] }: Entity, fixedQuery: ImportFixed = {}): ImportFixed =>
  Object.fromEntries(
    Object.entries(fixedQuery).filter(([name]) => Object.hasOwn(fields, name) && !sheet.includes(name)),
  );
