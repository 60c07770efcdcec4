import { convertMass, shiftPoint } from '@contract/fields/balanceLine';
import { rowsOfDelimited } from '@contract/workbook/delimitedRows';
import { labAttachmentTexts } from '../attachments/attachmentTexts';
import { headingOf } from './cells/columnHeadings';
import { type DecimalMark, decimalMarkOf, isAmbiguousNumber, normalizedNumber } from './peakNumber';
import { rowLengthProblem } from './tableLines';

// Peak tables as the software of an instrument exports them: lines of the software, a header, and one line per
// injection or peak. A file may contain several tables.

export interface TableLine {
  /** Line number in the file, from 1. */
  readonly line: number;
  /** Displayed texts of the cells. */
  readonly cells: readonly string[];
  /** For a workbook the stored numbers by column, independent of their display format. */
  readonly numbers?: readonly (string | null)[];
}

export interface PeakTable {
  /** Title in the file; '' where the file has none. */
  readonly title: string;
  readonly headings: readonly string[];
  readonly lines: readonly TableLine[];
  /** Number of headings in a file whose cells are separated by commas. */
  readonly width?: number;
}

/** Highest number of cells in the tables of a file. */
export const maxTableCells = 500_000;

/** Returns the number of cells in tables, headings included. */
export const cellCountOf = (tables: readonly PeakTable[]): number =>
  tables.reduce(
    (sum, { headings, lines }) => sum + headings.length + lines.reduce((cells, line) => cells + line.cells.length, 0),
    0,
  );

/** Highest number of columns in all tables of a file; the meaning of each heading is guessed. */
export const maxTableColumns = 10_000;

/** Returns the number of columns in tables. */
export const columnCountOf = (tables: readonly PeakTable[]): number =>
  tables.reduce((sum, { headings }) => sum + headings.length, 0);

/** Column indices by meaning; null for a missing column. */
export interface PeakColumns {
  readonly sample: number | null;
  readonly peak: number | null;
  readonly value: number | null;
}

/**
 * Delimiters in the order of preference. The semicolon precedes the comma, because numbers contain commas more often
 * than cells contain semicolons.
 */
const cellDelimiters = ['\t', ';', ','] as const;

/** Splits columns that are separated by blanks, for files without a delimiter. */
const splitAtBlanks = (text: string): string[] => text.trim().split(/\s{2,}|\t/);

const isNumeric = (cell: string): boolean =>
  normalizedNumber(cell, '.') !== null || normalizedNumber(cell, ',') !== null;

const filledCount = ({ cells }: TableLine): number => cells.filter((cell) => cell !== '').length;
const isWide = (line: TableLine): boolean => filledCount(line) >= 2;
const hasNumber = ({ cells, numbers }: TableLine): boolean =>
  cells.some(isNumeric) || (numbers?.some((number) => number !== null) ?? false);
/** Returns whether a line may be a header: it contains no number. */
const isHead = (line: TableLine): boolean => isWide(line) && !hasNumber(line);
/** Returns whether these cells may be a header. */
export const isHeadOf = (cells: readonly string[]): boolean => isHead({ line: 0, cells });

interface TablePart {
  readonly title: string;
  readonly lines: readonly TableLine[];
}

/**
 * Splits a file into parts. A blank line or a line with a single cell ends a part; that cell is the title of the next.
 */
function partsOf(tableLines: readonly TableLine[]): TablePart[] {
  const parts: { title: string; lines: TableLine[] }[] = [];
  let [title, last] = ['', Number.NaN];
  for (const tableLine of tableLines) {
    const currentPart = parts.at(-1);
    if (!isWide(tableLine)) title = tableLine.cells.find((cell) => cell !== '')?.replace(/^\[|\]$/g, '') ?? title;
    else if (currentPart && tableLine.line === last + 1) currentPart.lines.push(tableLine);
    else {
      parts.push({ title, lines: [tableLine] });
      title = '';
    }
    if (isWide(tableLine)) last = tableLine.line;
  }
  return parts;
}

const widthOf = (lines: readonly TableLine[]): number =>
  lines.reduce((widest, { cells }) => Math.max(widest, cells.length), 0);

/**
 * Returns a part with its header: the first of the widest lines without numbers that stands above a line with a
 * number. Without a header the columns are numbered.
 */
