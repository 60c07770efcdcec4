import { rowsOfDelimited } from '@contract/workbook/delimitedRows';

// Clipboard format of spreadsheets: tabs between cells, line breaks between rows, quotes around cells that contain
// either.

/**
 * Returns the rows of cells. The line break after the last row starts no new row. Line breaks inside a cell become
 * `\n`.
 * @param maxRows number of rows needed; at most one more is read, which shows that there are too many
 */
export function parseTsv(text: string, maxRows = Number.POSITIVE_INFINITY): string[][] {
  // A text without quotes can be split at its separators.
  if (text === '' || text.includes('"')) return rowsOfDelimited(text, '\t', maxRows).map(({ cells }) => cells);
  const lines = text.split(/\r\n|\n|\r/, Number.isFinite(maxRows) ? maxRows + 2 : undefined);
  if (lines.length > maxRows + 1) lines.length = maxRows + 1;
  else if (lines.at(-1) === '') lines.pop();
  return lines.map((line) => line.split('\t'));
}

const quoteCell = (cell: string): string => (/["\t\n\r]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/**
 * Returns the text as Excel writes it: every row ends with a line break, except for a single cell.
 * @example formatTsv([['1', '2'], ['3', '4']]) // '1\t2\r\n3\t4\r\n'
 */
export function formatTsv(rows: readonly (readonly string[])[]): string {
  const onlyCell = rows.length === 1 && rows[0]?.length === 1 ? rows[0][0] : undefined;
  if (onlyCell !== undefined) return quoteCell(onlyCell);
  return rows.map((row) => `${row.map(quoteCell).join('\t')}\r\n`).join('');
}
