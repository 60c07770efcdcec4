import {
  beginsWithKey,
  type BlockContext,
  emptyBlockContext,
  factsOfRow,
  isWordRow,
  keyRole,
  sectionOf,
  signalOf,
  stateFacts,
} from './blockContext';
import { isNumeric } from './cells/cellValues';
import { elementLineOf, isElement } from './cells/chemicalElements';
import { headingOf } from './cells/columnHeadings';
import { headBelow } from './headBelowTable';
import type { InstrumentProfile } from './instrumentProfile';
import type { ReadLine, SourceRow, SourceSheet } from './instrumentReading';
import {
  type Column,
  columnsOf,
  isUnitRow,
  repeatedColumnGroups,
  signatureOf,
  valueColumns,
  withComponentsAbove,
  withNames,
  withUnits,
} from './matchColumns';
import type { DecimalMark } from './peakNumber';
import { isTableRow, type FoundTable, linesOfTable, hasSampleColumn, placesOf } from './tableLines';

// Reads documents: heads with facts and tables below them, in any number and order, row by row.

/** Names of the section with which a file begins again within a file. */
const headerTitlePattern = /^(?:header|文件头|标题|头信息|kopf|kopfzeile)$/i;

interface DocumentReader {
  readonly profile: InstrumentProfile;
  readonly sheet: string;
  readonly commas: boolean;
  readonly rows: readonly SourceRow[];
  /** The table is read by its headings alone, so most of its number columns must have known headings. */
  readonly strict: boolean;
  readonly tables: FoundTable[];
  lineIndex: number;
  context: BlockContext;
  section: string | null;
  skipping: boolean;
  openTables: readonly FoundTable[];
  /** Number of rows below the headings that belong to the head so far; null where no further row can belong to it. */
  inHead: number | null;
  blank: boolean;
  /** A table has begun since the sample was stated. */
  begun: boolean;
  groups: readonly string[] | null;
  /** Number of stated facts at the time when a table with this head began. */
  readonly statedCounts: Map<string, number>;
}

const matchesAny = (patterns: readonly string[] | undefined, text: string): boolean =>
  patterns?.some((pattern) => new RegExp(pattern, 'i').test(text)) ?? false;

function closeTable(reader: DocumentReader): void {
  reader.openTables = [];
  reader.inHead = null;
}

function enterSection(reader: DocumentReader, section: string): void {
  closeTable(reader);
  reader.section = section;
  reader.skipping = matchesAny(reader.profile.skip, section);
  if (!headerTitlePattern.test(section)) return;
  reader.context = { ...emptyBlockContext(), stated: reader.context.stated + 1 };
  reader.begun = false;
}

function readStatement(reader: DocumentReader, cells: readonly string[]): boolean {
  const rowFacts = factsOfRow(reader.profile, cells);
  if (rowFacts.length === 0) return false;
  closeTable(reader);
  const names = rowFacts.some(({ key }) => key === 'sample' || key === 'sampleName' || key === 'file');
  if (names && reader.begun) {
    reader.context = { ...emptyBlockContext(), stated: reader.context.stated };
    reader.begun = false;
  }
  stateFacts(reader.context, rowFacts);
  return true;
}

/** Returns the columns of a head whose column groups are named in the row above. */
function groupedColumns(reader: DocumentReader, cells: readonly string[]): Column[] {
  const { groups } = reader.profile;
  const columns = columnsOf(reader.profile, cells);
  if (!groups || !reader.groups) return columns;
  let name = '';
  return columns.map((column) => {
    name = reader.groups?.[column.index]?.trim() || name;
    if (matchesAny([groups.skip], name)) return { ...column, role: 'ignored' as const };
    const componentName = new RegExp(groups.component, 'i').exec(name)?.[1]?.trim() ?? null;
    const component = componentName === null ? null : (elementLineOf(componentName) ?? componentName);
    const standard = matchesAny([groups.standard], name);
    return {
      ...column,
      component: component?.replace(new RegExp(groups.standard, 'i'), '').trim() ?? null,
      ...(standard ? { standard } : {}),
      // `Name` in the sample's group of columns is the name of the sample.
      role: component === null && /^(?:name|名称)$/i.test(column.heading) ? ('sampleName' as const) : column.role,
    };
  });
}