function withHead({ title, lines }: TablePart): (PeakTable & { readonly width: number }) | null {
  if (!lines.some(hasNumber)) return null;
  const [first, last] = [lines.findIndex(hasNumber), lines.findLastIndex(hasNumber)];
  const heads = lines
    .slice(0, last)
    .flatMap((line, index) => (isHead(line) ? [{ at: index, width: line.cells.length }] : []));
  const head = heads.reduce<(typeof heads)[number] | undefined>(
    (widest, candidate) => (widest && widest.width >= candidate.width ? widest : candidate),
    undefined,
  );
  // Lines with numbers above the header are output of the software, e.g. a count of peaks or a date.
  const from =
    head && (head.at < first || (lines[head.at]?.cells.length ?? 0) > widthOf(lines.slice(0, head.at)))
      ? head.at + 1
      : first;
  const names = head && from === head.at + 1 ? (lines[head.at]?.cells ?? []) : [];
  const bodyLines = lines.slice(from);
  return {
    title,
    headings: Array.from({ length: widthOf(bodyLines) }, (_, index) => names[index]?.trim() || `第${index + 1}列`),
    lines: bodyLines,
    width: names.length,
  };
}

const isNamed = ({ headings }: PeakTable): boolean => headings.some((heading) => !/^第\d+列$/.test(heading));

/**
 * Returns all tables of a file from its lines. A part without a header continues the table above if it has the same
 * width.
 * @param commas whether commas separate the cells
 */
export function tablesOfLines(tableLines: readonly TableLine[], commas = false): PeakTable[] {
  const tables: PeakTable[] = [];
  for (const tablePart of partsOf(tableLines)) {
    const tableWithHead = withHead(tablePart);
    const previousTable = tables.at(-1);
    if (!tableWithHead) continue;
    const { width, ...plainTable } = tableWithHead;
    const table: PeakTable = commas ? { ...plainTable, width } : plainTable;
    if (
      previousTable &&
      isNamed(previousTable) &&
      !isNamed(table) &&
      widthOf(table.lines) === previousTable.headings.length
    )
      tables[tables.length - 1] = { ...previousTable, lines: [...previousTable.lines, ...table.lines] };
    else tables.push(table);
  }
  return tables;
}

/** Parses the tables of delimited text (CSV, TXT); none where no line contains a number. */
export function tablesOfText(text: string): PeakTable[] {
  const plainText = text.replace(/^\uFEFF/, '');
  const raw = plainText
    .split(/\r\n|\r|\n/)
    .map((lineText, index) => ({ line: index + 1, text: lineText }))
    .filter((rawLine) => rawLine.text.trim() !== '');
  const score = (delimiter: string) => raw.filter((rawLine) => rawLine.text.includes(delimiter)).length;
  const delimiter = [...cellDelimiters].sort((a, b) => score(b) - score(a))[0] as string;
  const delimited = score(delimiter) >= raw.length / 3;
  if (!delimited)
    return tablesOfLines(raw.map(({ line, text: lineText }) => ({ line, cells: splitAtBlanks(lineText) })));
  return tablesOfLines(
    rowsOfDelimited(plainText, delimiter).map(({ line, cells }) => ({ line, cells: cells.map((cell) => cell.trim()) })),
    delimiter === ',',
  );
}

/**
 * Returns the tables of a workbook sheet; the reader has already split off the first filled line as the header.
 * @param header cells of the first filled line
 * @param headerLine its number in the sheet, from 1
 * @param rows the lines below it
 */
export function tablesOfRows(header: readonly string[], headerLine: number, rows: readonly TableLine[]): PeakTable[] {
  return tablesOfLines([{ line: headerLine, cells: header }, ...rows]);
}

/**
 * Returns the index of the most probable table. A table with columns for sample and value comes first, then one with
 * a title, then the one with the most lines.
 */
export function likelyTable(tables: readonly PeakTable[]): number {
  const rankOf = (table: PeakTable): number => {
    const { sample, value } = guessColumns(table);
    return Number(sample !== null && value !== null) * 2 + Number(isNamed(table));
  };
  let [best, bestRank] = [0, -1];
  for (const [index, table] of tables.entries()) {
    const rank = rankOf(table);
    if (rank > bestRank) [best, bestRank] = [index, rank];
  }
  return best;
}

