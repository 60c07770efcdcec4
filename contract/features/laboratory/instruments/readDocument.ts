import type { DecimalMark } from '../attachments/peakNumber';
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
import type { InstrumentProfile } from './instrumentProfile';
import type { ReadLine, SourceRow, SourceSheet } from './instrumentReading';
import {
  type Column,
  columnsOf,
  isUnitRow,
  repeatedColumnGroups,
  signatureOf,
  valueColumns,
  withNames,
  withUnits,
} from './tableColumns';
import { isTableRow, type FoundTable, linesOfTable, namesSamples, placesOf } from './tableLines';

// Reads documents: heads with facts and tables below them, in any number and order, row by row.

/** Names of the section with which a file begins again within a file. */
const beginning = /^(?:header|文件头|标题|头信息|kopf|kopfzeile)$/i;

interface DocumentReader {
  readonly profile: InstrumentProfile;
  readonly sheet: string;
  readonly commas: boolean;
  readonly rows: readonly SourceRow[];
  /** The table is read by its headings alone, so most of its number columns must have known headings. */
  readonly strict: boolean;
  readonly tables: FoundTable[];
  at: number;
  context: BlockContext;
  section: string | null;
  skipping: boolean;
  open: readonly FoundTable[];
  /** Number of rows below the headings that belong to the head so far; null where no further row can belong to it. */
  inHead: number | null;
  blank: boolean;
  /** A table has begun since the sample was stated. */
  begun: boolean;
  groups: readonly string[] | null;
  /** Number of stated facts at the time when a table with this head began. */
  readonly seen: Map<string, number>;
}

const matchesAny = (patterns: readonly string[] | undefined, text: string): boolean =>
  patterns?.some((pattern) => new RegExp(pattern, 'i').test(text)) ?? false;

function closeTable(walk: DocumentReader): void {
  walk.open = [];
  walk.inHead = null;
}

function enterSection(walk: DocumentReader, section: string): void {
  closeTable(walk);
  walk.section = section;
  walk.skipping = matchesAny(walk.profile.skip, section);
  if (!beginning.test(section)) return;
  walk.context = { ...emptyBlockContext(), stated: walk.context.stated + 1 };
  walk.begun = false;
}

function readStatement(walk: DocumentReader, cells: readonly string[]): boolean {
  const facts = factsOfRow(walk.profile, cells);
  if (facts.length === 0) return false;
  closeTable(walk);
  const names = facts.some(({ key }) => key === 'sample' || key === 'sampleName' || key === 'file');
  if (names && walk.begun) {
    walk.context = { ...emptyBlockContext(), stated: walk.context.stated };
    walk.begun = false;
  }
  stateFacts(walk.context, facts);
  return true;
}