/** Headings of numbers that accompany readings: counts, settings, amounts taken, deviations. */
const accompanying =
  /^(?:no\.?|nr\.?|#|line|index|row|peak ?#?|plate|level|bg|background|dil\.?|df|vf|wf|sd|cv|序号|行号|峰号|板号?|级别|背景|本底)$|\brsd\b|std\.? ?dev|稀释|dilution|偏差|变异系数|wave ?length|波长|温度|气压|透[过光射]率|temperature|transmittance|进样量|进样体积|inj(?:ection)? ?vol|称样量|取样量|取样体积|定容体积|sample (?:weight|volume|size)/i;

/** Counts the columns without a known heading whose rows contain numbers. */
function unknownNumbers({ rows, lineIndex }: DocumentReader, columns: readonly Column[]): number {
  const rowsBelow = rows.slice(lineIndex + 1, lineIndex + 6).filter(({ cells }) => cells.length > 1);
  return columns.filter(
    (column) =>
      column.role === null &&
      column.heading !== '' &&
      !accompanying.test(column.heading.normalize('NFKC').trim()) &&
      rowsBelow.some(({ cells }) => isNumeric(cells[column.index] ?? '')),
  ).length;
}

/** Renames the column `Name` to the component's name where another column or the head names the sample. */
function withComponents(columns: readonly Column[], context: BlockContext): readonly Column[] {
  const columnPlaces = placesOf(columns);
  const hasSample =
    hasSampleColumn(columnPlaces) || [context.sample, context.sampleName, context.file].some((value) => value !== null);
  if (columnPlaces.component !== null || !hasSample || columns.some(({ component }) => component !== null))
    return columns;
  return columns.map((column) => (/^name$/i.test(column.heading) ? { ...column, role: 'component' as const } : column));
}

function beginTable(reader: DocumentReader, cells: readonly string[]): boolean {
  if (!isWordRow(cells)) return false;
  const headed = withComponents(groupedColumns(reader, cells), reader.context);
  const isWhole = repeatedColumnGroups(headed).length > 1;
  const above = reader.rows[reader.lineIndex - 1]?.cells ?? [];
  const columns = reader.strict && !isWhole ? withComponentsAbove(headed, above) : headed;
  if (columns === null || valueColumns(columns).length === 0) return false;
  const parts = repeatedColumnGroups(columns).filter((part) => valueColumns(part).length > 0);
  const columnPlaces = placesOf(columns);
  const { context } = reader;
  // A trace contains times and values, but no samples, components or peaks.
  const peaks = columnPlaces.retention !== null && columns.some(({ role }) => role === 'area');
  const isCounted = columnPlaces.replicate !== null && (context.sample ?? context.sampleName) !== null;
  const hasComponent = isCounted || columns.some(({ component }) => component !== null);
  const isTaught = reader.profile.headings?.every((heading) => cells.includes(heading)) ?? false;
  if (!isTaught && !hasSampleColumn(columnPlaces) && columnPlaces.component === null && !peaks && !hasComponent)
    return false;
  if (reader.strict && unknownNumbers(reader, columns) >= valueColumns(columns).length) return false;
  const signature = `${reader.section ?? ''}|${context.signal ?? ''}|${signatureOf(columns)}`;
  const isLost = reader.statedCounts.get(signature) === context.stated;
  reader.statedCounts.set(signature, context.stated);
  reader.openTables = parts.map((part) => ({
    sheet: reader.sheet,
    section: reader.section,
    columns: part,
    context: { ...context },
    lost: isLost,
    rows: [],
    ...(reader.commas && parts.length === 1 ? { width: cells.length } : {}),
  }));
  for (const table of reader.openTables) reader.tables.push(table);
  Object.assign(reader, { begun: true, blank: false, inHead: 0, groups: null });
  return true;
}

/** Adds a row below the headings to the head: units, channels or components. */
function extendHead(reader: DocumentReader, cells: readonly string[]): boolean {
  if (reader.inHead === null || reader.openTables.some(({ rows }) => rows.length > 0)) return false;
  const rowKind = isUnitRow(cells) ? 'unit' : (reader.profile.underHead?.[reader.inHead] ?? null);
  const keys = reader.openTables.flatMap(({ columns }) =>
    columns.filter(({ role }) => role === 'sample' || role === 'sampleName'),
  );
  if (rowKind === null || keys.some(({ index }) => (cells[index] ?? '') !== '') || !cells.some((cell) => cell !== ''))
    return false;
  if (rowKind !== 'unit' && cells.some((cell) => /^\d+$/.test(cell))) return false;
  reader.inHead += 1;
  const extendedTables = reader.openTables.map((table) => ({
    ...table,
    columns: rowKind === 'unit' ? withUnits(table.columns, cells) : withNames(table.columns, cells, rowKind),
  }));
  reader.tables.splice(reader.tables.length - reader.openTables.length, reader.openTables.length, ...extendedTables);
  reader.openTables = extendedTables;
  return true;
}

/**
 * Returns whether the head of the block names the sample or the component of a table's rows. Below an empty or
 * unknown row, only a section heading continues such a block.
 */
const ofBlock = (places: ReturnType<typeof placesOf>, { columns, context }: FoundTable): boolean =>
  !hasSampleColumn(places) ||
  (places.component === null && context.component !== null && columns.every(({ component }) => component === null));

function takeRow(reader: DocumentReader, row: SourceRow): boolean {
  let isTaken = false;
  for (const table of reader.openTables) {
    const columnPlaces = placesOf(table.columns);
    if (!isTableRow(columnPlaces, row)) continue;
    isTaken = true;
    if (reader.blank && ofBlock(columnPlaces, table) && reader.section === null && table.rows.length > 0) {
      const separateTable = { ...table, lost: true, rows: [row] };
      reader.tables.push(separateTable);
      reader.openTables = reader.openTables.map((openTable) => (openTable === table ? separateTable : openTable));
    } else table.rows.push(row);
  }
  if (isTaken) Object.assign(reader, { blank: false, inHead: null });
  return isTaken;
}

/**
 * Ends the open tables at a row of other headings. Below words that may be headings, the rows of a table have no
 * values, because nobody knows what their columns contain.
 */
function endAtHead(reader: DocumentReader, cells: readonly string[]): boolean {
  const kinds = reader.openTables.map((table) => headBelow(table, cells));
  if (kinds.includes('head')) {
    closeTable(reader);
    reader.blank = true;
    return true;
  }
  if (reader.profile.headings || !kinds.includes('doubtful')) return false;
  reader.openTables = reader.openTables.map((table) => ({ ...table, rows: [], doubtful: cells.join(' ') }));
  for (const table of reader.openTables) reader.tables.push(table);
  return true;
}

/** Returns whether a row is a key and its value in two cells. */
function isPair(profile: InstrumentProfile, cells: readonly string[]): boolean {
  const [key = '', value = ''] = cells;
  const isAlone = cells.length === 2 && value !== '' && headingOf(value).role === null;
  const role = keyRole(profile, key);
  return role !== null && (isAlone || (role === 'component' && isElement(value)));
}

/** Returns whether a row states facts: a row with a key and its colon does, or a pair, even below a table. */
const isStatement = (profile: InstrumentProfile, cells: readonly string[]): boolean =>
  beginsWithKey(profile, cells) ||
  isPair(profile, cells) ||
  cells.some((cell) => /[:：]$/.test(cell) && keyRole(profile, cell) !== null);

/** Returns whether a row contains values of a table whose row of headings, as a person assigned it, is missing. */
function isWithoutHead({ profile, openTables }: DocumentReader, cells: readonly string[]): boolean {
  const { headings } = profile;
  if (!headings || openTables.length > 0 || cells.length > headings.length) return false;
  return valueColumns(columnsOf(profile, headings)).some(({ index }) => isNumeric(cells[index] ?? ''));
}

function readRow(reader: DocumentReader, row: SourceRow): void {
  const { cells } = row;
  const section = sectionOf(cells);
  if (section !== null) return enterSection(reader, section);
  if (reader.skipping) return;
  if (cells.every((cell) => cell === '')) {
    reader.blank = true;
    return;
  }
  const signalName = signalOf(cells);
  if (signalName !== null) {
    closeTable(reader);
    reader.context.signal = signalName;
    return;
  }
  if (reader.profile.groups && cells.some((cell) => matchesAny([reader.profile.groups?.component ?? ''], cell))) {
    reader.groups = cells;
    return;
  }
  if (isStatement(reader.profile, cells) && readStatement(reader, cells)) return;
  if (extendHead(reader, cells) || beginTable(reader, cells) || endAtHead(reader, cells) || takeRow(reader, row))
    return;
  if (readStatement(reader, cells)) return;
  reader.blank = true;
  // The sample that was named last belongs to this row, not to the next table.
  if (isWithoutHead(reader, cells)) reader.context = { ...emptyBlockContext(), stated: reader.context.stated };
}

/** Removes the named lines of a section that another section of the same sample repeats. */
function withoutTwice(
  readLines: readonly ReadLine[],
  signalPair: InstrumentProfile['repeatedSections'],
): readonly ReadLine[] {
  if (!signalPair) return readLines;
  const [lesserSignal, fullerSignal] = signalPair.map((pattern) => new RegExp(pattern, 'i'));
  const key = ({ sample, component, quantity }: ReadLine) => `${sample}|${component}|${quantity}`;
  const fullerKeys = new Set(readLines.filter(({ signal }) => fullerSignal?.test(signal ?? '')).map(key));
  return readLines.filter(
    (line) => !(lesserSignal?.test(line.signal ?? '') && line.component !== null && fullerKeys.has(key(line))),
  );
}

/**
 * Reads a sheet as a document.
 * @param profile names and places of the instrument's values
 * @param decimalMark decimal mark of the file; null if it is unknown
 */
export function readDocument(
  profile: InstrumentProfile,
  sheet: SourceSheet,
  decimalMark: DecimalMark | null,
): ReadLine[] {
  const reader: DocumentReader = {
    profile,
    sheet: sheet.name,
    commas: sheet.commas ?? false,
    rows: sheet.rows,
    strict: profile.evidence.length === 0,
    tables: [],
    lineIndex: 0,
    context: emptyBlockContext(),
    section: null,
    skipping: false,
    openTables: [],
    inHead: null,
    blank: false,
    begun: false,
    groups: null,
    statedCounts: new Map(),
  };
  for (const [index, row] of sheet.rows.entries()) {
    reader.lineIndex = index;
    readRow(reader, row);
  }
  return [
    ...withoutTwice(
      reader.tables.flatMap((table) => linesOfTable(table, decimalMark)),
      profile.repeatedSections,
    ),
  ];
}
