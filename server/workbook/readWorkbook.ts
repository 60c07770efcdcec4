import { dropBlanks, momentOfSerial, trimBlanks } from '@contract/fields/normalizeText';
import { messages } from '@contract/messages';
import { headerName } from '@contract/workbook/readTableRows';
import { cellMarks, type RawCell, type SheetChoice, type SheetTable } from '@contract/workbook/sheetCells';
import { sheetMessages } from '@contract/workbook/sheetMessages';
import { chooseSheet } from './chooseSheet';
import { parseBook, workbookStream } from './readWorker.mjs';
import { sheetLimits, type SheetLimits } from './workbookLimits';
import { WorkbookRefusal } from './workbookRefusal';
import { cellPlace, xlsTextRuns } from './xlsTextRuns';
import { isZip } from './zipDirectory';
import { cleanWorkbook } from './zipGuard';

export interface ReadOptions {
  /** Name of the upload; its extension must be xls or xlsx. */
  fileName?: string;
  /** Expected headers. With them, the header row may be below a title. */
  expected?: readonly string[];
  /** Name of the sheet to read; by default the first visible sheet that is not empty. */
  sheet?: string;
  /** True: reads the sheet without looking for a header row, and returns merged ranges. */
  raw?: boolean;
  /** Number of characters after which a cell is cut; by default none is. */
  longestCell?: number;
  limits?: Partial<SheetLimits>;
}

type PackedCell =
  | null
  | string
  | number
  | ['formula', string]
  | ['date', number, string]
  | ['number', number, string]
  | ['flag', boolean]
  | ['error', string]
  | ['merged'];
interface ParsedWorkbook {
  sheetName: string;
  /** Index of the sheet. */
  sheetAt: number;
  rows: [line: number, cells: PackedCell[]][];
  date1904: boolean;
  /** Sheets of an xls; null for an xlsx, whose sheets were found before. */
  sheets: (SheetChoice & { filled: boolean })[] | null;
  /** Merged ranges: first and last row, first and last column, counted from 0. */
  merges: [number, number, number, number][];
}
export type BookReply = ParsedWorkbook | { failure: 'encrypted' | 'columns' | 'merges' | 'unreadable' };

/**
 * Reads one sheet of an xls or xlsx file in this process. The server uses `openWorkbook`, which runs it in a child
 * process.
 * @throws WorkbookRefusal with a Chinese sentence if the file is no workbook, dangerous, too large, damaged or empty
 */
export async function readWorkbook(bytes: Uint8Array, options: ReadOptions = {}): Promise<SheetTable> {
  const limits = { ...sheetLimits, ...options.limits };
  if (options.fileName !== undefined && !/\.xlsx?$/i.test(options.fileName))
    throw new WorkbookRefusal(messages.wrongWorkbook);
  if (bytes.length > limits.bytes)
    throw new WorkbookRefusal(sheetMessages.tooBig(Math.floor(limits.bytes / 1024 / 1024)));
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const cleanedBook = isZip(buffer) ? await cleanWorkbook(buffer, limits, options.sheet) : null;
  const oldContent = cleanedBook ? null : checkedOldWorkbook(buffer);
  const parsedBook = parseWorkbook(
    cleanedBook?.zip ?? oldContent ?? buffer,
    {
      sheet: cleanedBook?.sheet ?? null,
      sheetName: options.sheet,
      formulas: cleanedBook?.formulas ?? false,
      raw: options.raw ?? false,
    },
    limits,
  );
  if (oldContent) restoreTextMarks(parsedBook, oldContent);
  if (!cleanedBook) chooseSheet(parsedBook.sheets ?? [], options.sheet);
  const sheets =
    cleanedBook?.sheets ??
    (parsedBook.sheets ?? []).filter(({ filled }) => filled).map(({ name, hidden }) => ({ name, hidden }));
  return options.raw
    ? rawTableOf(parsedBook, sheets, limits)
    : tableOf(parsedBook, sheets, options.expected ?? [], limits);
}

/**
 * Checks an xls: a compound file with a stream Workbook, or Book before 1997. An encrypted xlsx is a compound file with
 * another stream.
 */
function checkedOldWorkbook(bytes: Buffer): Uint8Array {
  const containsName = (name: string) => bytes.includes(Buffer.from(name, 'utf16le'));
  if (!bytes.subarray(0, 8).equals(Buffer.from('d0cf11e0a1b11ae1', 'hex'))) {
    const fileStart = bytes
      .subarray(0, 512)
      .toString('latin1')
      .replace(/^[^<]{0,4}/, '')
      .trimStart();
    throw new WorkbookRefusal(
      /^<(!doctype|html|table|\?xml|head|meta)/i.test(fileStart) ? sheetMessages.webPage : messages.wrongWorkbook,
    );
  }
  if (containsName('EncryptedPackage')) throw new WorkbookRefusal(sheetMessages.encrypted);
  if (!containsName('Workbook') && !containsName('Book')) throw new WorkbookRefusal(messages.wrongWorkbook);
  // With version 0 the parser would treat the rest as a zip and bypass the checks.
  const version = bytes.readUInt16LE(26);
  if (version !== 3 && version !== 4) throw new WorkbookRefusal(sheetMessages.unreadable);
  return Uint8Array.prototype.slice.call(bytes);
}

