import { columnOf, type Line, linesOf, type PdfPage } from '../curves/curvePdf';
import { isHeadOf, type PeakTable, type TableLine, tablesOfLines } from './peakTable';

/** Puts each cell below the heading that it stands under; several below one are joined. */
function under(heading: Line, line: Line): string[] {
  const cells = heading.map(() => '');
  for (const cell of line) {
    const at = columnOf(cell, heading);
    cells[at] = [cells[at], cell.text].filter(Boolean).join(' ');
  }
  return cells;
}

/**
 * Reads the tables of results in the text of an instrument's PDF. The cells of a line belong to the headings above them, so
 * a cell that is left empty moves no other; a table that goes on on the next page stays one.
 * @param pages text with its places; a scanned page has none
 */
export function tablesOfPages(pages: readonly PdfPage[]): PeakTable[] {
  const lines: TableLine[] = [];
  let heading: Line | null = null;
  for (const page of pages)
    for (const line of linesOf(page)) {
      const cells = line.map(({ text }) => text);
      const number = lines.length + 1;
      if (isHeadOf(cells)) {
        heading = line;
        lines.push({ line: number, cells });
      } else lines.push({ line: number, cells: heading && cells.length > 1 ? under(heading, line) : cells });
    }
  return tablesOfLines(lines);
}
