import type { Field } from '@contract/field';
import type { Write } from './cellWrites';
import { contentOf, type Derived, type Labels, textOf } from './entryColumns';
import type { CellContent, Column, EntryRow } from './entryTypes';
import { filledContent } from './fillSeries';
import { columnsOf, isSelected, placesOf, type Range, rangeOf, rowsOf, type Selection } from './gridSelection';

/** A block of cells as texts and, if it was copied from this grid, as cell contents. */
interface CellBlock {
  readonly texts: readonly (readonly string[])[];
  readonly cells?: readonly (readonly (Copied | null)[])[];
}

export interface Copied {
  readonly field: Field;
  readonly content: CellContent;
}

/**
 * Returns the selected cells. With several ranges, the cells between them are empty.
 * @param labels returns the label of a dictionary value
 * @param derivedByRow values that `derive` calculated, by row key
 */
export function copyCells(
  rows: readonly EntryRow[],
  columns: readonly Column[],
  selection: Selection,
  labels: Labels,
  derivedByRow?: Derived,
): Required<CellBlock> {
  const [downs, acrosses] = [rowsOf(selection), columnsOf(selection)];
  const mapCells = <T>(make: (row: EntryRow, column: Column) => T, empty: T): T[][] =>
    downs.map((row) =>
      acrosses.map((index) => {
        const [record, column] = [rows[row], columns[index]];
        return record && column && isSelected(selection, { row, column: index }) ? make(record, column) : empty;
      }),
    );
  return {
    texts: mapCells((row, column) => textOf(column, row, labels, derivedByRow), ''),
    cells: mapCells<Copied | null>(
      (row, { name, field }) => (name !== null && field !== null ? { field, content: contentOf(row, name) } : null),
      null,
    ),
  };
}

/**
 * Returns the text of each selected cell.
 * @param labels returns the label of a dictionary value
 * @param derivedByRow values that `derive` calculated, by row key
 */
export const textsOf = (
  selection: Selection,
  rows: readonly EntryRow[],
  columns: readonly Column[],
  labels: Labels,
  derivedByRow?: Derived,
): string[] =>
  placesOf(selection).flatMap(({ row, column }) => {
    const [record, cellColumn] = [rows[row], columns[column]];
    return record && cellColumn ? [textOf(cellColumn, record, labels, derivedByRow)] : [];
  });

interface PasteResult {
  readonly writes: readonly Write[];
  /** Number of rows to add below the last one. */
  readonly rowsNeeded: number;
  /** Number of filled cells that found no writable cell; their contents are lost. */
  readonly skipped: number;
  readonly range: Range;
}

/**
 * Returns the range that a block fills. A block that fits into the selection a whole number of times fills all of it,
 * so one cell fills every selected cell. Any other block starts at the selection's corner.
 */
function fillRange(selection: Selection, height: number, width: number): Range {
  const range = rangeOf(selection);
  const [rows, columns] = [range.bottom - range.top + 1, range.right - range.left + 1];
  const fitsExactly = selection.others.length === 0 && rows % height === 0 && columns % width === 0;
  return {
    top: range.top,
    left: range.left,
    bottom: range.top + (fitsExactly ? rows : height) - 1,
    right: range.left + (fitsExactly ? columns : width) - 1,
  };
}

/**
 * Returns the writes of pasting a block at the selection. Skips read-only and computed cells, and cells beyond the
 * last column.
 * @param parseCell converts a text to the content of a cell
 * @param rowAt returns the values of rows that are still to be added
 */