/** Returns the columns of a head whose column groups are named in the row above. */
function groupedColumns(walk: DocumentReader, cells: readonly string[]): Column[] {
  const { groups } = walk.profile;
  const columns = columnsOf(walk.profile, cells);
  if (!groups || !walk.groups) return columns;
  let name = '';
  return columns.map((column) => {
    name = walk.groups?.[column.at]?.trim() || name;
    if (matchesAny([groups.skip], name)) return { ...column, role: 'ignored' as const };
    const component = new RegExp(groups.component, 'i').exec(name)?.[1]?.trim() ?? null;
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

/** Counts the columns without a known heading whose rows contain numbers. */
function unknownNumbers({ rows, at }: DocumentReader, columns: readonly Column[]): number {
  const rowsBelow = rows.slice(at + 1, at + 6).filter(({ cells }) => cells.length > 1);
  return columns.filter(
    (column) =>
      column.role === null &&
      column.heading !== '' &&
      !/^(?:no|#|line|序号|行号|rsd|%rsd|sd|nr)\b|\brsd\b|稀释|dilution/i.test(column.heading) &&
      rowsBelow.some(({ cells }) => isNumeric(cells[column.at] ?? '')),
  ).length;
}

/** Renames the column `Name` to the component's name where another column or the head names the sample. */
function withComponents(columns: readonly Column[], context: BlockContext): readonly Column[] {
  const places = placesOf(columns);
  const hasSample =
    namesSamples(places) || [context.sample, context.sampleName, context.file].some((value) => value !== null);
  if (places.component !== null || !hasSample || columns.some(({ component }) => component !== null)) return columns;
  return columns.map((column) => (/^name$/i.test(column.heading) ? { ...column, role: 'component' as const } : column));
}

function beginTable(walk: DocumentReader, cells: readonly string[]): boolean {
  if (!isWordRow(cells)) return false;
  const columns = withComponents(groupedColumns(walk, cells), walk.context);
  if (valueColumns(columns).length === 0) return false;
  const parts = repeatedColumnGroups(columns).filter((part) => valueColumns(part).length > 0);
  const places = placesOf(columns);
  const { context } = walk;
  // A trace contains times and values, but no samples, components or peaks.
  const peaks = places.retention !== null && columns.some(({ role }) => role === 'area');
  const hasComponent = columns.some(({ component }) => component !== null);
  if (!namesSamples(places) && places.component === null && !peaks && !hasComponent) return false;
  if (walk.strict && unknownNumbers(walk, columns) >= valueColumns(columns).length) return false;
  const signature = `${walk.section ?? ''}|${context.signal ?? ''}|${signatureOf(columns)}`;
  const isLost = walk.seen.get(signature) === context.stated;
  walk.seen.set(signature, context.stated);
  walk.open = parts.map((part) => ({
    sheet: walk.sheet,
    section: walk.section,
    columns: part,
    context: { ...context },
    lost: isLost,
    rows: [],
    ...(walk.commas && parts.length === 1 ? { width: cells.length } : {}),
  }));
  walk.tables.push(...walk.open);
  Object.assign(walk, { begun: true, blank: false, inHead: 0, groups: null });
  return true;
}

/** Adds a row below the headings to the head: units, channels or components. */
function extendHead(walk: DocumentReader, cells: readonly string[]): boolean {
  if (walk.inHead === null || walk.open.some(({ rows }) => rows.length > 0)) return false;
  const rowKind = isUnitRow(cells) ? 'unit' : (walk.profile.underHead?.[walk.inHead] ?? null);
  const keys = walk.open.flatMap(({ columns }) =>
    columns.filter(({ role }) => role === 'sample' || role === 'sampleName'),
  );
  if (rowKind === null || keys.some(({ at }) => (cells[at] ?? '') !== '') || !cells.some((cell) => cell !== ''))
    return false;
  if (rowKind !== 'unit' && cells.some((cell) => /^\d+$/.test(cell))) return false;
  walk.inHead += 1;
  const extended = walk.open.map((table) => ({
    ...table,
    columns: rowKind === 'unit' ? withUnits(table.columns, cells) : withNames(table.columns, cells, rowKind),
  }));
  walk.tables.splice(walk.tables.length - walk.open.length, walk.open.length, ...extended);
  walk.open = extended;
  return true;
}

/**
 * Returns whether the head of the block names the sample or the component of a table's rows. Below an empty or
 * unknown row, only a section heading continues such a block.
 */
const ofBlock = (places: ReturnType<typeof placesOf>, { columns, context }: FoundTable): boolean =>
  !namesSamples(places) ||
  (places.component === null && context.component !== null && columns.every(({ component }) => component === null));

function takeRow(walk: DocumentReader, row: SourceRow): boolean {
  let isTaken = false;
  for (const table of walk.open) {
    const places = placesOf(table.columns);
    if (!isTableRow(places, row)) continue;
    isTaken = true;
    if (walk.blank && ofBlock(places, table) && walk.section === null && table.rows.length > 0) {
      const separateTable = { ...table, lost: true, rows: [row] };
      walk.tables.push(separateTable);
      walk.open = walk.open.map((openTable) => (openTable === table ? separateTable : openTable));
    } else table.rows.push(row);
  }
  if (isTaken) Object.assign(walk, { blank: false, inHead: null });
  return isTaken;
}

/** Returns whether a row states facts: a row with a key and its colon does, even below a table. */
const isStatement = (profile: InstrumentProfile, cells: readonly string[]): boolean =>
  beginsWithKey(profile, cells) || cells.some((cell) => /[:：]$/.test(cell) && keyRole(profile, cell) !== null);

function readRow(walk: DocumentReader, row: SourceRow): void {
  const { cells } = row;
  const section = sectionOf(cells);
  if (section !== null) return enterSection(walk, section);
  if (walk.skipping) return;
  if (cells.every((cell) => cell === '')) {
    walk.blank = true;
    return;
  }
  const signal = signalOf(cells);
  if (signal !== null) {
    closeTable(walk);
    walk.context.signal = signal;
    return;
  }
  if (walk.profile.groups && cells.some((cell) => matchesAny([walk.profile.groups?.component ?? ''], cell))) {
    walk.groups = cells;
    return;
  }
  if (isStatement(walk.profile, cells) && readStatement(walk, cells)) return;
  if (extendHead(walk, cells) || beginTable(walk, cells) || takeRow(walk, row)) return;
  if (!readStatement(walk, cells)) walk.blank = true;
}

/** Removes the named lines of a section that another section of the same sample repeats. */
function withoutTwice(lines: readonly ReadLine[], signalPair: InstrumentProfile['twice']): readonly ReadLine[] {
  if (!signalPair) return lines;
  const [less, more] = signalPair.map((pattern) => new RegExp(pattern, 'i'));
  const key = ({ sample, component, quantity }: ReadLine) => `${sample}|${component}|${quantity}`;
  const fullerKeys = new Set(lines.filter(({ signal }) => more?.test(signal ?? '')).map(key));
  return lines.filter(
    (line) => !(less?.test(line.signal ?? '') && line.component !== null && fullerKeys.has(key(line))),
  );
}

/** Reads a sheet as a document. */
export function readDocument(profile: InstrumentProfile, sheet: SourceSheet, mark: DecimalMark | null): ReadLine[] {
  const walk: DocumentReader = {
    profile,
    sheet: sheet.name,
    commas: sheet.commas ?? false,
    rows: sheet.rows,
    strict: profile.evidence.length === 0,
    tables: [],
    at: 0,
    context: emptyBlockContext(),
    section: null,
    skipping: false,
    open: [],
    inHead: null,
    blank: false,
    begun: false,
    groups: null,
    seen: new Map(),
  };
  for (const [at, row] of sheet.rows.entries()) {
    walk.at = at;
    readRow(walk, row);
  }
  return [
    ...withoutTwice(
      walk.tables.flatMap((table) => linesOfTable(table, mark)),
      profile.twice,
    ),
  ];
}
