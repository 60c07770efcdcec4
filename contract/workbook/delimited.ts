// Text as spreadsheets and instruments write tables: a delimiter between cells, a line break between rows, quotes
// around cells that hold either.

export interface DelimitedRow {
  /** Line of the text at which the row begins, counted from 1. */
  readonly line: number;
  readonly cells: string[];
}

interface Quoted {
  readonly cell: string;
  readonly end: number;
}

/**
 * A quoted cell from its opening quote; null where the quote is a plain character: it is never closed, or what closes
 * it is followed by
 * more text (`"5 in" left`, an inch mark alone).
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

/** Where a cell without quotes ends: at the delimiter, a line break or the end of the text. */
function endOfCell(text: string, from: number, delimiter: string): number {
  for (let at = from; at < text.length; at += 1) {
    const letter = text[at];
    if (letter === delimiter || letter === '\n' || letter === '\r') return at;
  }
  return text.length;
}

interface Read {
  readonly rows: DelimitedRow[];
  /** What was read as one cell though it holds a delimiter or a line break: where it can be wrong. */
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
    // The line break behind the last row starts none.
    if (rows.length > most || at >= text.length) return { rows, crossing };
    [cells, line, begun] = [[], line + 1, line + 1];
  }
}

/**
 * Rows of cells, as long as they come. Line breaks inside of cells become `\n`.
 * @param most rows that are of use: one more is read
 */
export const rowsOfDelimited = (text: string, delimiter: string, most = Number.POSITIVE_INFINITY): DelimitedRow[] =>
  read(text, delimiter, most).rows;

const isBlock = (rows: readonly (readonly string[])[]): boolean =>
  rows.every((cells) => cells.length === rows[0]?.length);

/**
 * Whether a cell that was read over a line break can only have been one cell: programs write CRLF between rows and LF
 * inside of cells.
 */
const isCertain = (cell: string, text: string): boolean =>
  !cell.includes('\t') &&
  !cell.includes('\r') &&
  (text.includes('\r\n') ||
    !text
      .replace(/[\n\r]+$/, '')
      .replace(cell, '')
      .includes('\n'));

/**
 * The rows of a block that somebody pasted from another program. Quotes that begin one cell and end another can be
 * quotes around a cell of
 * several lines or two cells with a sign of their own: what leaves all rows equally long is meant. Null where that
 * tells nothing.
 */
export function pastedRows(text: string, most = Number.POSITIVE_INFINITY): string[][] | null {
  const { rows, crossing } = read(text, '\t', most);
  const quoted = rows.map(({ cells }) => cells);
  if (crossing.every((cell) => isCertain(cell, text))) return quoted;
  const lines = text.split(/\r\n|\n|\r/);
  if (lines.at(-1) === '') lines.pop();
  const plain = lines.map((one) => one.split('\t'));
  // One row is as long as itself: that tells nothing of a cell that would hold a tab.
  if (quoted.length === 1 && crossing.some((cell) => cell.includes('\t'))) return null;
  if (isBlock(quoted) === isBlock(plain)) return null;
  return isBlock(quoted) ? quoted : plain.slice(0, most === Number.POSITIVE_INFINITY ? undefined : most + 1);
}