export function pasteCells(
  rows: readonly EntryRow[],
  columns: readonly Column[],
  selection: Selection,
  block: CellBlock,
  parseCell: (field: Field, text: string) => CellContent,
  rowAt: () => EntryRow,
): PasteResult {
  const { texts, cells } = block;
  const width = Math.max(1, ...texts.map((row) => row.length));
  const range = fillRange(selection, texts.length, width);
  const right = Math.min(range.right, columns.length - 1);
  const writes: Write[] = [];
  const blank = rowAt();
  let skippedCount = 0;
  const passOver = (text: string | undefined) => {
    if (text?.trim() && !cells) skippedCount += 1;
  };
  for (let row = range.top; row <= range.bottom; row += 1) {
    const line = texts[(row - range.top) % texts.length] ?? [];
    const copiedCells = cells?.[(row - range.top) % texts.length];
    for (let index = range.left; index <= range.right; index += 1) {
      const column = columns[index];
      const from = (index - range.left) % width;
      const text = line[from];
      if (text === undefined) continue;
      if (!column?.field || column.name === null || column.isReadonly((rows[row] ?? blank).values)) {
        passOver(text);
        continue;
      }
      const copiedCell = copiedCells?.[from];
      writes.push({
        row,
        name: column.name,
        content: copiedCell && copiedCell.field === column.field ? copiedCell.content : parseCell(column.field, text),
      });
    }
  }
  return {
    writes,
    rowsNeeded: Math.max(0, range.bottom - rows.length + 1),
    skipped: skippedCount,
    range: { ...range, right },
  };
}

/**
 * Returns the writes that empty every writable cell of the selection.
 * @param columns columns in displayed order; read-only ones are skipped
 */
export function clearingWrites(rows: readonly EntryRow[], columns: readonly Column[], selection: Selection): Write[] {
  return placesOf(selection).flatMap(({ row, column: index }) => {
    const [record, column] = [rows[row], columns[index]];
    if (!record || !column || column.name === null || column.isReadonly(record.values)) return [];
    return [{ row, name: column.name, content: { value: column.field?.kind === 'flag' ? false : null } }];
  });
}

/**
 * Returns the writes that continue the source range into the larger target range. Sideways it fills only cells of the
 * same kind of field. Read-only cells stay.
 * @param source selected range
 * @param target range that the fill handle reached; it contains `source`
 */
export function continuedInto(
  rows: readonly EntryRow[],
  columns: readonly Column[],
  source: Range,
  target: Range,
): Write[] {
  const sideways = target.left < source.left || target.right > source.right;
  const writes: Write[] = [];
  for (let row = target.top; row <= target.bottom; row += 1) {
    for (let index = target.left; index <= target.right; index += 1) {
      const [record, column] = [rows[row], columns[index]];
      if (!record || !column || column.name === null || column.isReadonly(record.values)) continue;
      if (row >= source.top && row <= source.bottom && index >= source.left && index <= source.right) continue;
      const from = sideways
        ? columns.slice(source.left, source.right + 1).map((sourceColumn) => ({ row: record, column: sourceColumn }))
        : rows.slice(source.top, source.bottom + 1).map((sourceRow) => ({ row: sourceRow, column }));
      if (from.some((cell) => cell.column.name === null || cell.column.field?.kind !== column.field?.kind)) continue;
      if (
        sideways &&
        column.field?.kind === 'dict' &&
        from.some(
          (cell) =>
            cell.column.field?.kind === 'dict' &&
            column.field?.kind === 'dict' &&
            cell.column.field.dict !== column.field.dict,
        )
      )
        continue;
      if (
        sideways &&
        column.field?.kind === 'ref' &&
        from.some(
          (cell) =>
            cell.column.field?.kind === 'ref' &&
            column.field?.kind === 'ref' &&
            cell.column.field.to !== column.field.to,
        )
      )
        continue;
      const contents = from.map((cell) => contentOf(cell.row, cell.column.name as string));
      writes.push({
        row,
        name: column.name,
        content: filledContent(contents, sideways ? index - source.left : row - source.top),
      });
    }
  }
  return writes;
}

/**
 * Returns the writes of Ctrl+D and Ctrl+R: they copy the first row (column) of the selection into the others. If only
 * one row (column) is selected, they copy the one above (to the left).
 * @param direction `down` for Ctrl+D, `right` for Ctrl+R
 */
export function filledFromEdge(
  rows: readonly EntryRow[],
  columns: readonly Column[],
  selection: Selection,
  direction: 'down' | 'right',
): Write[] {
  const range = rangeOf(selection);
  const isDown = direction === 'down';
  const isOneLine = isDown ? range.top === range.bottom : range.left === range.right;
  const target = isOneLine ? { ...range, ...(isDown ? { top: range.top - 1 } : { left: range.left - 1 }) } : range;
  if (target.top < 0 || target.left < 0) return [];
  return continuedInto(
    rows,
    columns,
    isDown ? { ...target, bottom: target.top } : { ...target, right: target.left },
    target,
  );
}