/** Quantities that are used as readings, the most probable first. */
const preferredRoles = [
  'area',
  'response',
  'absorbance',
  'intensity',
  'potential',
  'height',
  'concentration',
  'amount',
  'result',
  'mass',
  'volume',
  'level',
  'pH',
] as const;

/**
 * Guesses the meaning of the columns from their headings; a person confirms it. A column whose heading is unknown is
 * not proposed, because it may contain retention times.
 */
export function guessColumns({ headings }: PeakTable): PeakColumns {
  const knownColumns = headings.map((heading, index) => ({ at: index, ...headingOf(heading) }));
  const columnOfRole = (role: string): number | null =>
    knownColumns.filter((column) => column.role === role).sort((a, b) => a.rank - b.rank)[0]?.at ?? null;
  const value = preferredRoles.map(columnOfRole).find((at) => at !== null) ?? null;
  return { sample: columnOfRole('sample') ?? columnOfRole('sampleName'), peak: columnOfRole('component'), value };
}

/** A row of the record to which a line may belong. */
interface PeakRow {
  readonly id: number;
  readonly sampleNo: string;
  readonly rowKind: string;
  /** Number of the filter, by which a balance names the sample. */
  readonly filterNo?: string | null | undefined;
}

export interface MatchedLine {
  readonly line: number;
  readonly sampleName: string;
  readonly peakName: string;
  readonly value: string;
  /** Number that is used as the reading; null where the cell is not a number. */
  readonly number: string | null;
  readonly state: 'matched' | 'parked' | 'ignored';
  readonly row: number | null;
  readonly reason: string | null;
}

/** Returns the reading that a line would overwrite; null where the reading is empty or the same number. */
export function overwrittenReading({ number, row }: MatchedLine, heldReading: unknown): string | null {
  const text = typeof heldReading === 'string' ? heldReading : '';
  return row === null || text === '' || number === null || Number(text) === Number(number) ? null : text;
}

export interface PeakChoice {
  readonly sampleColumn: number;
  readonly valueColumn: number;
  readonly peakColumn?: number | null | undefined;
  /** Name of the component, where a file contains several components. */
  readonly peakName?: string | null | undefined;
  /** Other names of the component, e.g. English ones. */
  readonly alsoCalled?: readonly string[];
  /** Decimal mark of the value column; by default determined from its cells. */
  readonly decimalMark?: DecimalMark | null | undefined;
  /** Unit of the reading. A mass in another unit of the file is converted, and a share of a workbook to per cent. */
  readonly unit?: string | null | undefined;
}

/** Returns the rows whose filter number no other row has, by filter number. */
function rowsByFilter(rows: readonly PeakRow[]): ReadonlyMap<string, PeakRow> {
  const byFilter = new Map<string, PeakRow | null>();
  for (const row of rows) {
    const key = keyOf(row.filterNo ?? '');
    if (key !== '') byFilter.set(key, byFilter.has(key) ? null : row);
  }
  return new Map([...byFilter].flatMap(([key, row]) => (row ? [[key, row] as const] : [])));
}

/** Heading of the column with the units in the tables of a file that a profile reads. */
export const unitHeading = '单位';

const perCentPattern = /[%％]$/;

/**
 * Returns a number that is written in per cent; null for any other cell. A workbook stores 95.4% as 0.954.
 * @param storedNumber number of a workbook's cell; null for a text
 */
function perCentOf(cell: string, storedNumber: string | null, decimalMark: DecimalMark | null): string | null {
  if (!perCentPattern.test(cell)) return null;
  return storedNumber === null ? normalizedNumber(cell.slice(0, -1), decimalMark ?? '.') : shiftPoint(storedNumber, 2);
}

/** Returns the number in the unit of the reading, where the file states another unit of mass. */
function inUnit(table: PeakTable, cells: readonly string[], number: string | null, unit: string | null | undefined) {
  const unitText = cells[table.headings.indexOf(unitHeading)] ?? '';
  return number === null || !unit || unitText === ''
    ? number
    : (convertMass({ value: number, unit: unitText }, unit) ?? number);
}

/**
 * Returns the decimal mark of a column; null where a person has to choose. Stored numbers of a workbook have no
 * decimal mark, so they do not decide.
 */
