import type { RawCell } from '../sheetCells';
import { type ColumnMapping, mappingTexts } from './columnMapping';
import { plainCell, type RawRow, repeatsAbove } from './rawSheet';
import { standardNumber } from './standardNumbers';
import type { TableBuildContext } from './tableBuildContext';

// Cells that repeat the one above: blank ones of chosen columns, signs such as 同上, and what stands beside the number of
// a standard.

/** Fills blank cells of the chosen columns with the cell above. */
export function fillFromAbove(
  rows: readonly RawRow[],
  { mapping, sentences, nameOf }: TableBuildContext,
): readonly RawRow[] {
  const columns = [...new Set(mapping.repeated.flatMap((header) => mapping.columns[header] ?? []))];
  let keptRows = rows;
  for (const index of columns) {
    let cellAbove: RawCell | undefined;
    let count = 0;
    keptRows = keptRows.map((row): RawRow => {
      const cell = row.cells[index];
      if (plainCell(cell) !== '') cellAbove = cell;
      else if (cellAbove) {
        count += 1;
        const cells = [...row.cells];
        cells[index] = cellAbove;
        return { line: row.line, cells };
      }
      return row;
    });
    if (count) sentences.push(mappingTexts.repeatedRows(nameOf(index), count));
  }
  return keptRows;
}

/** Replaces signs for the text above with it. */
export function withoutDittos(rows: readonly RawRow[], { sentences, nameOf }: TableBuildContext): readonly RawRow[] {
  const cellsAbove = new Map<number, RawCell>();
  const counts = new Map<number, number>();
  const fullRows = rows.map((row): RawRow => {
    let isChanged = false;
    const cells = row.cells.map((cell, index) => {
      const text = plainCell(cell);
      const cellAbove = cellsAbove.get(index);
      if (repeatsAbove(text) && cellAbove) {
        counts.set(index, (counts.get(index) ?? 0) + 1);
        isChanged = true;
        return cellAbove;
      }
      if (text !== '') cellsAbove.set(index, cell);
      return cell;
    });
    return isChanged ? { line: row.line, cells } : row;
  });
  for (const [index, count] of counts) sentences.push(mappingTexts.dittos(nameOf(index), count));
  return fullRows;
}

/**
 * In columns that are appended to the number of a standard, fills a blank with the text above for the same standard.
 */
export function fillAppendedFromAbove(rows: readonly RawRow[], { columns, joined }: ColumnMapping): readonly RawRow[] {
  let keptRows = rows;
  for (const [header, index] of Object.entries(joined ?? {})) {
    const mainColumn = columns[header];
    let entryAbove: { number: string; cell: RawCell } | null = null;
    keptRows = keptRows.map((row): RawRow => {
      const number = mainColumn === undefined ? null : standardNumber(plainCell(row.cells[mainColumn]));
      const cell = row.cells[index];
      if (number !== null && cell && plainCell(cell) !== '') entryAbove = { number, cell };
      else if (number !== null && entryAbove?.number === number) {
        const cells = [...row.cells];
        cells[index] = entryAbove.cell;
        return { line: row.line, cells };
      }
      return row;
    });
  }
  return keptRows;
}
