import { trimBlanks } from '@contract/fields/normalizeText';
import type { Merge, RawCell, SheetChoice } from '../sheetCells';

export interface RawRow {
  /** Excel's row number. */
  readonly line: number;
  readonly cells: readonly RawCell[];
}

/** A sheet before its header is known; empty rows are omitted. */
export interface RawSheet {
  readonly sheetName: string;
  readonly rows: readonly RawRow[];
  readonly merges: readonly Merge[];
  readonly sheets: readonly SheetChoice[];
  /** Index of the column from which a column was split, by its own index. */
  readonly splitFrom?: ReadonlyMap<number, number>;
}

const emptyCell: RawCell = { kind: 'empty', text: '', value: null };

/** Returns a cell's text; '' for a cell that a merge covers. */
export const plainCell = (cell: RawCell | undefined): string =>
  cell === undefined || cell.kind === 'merged' ? '' : trimBlanks(cell.text);

/** Number of characters of a cell that show what its column holds. */
const telling = 300;

/** Returns a sheet for finding what its columns hold: the beginning of a long text tells it. */
export const withShortTexts = (sheet: RawSheet): RawSheet => ({
  ...sheet,
  rows: sheet.rows.map((row) =>
    row.cells.some(({ text }) => text.length > telling)
      ? {
          ...row,
          cells: row.cells.map((cell) =>
            cell.text.length > telling && cell.kind === 'text'
              ? { ...cell, text: cell.text.slice(0, telling), value: cell.text.slice(0, telling) }
              : cell,
          ),
        }
      : row,
  ),
});

/** Signs for the text above: 同上, and marks below it. */
const dittoSigns = /^(?:同上|同前|〃|″|"|”|''|,,)$/;

/** Returns whether a text stands for the one above it. */
export const repeatsAbove = (text: string): boolean => dittoSigns.test(text);

/** Returns how many cells of a row have their own content. */
export const filledCellCount = ({ cells }: RawRow): number => cells.filter((cell) => plainCell(cell) !== '').length;

/** Returns the index of the first row below a line; the rows are sorted. */
function placeAfter(rows: readonly RawRow[], line: number): number {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rows[middle]?.line ?? 0) > line) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** A merged range whose value was copied to the rows below its first row. */
interface FilledRange {
  readonly column: number;
  readonly fromLine: number;
  readonly toLine: number;
}

/**
 * Copies the value of vertically merged cells to each of their rows. Cells that a merge covers to the right become
 * empty, because the value belongs to the first column of the range.
 * @param from first row of the body; merges above it stay unchanged
 */
export function withMergedValues(
  { rows, merges }: RawSheet,
  from: number,
): { readonly rows: readonly RawRow[]; readonly filled: readonly FilledRange[] } {
  const verticalMerges = merges.filter(({ fromLine, toLine }) => toLine > fromLine && fromLine >= from);
  const byLine = new Map(rows.map((row) => [row.line, row]));
  const values = new Map<number, Map<number, RawCell>>();
  const filledRanges: FilledRange[] = [];
  for (const { fromLine, toLine, fromColumn } of verticalMerges) {
    const cell = byLine.get(fromLine)?.cells[fromColumn];
    if (!cell || plainCell(cell) === '') continue;
    filledRanges.push({ column: fromColumn, fromLine, toLine });
    // Only existing rows are filled: a range may extend to the last line of a sheet.
    for (let index = placeAfter(rows, fromLine); index < rows.length; index += 1) {
      const { line } = rows[index] as RawRow;
      if (line > toLine) break;
      const lineValues = values.get(line) ?? new Map<number, RawCell>();
      values.set(line, lineValues.set(fromColumn, cell));
    }
  }
  const completedRows = rows.map((row): RawRow => {
    const lineValues = values.get(row.line);
    if (!lineValues && !row.cells.some(({ kind }) => kind === 'merged')) return row;
    return {
      line: row.line,
      cells: row.cells.map((cell, column) => (cell.kind === 'merged' ? (lineValues?.get(column) ?? emptyCell) : cell)),
    };
  });
  return { rows: completedRows, filled: filledRanges };
}
