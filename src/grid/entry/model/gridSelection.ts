/** Position of a cell. Both numbers are 0-based; columns are in displayed order. */
export interface Place {
  readonly row: number;
  readonly column: number;
}

export interface Range {
  readonly top: number;
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
}

/** `anchor` is the active cell, `head` the opposite corner. `others` are ranges selected before with Ctrl. */
export interface Selection {
  readonly anchor: Place;
  readonly head: Place;
  readonly others: readonly Range[];
}

/**
 * Selects one cell.
 * @param row index of the row, from 0
 * @param column index of the column, from 0
 */
export const selectCell = (row: number, column: number): Selection => ({
  anchor: { row, column },
  head: { row, column },
  others: [],
});

/** Returns the range between two opposite corners. */
export const boxOf = (firstPlace: Place, otherPlace: Place): Range => ({
  top: Math.min(firstPlace.row, otherPlace.row),
  left: Math.min(firstPlace.column, otherPlace.column),
  bottom: Math.max(firstPlace.row, otherPlace.row),
  right: Math.max(firstPlace.column, otherPlace.column),
});

/** Returns the range that was selected last, which contains the active cell. */
export const rangeOf = ({ anchor, head }: Selection): Range => boxOf(anchor, head);
/** Returns all selected ranges, the last selected one last. */
const rangesOf = (selection: Selection): readonly Range[] => [...selection.others, rangeOf(selection)];
/** Checks whether exactly one cell is selected. */
export const isSingle = (selection: Selection): boolean =>
  selection.others.length === 0 &&
  selection.anchor.row === selection.head.row &&
  selection.anchor.column === selection.head.column;

/** Checks whether a range contains a cell. */
export const containsCell = (range: Range, { row, column }: Place): boolean =>
  row >= range.top && row <= range.bottom && column >= range.left && column <= range.right;
/** Checks whether any range contains a cell. */
export const isSelected = (selection: Selection, place: Place): boolean =>
  rangesOf(selection).some((range) => containsCell(range, place));

const upTo = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
const sortedUnique = (numbers: readonly number[]): number[] => [...new Set(numbers)].sort((a, b) => a - b);

/** Returns the 0-based selected rows, ascending, each once. */
export const rowsOf = (selection: Selection): number[] =>
  sortedUnique(rangesOf(selection).flatMap(({ top, bottom }) => upTo(top, bottom)));
/** Returns the 0-based selected columns, ascending, each once. */
export const columnsOf = (selection: Selection): number[] =>
  sortedUnique(rangesOf(selection).flatMap(({ left, right }) => upTo(left, right)));

/** Returns every selected cell once, row by row. */
export function placesOf(selection: Selection): Place[] {
  const columns = columnsOf(selection);
  return rowsOf(selection).flatMap((row) =>
    columns.filter((column) => isSelected(selection, { row, column })).map((column) => ({ row, column })),
  );
}

/**
 * Limits a selection to a sheet that has become smaller.
 * @param rows number of rows
 * @param columns number of columns
 */
export function limitSelection(selection: Selection, rows: number, columns: number): Selection {
  const place = ({ row, column }: Place): Place => ({
    row: Math.max(0, Math.min(row, rows - 1)),
    column: Math.max(0, Math.min(column, columns - 1)),
  });
  const otherRanges = selection.others.filter(({ bottom, right }) => bottom < rows && right < columns);
  return { anchor: place(selection.anchor), head: place(selection.head), others: otherRanges };
}

/** Returns the selected columns of a row as a text (`2-5,7-7`). Only rows whose text changes are rendered again. */
export function partOf(selection: Selection, row: number): string {
  return rangesOf(selection)
    .filter(({ top, bottom }) => row >= top && row <= bottom)
    .map(({ left, right }) => `${left}-${right}`)
    .join(',');
}

/** Checks whether a text of `partOf` contains a 0-based column. */
export const inPart = (part: string, column: number): boolean =>
  part !== '' &&
  part.split(',').some((range) => {
    const [left, right] = range.split('-').map(Number) as [number, number];
    return column >= left && column <= right;
  });
