import { dropBlanks, halfWidthThroughout } from '@contract/fields/normalize';
import { headerName } from '@contract/workbook/rows';
import { filledIn, plainCell, type RawRow, type RawSheet } from './rawSheet';

/** The rows of a head, Excel's numbers, inclusive; both are the same for a head of one row. */
export interface Head {
  readonly first: number;
  readonly last: number;
}

/** Rows from the top among which a head is sought. */
const soughtRows = 40;

/**
 * Returns a column name as it is compared: half width, without blanks, line ends, asterisks and marks, in lower case.
 */
export const nameKey = (name: string): string =>
  dropBlanks(halfWidthThroughout(headerName(name)))
    .replace(/[*:：、，,;；\-_—/／.。]/g, '')
    .toLowerCase();

/** Returns a column name without what stands in brackets: 检出限(μg/mL) is 检出限. */
export const withoutBrackets = (name: string): string =>
  halfWidthThroughout(name)
    .replace(/\([^()]*\)|\[[^\][]*\]|【[^【】]*】/g, '')
    .trim();

/** Tells whether a text is a known column name, with or without brackets. */
const isKnown = (known: ReadonlySet<string>, text: string): boolean =>
  known.has(nameKey(text)) || known.has(nameKey(withoutBrackets(text)));

function scoreOf(row: RawRow, known: ReadonlySet<string>): number {
  const texts = row.cells
    .filter(({ kind }) => kind === 'text')
    .map(plainCell)
    .filter(Boolean);
  if (texts.length < 2 && filledIn(row) > texts.length) return 0;
  const hits = texts.filter((text) => isKnown(known, text)).length;
  // Numbers and dates stand in a body, never in a head; a repeated text is a value.
  const values = filledIn(row) - texts.length + (texts.length - new Set(texts).size);
  return Math.max(0, hits * 3 + texts.length * 0.2 - values);
}

/** Returns the row that follows a head's first row if it belongs to the head too. */
function secondRow({ rows, merges }: RawSheet, first: RawRow): RawRow | null {
  const next = rows.find(({ line }) => line > first.line);
  if (!next || next.line !== first.line + 1) return null;
  const starts = merges.filter(({ fromLine }) => fromLine === first.line);
  const across = starts.some(
    ({ fromColumn, toColumn, toLine }) =>
      toLine === first.line &&
      toColumn > fromColumn &&
      next.cells.slice(fromColumn, toColumn + 1).some((cell) => cell.kind === 'text'),
  );
  const downwards = starts.some(({ toLine }) => toLine === next.line);
  return (across && filledIn(first) > 1) || (downwards && next.cells.some(({ kind }) => kind === 'text')) ? next : null;
}

/**
 * Finds the head of a sheet: the row with the most known column names; where none is known, the first row that is about
 * as wide as the sheet and holds texts alone. A second row belongs to it where cells are merged over it.
 * @param known column names as `nameKey` writes them
 * @returns null for a sheet without rows
 */
export function findHead(sheet: RawSheet, known: ReadonlySet<string>): Head | null {
  const rows = sheet.rows.slice(0, soughtRows);
  const [top] = rows;
  if (!top) return null;
  let best: { row: RawRow; score: number } | null = null;
  for (const row of rows) {
    const score = scoreOf(row, known);
    if (score >= 3 && (!best || score > best.score)) best = { row, score };
  }
  const widest = Math.max(...sheet.rows.slice(0, 200).map(filledIn));
  const row =
    best?.row ??
    rows.find((one) => {
      const filled = one.cells.filter((cell) => plainCell(cell) !== '');
      return filled.length * 10 >= widest * 6 && filled.every(({ kind }) => kind === 'text');
    }) ??
    top;
  // The lower row of a head may have more known names than the upper one.
  const above = rows.find(({ line }) => line === row.line - 1);
  const first = above && filledIn(above) > 1 && secondRow(sheet, above) ? above : row;
  return { first: first.line, last: secondRow(sheet, first)?.line ?? first.line };
}

/** A column of the sheet: its place from 0 and its names, the whole one first. */
export interface SourceColumn {
  readonly at: number;
  /** As shown; 第3列 for a column without a name. */
  readonly name: string;
  /** Names by which it is sought: the whole, and of a head of two rows the lower one. */
  readonly names: readonly string[];
}

/** Returns the columns of a sheet by its head. */
export function sourceColumns({ rows, merges }: RawSheet, head: Head): SourceColumn[] {
  const lines = rows.filter(({ line }) => line >= head.first && line <= head.last);
  const body = rows.filter(({ line }) => line > head.last);
  const width = Math.max(0, ...lines.map(({ cells }) => cells.length), ...body.map(({ cells }) => cells.length));
  const textAt = (line: number, column: number): string => {
    const own = plainCell(rows.find((row) => row.line === line)?.cells[column]);
    if (own) return own;
    const over = merges.find(
      (one) => one.fromLine === line && one.toLine === line && one.fromColumn <= column && one.toColumn >= column,
    );
    return over ? plainCell(rows.find((row) => row.line === line)?.cells[over.fromColumn]) : '';
  };
  return Array.from({ length: width }, (_, at): SourceColumn => {
    const parts = lines.map(({ line }) => textAt(line, at).replace(/[\n\r]+/g, '')).filter(Boolean);
    const last = parts.at(-1);
    const name = [...new Set(parts)].join('/');
    return last === undefined
      ? { at, name: `第${at + 1}列`, names: [] }
      : { at, name, names: [...new Set([name, last, parts.join('')])] };
  }).filter(({ at, names }) => names.length > 0 || body.some(({ cells }) => plainCell(cells[at]) !== ''));
}

/** Returns what tells two heads apart; a mapping is remembered by it. */
export const signatureOf = (columns: readonly SourceColumn[]): string =>
  columns
    .map(({ name }) => nameKey(name))
    .join('|')
    .slice(0, 1000);
