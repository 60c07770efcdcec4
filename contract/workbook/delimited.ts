// Delimited text as spreadsheets and instruments write it: a delimiter between cells, a line break between rows, quotes
// around cells that contain either.

interface DelimitedRow {
  /** Line of the text at which the row begins, from 1. */
  readonly line: number;
  readonly cells: string[];
}

interface Quoted {
  readonly cell: string;
  readonly end: number;
}

/**
 * Parses a quoted cell from its opening quote; null where the quote is an ordinary character, i.e. never closed or
 * followed by more text after closing (`"5 in" left`, an inch mark).
 */
function quotedCell(text: string, from: number, delimiter: string): Quoted | null {
  let cell = '';
  for (let at = from + 1; ;) {
    const quote = text.indexOf('"', at);
    if (quote < 0) return null;
    cell += text.slice(at, quote);
    const next = text[quote + 1];
    if (next === '"') {
      cell += '"';
      at = quote + 2;
    } else
      return next === undefined || next === delimiter || next === '\n' || next === '\r'
        ? { cell, end: quote + 1 }
        : null;
  }
}

/** Returns where an unquoted cell ends: at the delimiter, a line break or the end of the text. */
function endOfCell(text: string, from: number, delimiter: string): number {
  for (let at = from; at < text.length; at += 1) {
    const letter = text[at];
    if (letter === delimiter || letter === '\n' || letter === '\r') return at;
  }
  return text.length;
}

interface Read {
  readonly rows: DelimitedRow[];
  /** Quoted cells that contain a delimiter or a line break; only they can be misread. */
  readonly crossing: readonly string[];
}

function read(text: string, delimiter: string, most: number): Read {
  const rows: DelimitedRow[] = [];
  const crossing: string[] = [];
  let cells: string[] = [];
  let [at, line, begun] = [0, 1, 1];
  for (;;) {
    const quoted = text[at] === '"' ? quotedCell(text, at, delimiter) : null;
    const end = quoted?.end ?? endOfCell(text, at, delimiter);
    if (quoted && (quoted.cell.includes(delimiter) || /[\n\r]/.test(quoted.cell))) crossing.push(quoted.cell);
    cells.push(quoted ? quoted.cell.replaceAll('\r\n', '\n') : text.slice(at, end));
    if (quoted) line += quoted.cell.split(/\r\n|\n|\r/).length - 1;
    if (text[end] === delimiter) {
      at = end + 1;
      continue;
    }
    rows.push({ line: begun, cells });
    at = end + (text[end] === '\r' && text[end + 1] === '\n' ? 2 : 1);
    // A line break at the end starts no further row.
    if (rows.length > most || at >= text.length) return { rows, crossing };
    [cells, line, begun] = [[], line + 1, line + 1];
  }
}

/**
 * Parses delimited text into rows of any length. Line breaks inside cells become `\n`.
 * @param most number of useful rows; one more is read, so the caller can see the excess
 */
export const rowsOfDelimited = (text: string, delimiter: string, most = Number.POSITIVE_INFINITY): DelimitedRow[] =>
  read(text, delimiter, most).rows;

const isBlock = (rows: readonly (readonly string[])[]): boolean =>
  rows.every((cells) => cells.length === rows[0]?.length);

/** Counts a character in a text. */
const countOf = (text: string, sign: string): number => text.split(sign).length - 1;

/** Removes line breaks at the end. */
function withoutLastLines(text: string): string {
  let end = text.length;
  while (end > 0 && (text[end - 1] === '\n' || text[end - 1] === '\r')) end -= 1;
  return text.slice(0, end);
}

/**
 * Returns a function that tells whether a cell with a line break is certainly one cell: programs write CRLF between
 * rows and LF inside cells, and a text may have no line break outside the cell. The text is scanned only once.
 */
function certaintyIn(text: string): (cell: string) => boolean {
  const crlf = text.includes('\r\n');
  const breaks = countOf(withoutLastLines(text), '\n');
  return (cell) =>
    !cell.includes('\t') && !cell.includes('\r') && (crlf || (!cell.includes('"') && countOf(cell, '\n') === breaks));
}

/**
 * Parses a block pasted from another program. A quote at the beginning of one cell and one at the end of another may
 * enclose a multi-line cell or be ordinary characters. The reading that makes all rows equally long is chosen; null
 * where both or neither do.
 */
export function pastedRows(text: string, most = Number.POSITIVE_INFINITY): string[][] | null {
  const { rows, crossing } = read(text, '\t', most);
  const quoted = rows.map(({ cells }) => cells);
  if (crossing.every(certaintyIn(text))) return quoted;
  const lines = text.split(/\r\n|\n|\r/);
  if (lines.at(-1) === '') lines.pop();
  const plain = lines.map((one) => one.split('\t'));
  // A single row is always equally long, so it tells nothing about a cell that would contain a tab.
  if (quoted.length === 1 && crossing.some((cell) => cell.includes('\t'))) return null;
  if (isBlock(quoted) === isBlock(plain)) return null;
  return isBlock(quoted) ? quoted : plain.slice(0, most === Number.POSITIVE_INFINITY ? undefined : most + 1);
}
