// Delimited text as spreadsheets and instruments write it: a delimiter between cells, a line break between rows, and
// quotes around cells that contain either.

interface DelimitedRow {
  /** Number of the line at which the row begins, from 1. */
  readonly line: number;
  readonly cells: string[];
}

interface QuotedCell {
  readonly cell: string;
  readonly end: number;
}

/**
 * Parses a quoted cell from its opening quote. It is null where the quote is an ordinary character, e.g. an inch
 * mark: it is never closed, or more text follows the closing quote (`"5 in" left`).
 */
function quotedCell(text: string, from: number, delimiter: string): QuotedCell | null {
  let cell = '';
  for (let index = from + 1; ;) {
    const quote = text.indexOf('"', index);
    if (quote < 0) return null;
    cell += text.slice(index, quote);
    const next = text[quote + 1];
    if (next === '"') {
      cell += '"';
      index = quote + 2;
    } else
      return next === undefined || next === delimiter || next === '\n' || next === '\r'
        ? { cell, end: quote + 1 }
        : null;
  }
}

/** Returns the index at which an unquoted cell ends: at a delimiter, a line break or the end of the text. */
function endOfCell(text: string, from: number, delimiter: string): number {
  for (let index = from; index < text.length; index += 1) {
    const letter = text[index];
    if (letter === delimiter || letter === '\n' || letter === '\r') return index;
  }
  return text.length;
}

interface ReadRows {
  readonly rows: DelimitedRow[];
  /** Quoted cells that contain a delimiter or a line break; only these cells can be misread. */
  readonly crossingCells: readonly string[];
}

function readRows(text: string, delimiter: string, maxRows: number): ReadRows {
  const rows: DelimitedRow[] = [];
  const crossingCells: string[] = [];
  let cells: string[] = [];
  let [index, line, startLine] = [0, 1, 1];
  for (;;) {
    const quotedValue = text[index] === '"' ? quotedCell(text, index, delimiter) : null;
    const end = quotedValue?.end ?? endOfCell(text, index, delimiter);
    if (quotedValue && (quotedValue.cell.includes(delimiter) || /[\n\r]/.test(quotedValue.cell)))
      crossingCells.push(quotedValue.cell);
    cells.push(quotedValue ? quotedValue.cell.replaceAll('\r\n', '\n') : text.slice(index, end));
    if (quotedValue) line += quotedValue.cell.split(/\r\n|\n|\r/).length - 1;
    if (text[end] === delimiter) {
      index = end + 1;
      continue;
    }
    rows.push({ line: startLine, cells });
    index = end + (text[end] === '\r' && text[end + 1] === '\n' ? 2 : 1);
    // A line break at the end of the text starts no further row.
    if (rows.length > maxRows || index >= text.length) return { rows, crossingCells };
    [cells, line, startLine] = [[], line + 1, line + 1];
  }
}

/**
 * Parses delimited text into rows of any length. Line breaks inside cells become `\n`.
 * @param maxRows maximum number of rows; one more is parsed, so that the caller notices the excess
 */
export const rowsOfDelimited = (text: string, delimiter: string, maxRows = Number.POSITIVE_INFINITY): DelimitedRow[] =>
  readRows(text, delimiter, maxRows).rows;

const isBlock = (rows: readonly (readonly string[])[]): boolean =>
  rows.every((cells) => cells.length === rows[0]?.length);

/** Counts a character in a text. */
const countOf = (text: string, sign: string): number => text.split(sign).length - 1;

/** Removes the line breaks at the end. */
function withoutLastLines(text: string): string {
  let end = text.length;
  while (end > 0 && (text[end - 1] === '\n' || text[end - 1] === '\r')) end -= 1;
  return text.slice(0, end);
}

/**
 * Returns a function that checks whether a cell with a line break is certainly one cell. This is the case where rows
 * end with CRLF and the cell contains LF, or where the text has no line break outside the cell. The text is scanned
 * only once.
 */
function certainCellTest(text: string): (cell: string) => boolean {
  const crlf = text.includes('\r\n');
  const breaks = countOf(withoutLastLines(text), '\n');
  return (cell) =>
    !cell.includes('\t') && !cell.includes('\r') && (crlf || (!cell.includes('"') && countOf(cell, '\n') === breaks));
}

/**
 * Parses a block pasted from another program. A quote at the beginning of one cell and a quote at the end of another
 * may enclose a multi-line cell, or be ordinary characters. The interpretation with equally long rows is chosen; null
 * where both or neither give such rows.
 */
export function pastedRows(text: string, maxRows = Number.POSITIVE_INFINITY): string[][] | null {
  const { rows, crossingCells } = readRows(text, '\t', maxRows);
  const quotedRows = rows.map(({ cells }) => cells);
  if (crossingCells.every(certainCellTest(text))) return quotedRows;
  const lines = text.split(/\r\n|\n|\r/);
  if (lines.at(-1) === '') lines.pop();
  const plainRows = lines.map((line) => line.split('\t'));
  // A single row always has equally long rows, so its length does not decide about a cell that would contain a tab.
  if (quotedRows.length === 1 && crossingCells.some((cell) => cell.includes('\t'))) return null;
  if (isBlock(quotedRows) === isBlock(plainRows)) return null;
  return isBlock(quotedRows)
    ? quotedRows
    : plainRows.slice(0, maxRows === Number.POSITIVE_INFINITY ? undefined : maxRows + 1);
}
