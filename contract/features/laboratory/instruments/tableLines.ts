import type { BlockContext } from './blockContext';
import { isMissing, isNumeric, markOfCells, readValue } from './cells/cellValues';
import { isAmount, isQuantity } from './cells/columnHeadings';
import type { ReadLine, SourceRow } from './instrumentReading';
import { instrumentTexts } from './instrumentTexts';
import { bestColumn, type Column, unitColumn, valueColumns } from './matchColumns';
import { type DecimalMark } from './peakNumber';
import { isMean, isStatistic } from './statisticRows';

/** A table of a file, with the facts of its block. */
export interface FoundTable {
  readonly sheet: string;
  readonly section: string | null;
  readonly columns: readonly Column[];
  readonly context: BlockContext;
  /** The sample or component was not stated, so the context may belong to another block. */
  readonly lost: boolean;
  readonly rows: SourceRow[];
  /** Words above the rows that may be the head of another table. */
  readonly doubtful?: string;
  /** Number of cells of the head, for a text whose cells are separated by commas. */
  readonly width?: number;
}

/**
 * Returns the reason why no number of a row can be used; null for a row that is not longer than its head. A decimal
 * comma without quotes divides a number of a comma-separated text into two cells.
 */
export const rowLengthProblem = (cells: readonly string[], width: number | undefined): string | null =>
  width !== undefined && width > 0 && cells.slice(width).some((cell) => /^\d+$/.test(cell.trim()))
    ? instrumentTexts.tooManyCells(cells.length, width)
    : null;

interface TableColumns {
  readonly sample: Column | null;
  readonly sampleName: Column | null;
  readonly file: Column | null;
  readonly component: Column | null;
  readonly replicate: Column | null;
  readonly time: readonly Column[];
  readonly vial: Column | null;
  readonly kind: Column | null;
  readonly signal: Column | null;
  readonly retention: Column | null;
  readonly values: readonly Column[];
}

/** Returns which column of a table contains which role; null for a role without a column. */
export function placesOf(columns: readonly Column[]): TableColumns {
  const place = (role: Parameters<typeof bestColumn>[1]) => bestColumn(columns, role);
  return {
    sample: place('sample'),
    sampleName: place('sampleName'),
    file: place('file'),
    component: place('component'),
    replicate: place('replicate'),
    time: columns.filter(({ role }) => role === 'time'),
    vial: place('vial'),
    kind: place('kind'),
    signal: place('signal'),
    retention: place('retention'),
    values: valueColumns(columns),
  };
}

const cellAt = (row: SourceRow, column: Column | null): string => (column ? (row.cells[column.index] ?? '') : '');
const textAt = (row: SourceRow, column: Column | null): string | null => cellAt(row, column).trim() || null;

/** Returns whether a table has a column that names its samples. */
export const hasSampleColumn = ({ sample, sampleName, file }: TableColumns): boolean =>
  sample !== null || sampleName !== null || file !== null;

/** Returns whether a row belongs to a table: one of its value cells is a number or marks a missing value. */
export function isTableRow(tableColumns: TableColumns, row: SourceRow): boolean {
  const identity = [tableColumns.sample, tableColumns.sampleName, tableColumns.file, tableColumns.component].filter(
    (place) => place !== null,
  );
  const isNamed = identity.length === 0 || identity.some((column) => cellAt(row, column) !== '');
  const cells = tableColumns.values.map((column) => cellAt(row, column));
  const numeric = cells.some(
    (cell, index) => isNumeric(cell) || (row.numbers?.[tableColumns.values[index]?.index ?? -1] ?? null) !== null,
  );
  const hasSample = [tableColumns.sample, tableColumns.sampleName].some((column) => cellAt(row, column) !== '');
  return numeric || (isNamed && cells.some((cell) => cell !== '' && (hasSample || isMissing(cell))));
}

function isSummary(tableColumns: TableColumns, row: SourceRow): boolean {
  const names = [tableColumns.sample, tableColumns.sampleName, tableColumns.component].map((column) =>
    cellAt(row, column),
  );
  const [kind, replicate] = [cellAt(row, tableColumns.kind), cellAt(row, tableColumns.replicate)];
  if ([kind, replicate].some((cell) => isStatistic(cell) && !isMean(cell))) return true;
  if (isMean(replicate) && !hasSampleColumn(tableColumns)) return false;
  const first = row.cells.find((cell) => cell !== '') ?? '';
  return names.some(isStatistic) || (isStatistic(first) && (names.every((name) => name === '') || first === names[0]));
}

function sampleOf(
  table: FoundTable,
  tableColumns: TableColumns,
  row: SourceRow,
): { sample: string | null; others: string[] } {
  const { context, lost } = table;
  const rowNames = [
    textAt(row, tableColumns.sample),
    textAt(row, tableColumns.sampleName),
    textAt(row, tableColumns.file),
  ];
  const contextNames = lost ? [] : [context.sample, context.sampleName, context.file];
  const [number, name, ...more] = hasSampleColumn(tableColumns) ? rowNames : contextNames;
  // A plain count beside a name is a row number.
  const counts = /^\d{1,3}$/.test(number ?? '') && name !== null && name !== undefined && !/^\d{1,3}$/.test(name);
  const orderedNames = counts ? [name, number, ...more] : [number, name, ...more];
  const names = orderedNames.filter((candidate) => candidate !== null && candidate !== undefined);
  return {
    sample: names[0] ?? null,
    others: [...new Set(names.slice(1))].filter((candidate) => candidate !== names[0]),
  };
}