/** Restores superscript and strike-through, which the parser of xls files drops. */
function restoreTextMarks({ sheetAt, rows }: ParsedWorkbook, bytes: Uint8Array): void {
  let runs: ReturnType<typeof xlsTextRuns>;
  try {
    const stream = workbookStream(bytes);
    runs = stream ? xlsTextRuns(stream) : new Map();
  } catch {
    // The damage is in parts that the parser does not read. Without fonts the texts stay unmarked.
    return;
  }
  const runTexts = runs.get(sheetAt);
  if (!runTexts) return;
  for (const [line, cells] of rows) {
    for (const [column, packedCell] of cells.entries())
      if (typeof packedCell === 'string') cells[column] = runTexts.get(cellPlace(line, column)) ?? packedCell;
  }
}

export interface ParseOptions {
  /** Index in an xlsx; for an xls the parser finds the sheet by the wanted name. */
  readonly sheet: number | null;
  readonly sheetName: string | undefined;
  readonly formulas: boolean;
  /** True: formulas are read as their stored result, and merged ranges are returned. */
  readonly raw: boolean;
}

function parseWorkbook(bytes: Uint8Array, options: ParseOptions, limits: SheetLimits): ParsedWorkbook {
  const reply = parseBook({ bytes, ...options, columns: limits.columns });
  if (!('failure' in reply)) return reply;
  if (reply.failure === 'columns') throw new WorkbookRefusal(sheetMessages.tooManyColumns(limits.columns));
  throw new WorkbookRefusal(reply.failure === 'encrypted' ? sheetMessages.encrypted : sheetMessages.unreadable);
}

const emptyCell: RawCell = { kind: 'empty', text: '', value: null };
const mergedCell: RawCell = { kind: 'merged', text: cellMarks.merged, value: null };

function cellOf(packedCell: PackedCell | undefined, date1904: boolean): RawCell {
  if (packedCell === null || packedCell === undefined) return emptyCell;
  if (typeof packedCell === 'string') return { kind: 'text', text: packedCell, value: packedCell };
  if (typeof packedCell === 'number') return { kind: 'number', text: String(packedCell), value: packedCell };
  switch (packedCell[0]) {
    case 'formula':
      return { kind: 'formula', text: `${cellMarks.formula}=${packedCell[1]}`, value: null };
    case 'number':
      return { kind: 'number', text: packedCell[2], value: packedCell[1] };
    case 'date': {
      const momentText = momentOfSerial(packedCell[1], date1904);
      return momentText === null
        ? { kind: 'number', text: packedCell[2], value: packedCell[1] }
        : { kind: 'date', text: momentText, value: momentText };
    }
    case 'flag':
      return { kind: 'flag', text: packedCell[1] ? 'TRUE' : 'FALSE', value: packedCell[1] };
    case 'error':
      return { kind: 'error', text: packedCell[1], value: null };
    case 'merged':
      return mergedCell;
  }
}

/**
 * Returns the index of the header row among the first ten rows: the row with the most expected headers. Titles and
 * notes may be above it.
 */
function headerIndex(rows: ParsedWorkbook['rows'], expectedHeadings: readonly string[]): number {
  const headingNames = new Set(expectedHeadings);
  const headingCounts = rows
    .slice(0, 10)
    .map(([, cells]) => cells.filter((cell) => typeof cell === 'string' && headingNames.has(headerName(cell))).length);
  return Math.max(0, headingCounts.indexOf(Math.max(...headingCounts)));
}

const filledRows = ({ rows }: ParsedWorkbook): ParsedWorkbook['rows'] =>
  rows.filter(([, cells]) =>
    cells.some((cell) => cell !== null && (typeof cell !== 'string' || dropBlanks(cell) !== '')),
  );

/** Returns the whole sheet as rows without a header. */
function rawTableOf(parsedBook: ParsedWorkbook, sheets: readonly SheetChoice[], limits: SheetLimits): SheetTable {
  const rows = filledRows(parsedBook);
  if (!rows.length) throw new WorkbookRefusal(sheetMessages.empty);
  if (rows.length > limits.rows) throw new WorkbookRefusal(sheetMessages.tooManyRows(limits.rows));
  return {
    sheetName: parsedBook.sheetName,
    header: [],
    headerLine: 0,
    rows: rows.map(([line, cells]) => ({
      line: line + 1,
      cells: cells.map((cell) => cellOf(cell, parsedBook.date1904)),
    })),
    sheets,
    merges: parsedBook.merges.map(([fromLine, toLine, fromColumn, toColumn]) => ({
      fromLine: fromLine + 1,
      toLine: toLine + 1,
      fromColumn,
      toColumn,
    })),
  };
}

function tableOf(
  parsedBook: ParsedWorkbook,
  sheets: readonly SheetChoice[],
  expectedHeadings: readonly string[],
  limits: SheetLimits,
): SheetTable {
  const { sheetName, date1904 } = parsedBook;
  const rows = filledRows(parsedBook);
  const headerRow = rows[headerIndex(rows, expectedHeadings)];
  if (!headerRow) throw new WorkbookRefusal(sheetMessages.empty);
  const body = rows.filter(([line]) => line > headerRow[0]);
  if (body.length > limits.rows) throw new WorkbookRefusal(sheetMessages.tooManyRows(limits.rows));
  const width = body.reduce((widest, [, cells]) => Math.max(widest, cells.length), headerRow[1].length);
  const header = Array.from({ length: width }, (_, column) => {
    const cell = cellOf(headerRow[1][column], date1904);
    return cell.kind === 'merged' ? '' : trimBlanks(cell.text);
  });
  return {
    sheetName,
    header: header.map((name, column) =>
      name === '' && body.some(([, cells]) => (cells[column] ?? null) !== null)
        ? `第${column + 1}列（没有列名）`
        : name,
    ),
    headerLine: headerRow[0] + 1,
    rows: body.map(([line, cells]) => ({
      line: line + 1,
      cells: header.map((_, column) => cellOf(cells[column], date1904)),
    })),
    sheets,
  };
}
