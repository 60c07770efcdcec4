import { rowsOfDelimited } from '@contract/workbook/delimited';

// Text as spreadsheets put it on the clipboard: tabs between cells, line breaks between rows, quotes around cells that
// hold either.

/**
 * Rows of cells, as long as they come; the line break behind the last row starts none. Line breaks inside of cells
 * become `\n`.
 * @param most rows that are of use: of more than these one is read, whatever else there is
 */
export function parseTsv(text: string, most = Number.POSITIVE_INFINITY): string[][] {
  // What holds no quote needs no reading letter by letter.
  if (text === '' || text.includes('"')) return rowsOfDelimited(text, '\t', most).map(({ cells }) => cells);
  const lines = text.split(/\r\n|\n|\r/, Number.isFinite(most) ? most + 2 : undefined);
  if (lines.length > most + 1) lines.length = most + 1;
  else if (lines.at(-1) === '') lines.pop();
  return lines.map((line) => line.split('\t'));
}

const quote = (cell: string): string => (/["\t\n\r]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** As Excel writes it: every row ends with a line break, but a single cell stands alone. */
export function formatTsv(rows: readonly (readonly string[])[]): string {
  const only = rows.length === 1 && rows[0]?.length === 1 ? rows[0][0] : undefined;
  if (only !== undefined) return quote(only);
  return rows.map((row) => `${row.map(quote).join('\t')}\r\n`).join('');
}