function replicateOf(tableColumns: TableColumns, row: SourceRow): ReadLine['replicate'] {
  const cell = cellAt(row, tableColumns.replicate).normalize('NFKC').trim();
  if (isMean(cell)) return 'mean';
  const number = /^#?(\d{1,3})(?:\s*(?:\/|of)\s*\d+)?$/i.exec(cell)?.[1];
  return number === undefined ? null : Number(number);
}

interface RowFacts {
  readonly sheet: string;
  readonly row: SourceRow;
  readonly sample: string | null;
  readonly otherNames: readonly string[];
  readonly replicate: ReadLine['replicate'];
}

function lineOf(
  table: FoundTable,
  tableColumns: TableColumns,
  { row, sample, otherNames, replicate, sheet }: RowFacts,
  column: Column,
  decimalMark: DecimalMark | null,
): ReadLine | null {
  const { context, columns, lost } = table;
  const cell = cellAt(row, column);
  const storedNumber = row.numbers?.[column.index] ?? null;
  if ((cell === '' && storedNumber === null) || !isQuantity(column.role)) return null;
  const { value, unit, reason } = readValue(cell, decimalMark, storedNumber);
  const tooLong = rowLengthProblem(row.cells, table.width);
  const component = tableColumns.component
    ? textAt(row, tableColumns.component)
    : (column.component ?? (lost ? null : context.component));
  // A peak without a component has an area, but its amount has no meaning.
  if (tableColumns.component !== null && component === null && isAmount(column.role)) return null;
  const unitCell = textAt(row, unitColumn(columns, column));
  const writtenUnit = unit ?? column.unit ?? unitCell ?? (isAmount(column.role) ? context.unit : null);
  const times = tableColumns.time.map((place) => textAt(row, place)).filter((time) => time !== null);
  return {
    line: row.line,
    sheet,
    sample,
    otherNames,
    component,
    quantity: column.role === 'level' && writtenUnit === '%' ? 'dose' : column.role,
    value: tooLong === null ? value : null,
    text: cell,
    unit: writtenUnit,
    replicate,
    time: times.length ? times.join(' ') : context.time,
    vial: textAt(row, tableColumns.vial) ?? context.vial,
    kind: column.standard ? 'ISTD' : (textAt(row, tableColumns.kind) ?? context.kind),
    signal: column.signal ?? textAt(row, tableColumns.signal) ?? context.signal ?? table.section,
    retention: textAt(row, tableColumns.retention),
    reason: tooLong ?? reason ?? (sample === null ? instrumentTexts.sampleLost : null),
    ...(tooLong === null ? {} : { divided: true as const }),
  };
}

const takeValue = (readLine: ReadLine, words: string): ReadLine => ({
  ...readLine,
  value: null,
  reason: instrumentTexts.otherHead(words),
});

const takeSample = (readLine: ReadLine): ReadLine => ({
  ...readLine,
  sample: null,
  otherNames: [],
  reason: instrumentTexts.sampleLost,
});

/**
 * Returns the readings of a table. Where the block names the sample, a repeated component shows that the line between
 * two samples is missing. From there on the sample is unknown.
 */
export function linesOfTable(table: FoundTable, decimalMark: DecimalMark | null): ReadLine[] {
  const columnPlaces = placesOf(table.columns);
  const markByColumn = new Map(
    columnPlaces.values.map((column) => [
      column,
      decimalMark ?? markOfCells(table.rows.map((row) => row.cells[column.index] ?? '')),
    ]),
  );
  const byBlock = !hasSampleColumn(columnPlaces);
  const seenKeys = new Set<string>();
  let isBroken = false;
  return table.rows.flatMap((row) => {
    if (isSummary(columnPlaces, row)) return [];
    const { sample, others: otherNames } = sampleOf(table, columnPlaces, row);
    const lineFacts = {
      sheet: table.sheet,
      row,
      sample,
      otherNames,
      replicate: replicateOf(columnPlaces, row),
    };
    const readLines = columnPlaces.values.flatMap(
      (column) => lineOf(table, columnPlaces, lineFacts, column, markByColumn.get(column) ?? null) ?? [],
    );
    const name = textAt(row, columnPlaces.component);
    const key = `${name}|${lineFacts.replicate}|${readLines[0]?.signal ?? ''}`;
    if (byBlock && name !== null && seenKeys.has(key)) isBroken = true;
    seenKeys.add(key);
    if (table.doubtful !== undefined) return readLines.map((line) => takeValue(line, table.doubtful ?? ''));
    return isBroken ? readLines.map(takeSample) : readLines;
  });
}
