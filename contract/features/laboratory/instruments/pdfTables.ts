import { columnOf, type Line, linesOf, type PdfPage } from '../curves/curvePdf';
import { isHeadOf, type PeakTable, type TableLine, tablesOfLines } from './readPeakTables';

/** Assigns each cell to the heading above it; several cells below one heading are joined. */
function cellsUnder(heading: Line, line: Line): string[] {
  const cells = heading.map(() => '');
  for (const cell of line) {
    const index = columnOf(cell, heading);
    cells[index] = [cells[index], cell.text].filter(Boolean).join(' ');
  }
  return cells;
}

/**
 * Parses the tables of results in the text of an instrument's PDF. Each cell belongs to the heading above it, so an
 * empty cell does not shift other cells. A table that continues on the next page stays one table.
 * @param pages texts with their positions; a scanned page has no text
 */
export function tablesOfPages(pages: readonly PdfPage[]): PeakTable[] {
  const tableLines: TableLine[] = [];
  let heading: Line | null = null;
  for (const page of pages)
    for (const line of linesOf(page)) {
      const cells = line.map(({ text }) => text);
      const number = tableLines.length + 1;
      if (isHeadOf(cells)) {
        heading = line;
        tableLines.push({ line: number, cells });
      } else tableLines.push({ line: number, cells: heading && cells.length > 1 ? cellsUnder(heading, line) : cells });
    }
  return tablesOfLines(tableLines);
}
