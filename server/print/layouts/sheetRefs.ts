// References in a sheet (A1, $A$1:$C$3, $1:$2) and how inserted rows move them.

/** Where the rows of a layout are in the filled sheet. Numbers count from 1. */
export interface RowMap {
  /** Returns the first place of a row. */
  readonly first: (row: number) => number;
  /** Returns the last place of a row; it differs from the first inside a repeated block. */
  readonly last: (row: number) => number;
}

const cellPattern = /^(\$?)([A-Z]{1,3})?(\$?)(\d+)$/;

/** Returns column letters and row of a cell. */
export function cellPlace(ref: string): { readonly column: string; readonly row: number } {
  const [, , column = '', , row = '0'] = cellPattern.exec(ref) ?? [];
  return { column, row: Number(row) };
}

/** Returns the zero-based number of a column: A is 0. */
export const columnNumber = (letters: string): number =>
  [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;

const movedCell = (ref: string, rowAt: (row: number) => number): string =>
  ref.replace(
    cellPattern,
    (_, fixed: string, column: string | undefined, rowFixed: string, row: string) =>
      `${fixed}${column ?? ''}${rowFixed}${rowAt(Number(row))}`,
  );

/** Moves a range: its first row to the first place, its last row to the last one. */
export function movedRange(ref: string, rows: RowMap): string {
  const [from = '', to] = ref.split(':');
  return to === undefined ? movedCell(from, rows.first) : `${movedCell(from, rows.first)}:${movedCell(to, rows.last)}`;
}

/** Moves the ranges of a defined name, each behind its sheet: `'Sheet 1'!$A$1:$F$9,'Sheet 1'!$1:$2`. */
export const movedName = (text: string, rows: RowMap): string =>
  text.replace(/!(\$?[A-Z]{0,3}\$?\d+(?::\$?[A-Z]{0,3}\$?\d+)?)/g, (_, ref: string) => `!${movedRange(ref, rows)}`);