export const markOfColumn = ({ lines }: PeakTable, column: number): DecimalMark | null =>
  decimalMarkOf(
    lines.flatMap(({ cells, numbers }) => ((numbers?.[column] ?? null) === null ? [cells[column] ?? ''] : [])),
  );

/** Returns a name in the form in which names are compared: without blanks, in half-width capital letters. */
export const keyOf = (name: string): string => name.normalize('NFKC').toUpperCase().replaceAll(/\s+/g, '');

/** Returns whether a component has one of these names. */
export const isNameOf = (component: string, names: readonly string[]): boolean =>
  names.some((name) => keyOf(name) === keyOf(component));

/**
 * Assigns every line of a table to a reading of a row, or marks it for a person to decide. A second line of one sample
 * is its parallel only if the name of the line says so. No line is dropped; lines of other components are marked as
 * ignored.
 * @param table table of an instrument file
 * @param rows rows of the record
 */
export function matchLines(
  table: PeakTable,
  rows: readonly PeakRow[],
  { sampleColumn, valueColumn, peakColumn, peakName, alsoCalled = [], decimalMark, unit }: PeakChoice,
): MatchedLine[] {
  const columnMark = decimalMark ?? markOfColumn(table, valueColumn);
  const bySample = new Map<string, PeakRow[]>();
  for (const row of rows) bySample.set(keyOf(row.sampleNo), [...(bySample.get(keyOf(row.sampleNo)) ?? []), row]);
  const byFilter = rowsByFilter(rows);
  const peakKeys = new Set([peakName ?? '', ...alsoCalled].map(keyOf));
  const lineByRow = new Map<number, number>();
  const firstLine = new Map<string, number>();
  return table.lines.map(({ line, cells, numbers }) => {
    const sampleName = (cells[sampleColumn] ?? '').trim();
    const peak = peakColumn === null || peakColumn === undefined ? '' : (cells[peakColumn] ?? '').trim();
    const storedNumber = numbers?.[valueColumn] ?? null;
    const cell = (cells[valueColumn] ?? '').trim();
    const perCent = unit === '%' ? perCentOf(cell, storedNumber, columnMark) : null;
    const value = perCent ?? storedNumber ?? cell;
    const isUnclear = storedNumber === null && columnMark === null && isAmbiguousNumber(value);
    const tooLong = rowLengthProblem(cells, table.width);
    const valueReading =
      perCent ??
      storedNumber ??
      (isUnclear || tooLong !== null
        ? null
        : columnMark === null
          ? (normalizedNumber(value, '.') ?? normalizedNumber(value, ','))
          : normalizedNumber(value, columnMark));
    const number = inUnit(table, cells, valueReading, unit);
    const lineFacts = { line, sampleName, peakName: peak, value, number };
    const parkLine = (reason: string): MatchedLine => ({ ...lineFacts, state: 'parked', row: null, reason });
    if (peakName && !peakKeys.has(keyOf(peak)))
      return { ...lineFacts, state: 'ignored', row: null, reason: labAttachmentTexts.otherPeak };
    if (!sampleName) return parkLine(labAttachmentTexts.noSample);
    const key = keyOf(sampleName);
    // `…-P` and `…-P1` mean the parallel of a sample (DOMAIN §1.8).
    const isParallel = /-P\d?$/.test(key) && !bySample.has(key);
    const ofFilter = bySample.has(key) ? undefined : byFilter.get(key);
    const candidates = ofFilter ? [ofFilter] : bySample.get(isParallel ? key.replace(/-P\d?$/, '') : key);
    if (!candidates) return parkLine(labAttachmentTexts.noRow(sampleName));
    if (tooLong !== null) return parkLine(tooLong);
    if (isUnclear) return parkLine(labAttachmentTexts.markUnclear(value));
    if (number === null) return parkLine(labAttachmentTexts.notNumber(value));
    const row = candidates.find(
      ({ id, rowKind }) => !lineByRow.has(id) && (Boolean(ofFilter) || (rowKind === 'parallel') === isParallel),
    );
    if (!row) return parkLine(labAttachmentTexts.repeated(firstLine.get(key) ?? line));
    lineByRow.set(row.id, line);
    if (!firstLine.has(key)) firstLine.set(key, line);
    return { ...lineFacts, state: 'matched', row: row.id, reason: null };
  });
}
