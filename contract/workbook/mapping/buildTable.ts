import type { Entity } from '@contract/entity';
import { trimBlanks } from '@contract/fields/normalizeText';
import { cellText, type RawCell, sheetColumns, type SheetColumn, type SheetTable } from '../sheetCells';
import { bodyOf, type InParts, type SkippedLines } from './bodyRows';
import { sharedPlaces, unitBeside, givenText, type CellTools, joinedText, cellWithin } from './cellOfColumn';
import { meansEmpty } from './cellReaders';
import { type ColumnMapping, mappingTexts } from './columnMapping';
import { withSplitColumns } from './combinedColumns';
import { periodStarts, withoutYear, yearOfSheet } from './daysOfSheet';
import { isRowNumberColumn, sourceColumns, type SourceColumn } from './headerRows';
import { moveLandlines } from './moveLandlines';
import { peopleReader, placeOfPeople, textOfPeople } from './peopleColumns';
import { plainCell, type RawRow, type RawSheet, withMergedValues } from './rawSheet';
import { fillFromAbove, withoutDittos, fillAppendedFromAbove } from './repeatedCells';
import { splitRegion } from './splitRegion';
import { textCell, type TableBuildContext } from './tableBuildContext';

/** A user's own sheet as a table of the entity, with the changes that were made. */
interface BuiltTable {
  readonly table: SheetTable;
  /** Sentences about the changes, for the user. */
  readonly sentences: readonly string[];
}

const maxNamed = 20;
const limitNamed = <T>(list: readonly T[]): T[] => list.slice(0, maxNamed);

/** Returns the columns that are not imported, and number no rows. A column that was split is used by its parts. */
function unusedSources(
  sources: readonly SourceColumn[],
  { columns, joined = {} }: ColumnMapping,
  { splitFrom }: RawSheet,
): SourceColumn[] {
  const places = [...Object.values(columns), ...Object.values(joined)];
  const splitColumns = new Set(places.flatMap((at) => splitFrom?.get(at) ?? []));
  const usedColumns = new Set([...places, ...splitColumns]);
  const isPartOfWhole = (at: number): boolean => {
    const whole = splitFrom?.get(at);
    return whole !== undefined && (!splitColumns.has(whole) || places.includes(whole));
  };
  return sources.filter(
    ({ at, name, names }) => !usedColumns.has(at) && !isPartOfWhole(at) && names.length > 0 && !isRowNumberColumn(name),
  );
}

/** Adds values without a column to the remark. */
function withRest(
  table: SheetTable,
  body: readonly RawRow[],
  otherSources: readonly SourceColumn[],
  remark: string,
): SheetTable {
  const at = table.header.indexOf(remark);
  if (at < 0 || !otherSources.length) return table;
  return {
    ...table,
    rows: table.rows.map((row, index) => {
      const texts = otherSources.flatMap(({ at: place, name }) => {
        const text = plainCell(body[index]?.cells[place]);
        return text === '' || meansEmpty(text) ? [] : [`${name}：${text}`];
      });
      const cells = [...row.cells];
      cells[at] = textCell([plainCell(cells[at]), ...texts].filter(Boolean).join('；'));
      return { ...row, cells };
    }),
  };
}

/** Returns the names of columns that hold something. */
const filledNames = (sources: readonly SourceColumn[], body: readonly RawRow[]): string[] =>
  sources
    .filter(({ at }) =>
      body.some(({ cells }) => {
        const text = plainCell(cells[at]);
        return text !== '' && !meansEmpty(text);
      }),
    )
    .map(({ name }) => name);

/** Omits rows that repeat the value of a column for which lists have several lines. */
function onceOnly(table: SheetTable, columns: readonly SheetColumn[], messages: string[]): SheetTable {
  const index = columns.findIndex(({ hints }) => hints.skipsRepeats);
  if (index < 0) return table;
  const first = new Map<string, number>();
  const pairs: string[] = [];
  const rows = table.rows.filter(({ line, cells }) => {
    const text = plainCell(cells[index]);
    const earlierLine = first.get(text);
    if (earlierLine === undefined || text === '') first.set(text, line);
    else pairs.push(`第${line}行同第${earlierLine}行`);
    return earlierLine === undefined || text === '';
  });
  if (pairs.length) messages.push(mappingTexts.once(columns[index]?.header ?? '', limitNamed(pairs)));
  return { ...table, rows };
}

/**
 * Returns a function that reads the region of a row from all of its columns: 浙江 and 杭州, or 浙江省杭州市 and 余杭区. It
 * returns null where no division is meant.
 */
function regionReader(
  columns: readonly SheetColumn[],
  { columns: places, fixed }: ColumnMapping,
): (row: RawRow) => ReturnType<typeof splitRegion> {
  const headers = columns.filter(({ part }) => part !== undefined).map(({ header }) => header);
  const isMapped = headers.some((header) => header in places);
  return ({ cells }) => {
    if (!isMapped) return null;
    const texts = headers.map((header) => {
      const at = places[header];
      const text = at === undefined ? (fixed[header] ?? '') : plainCell(cells[at]);
      return meansEmpty(text) ? '' : text;
    });
    const parts = texts.filter(
      (text, index) => text !== '' && !texts.slice(index + 1).some((next) => next.startsWith(text)),
    );
    return splitRegion(parts.join(''));
  };
}

/**
 * Converts a sheet to the entity's table by a mapping. It fills merged cells down, skips blank lines, notes and
 * repeated headers, replaces aliases, treats signs for an empty value as blank and splits regions. Numbers, units and
 * days are parsed later, cell by cell. It works in parts, because a long list would block all other requests.
 * @param givenSheet sheet as read from the workbook
 * @param mapping how its columns become those of the entity
 */
export function* buildTable(entity: Entity, givenSheet: RawSheet, mapping: ColumnMapping): InParts<BuiltTable> {
  const messages: string[] = [];
  const sheet = withSplitColumns(entity, givenSheet, mapping.head);
  const sources = sourceColumns(sheet, mapping.head);
  const headAt = (index: number) => sources.find((source) => source.at === index);
  const nameOf = (index: number): string => headAt(index)?.name ?? `第${index + 1}列`;
  const context: TableBuildContext = {
    mapping,
    sentences: messages,
    sources,
    nameOf,
    headAt,
    titles: [],
    year: yearOfSheet(sheet, mapping),
  };
  const { rows: writtenRows, filled } = withMergedValues(sheet, mapping.head.last + 1);
  const titledHeader = sheetColumns(entity).find(({ hints }) => hints.mayBeRowTitle)?.header;
  const skippedRows: SkippedLines = { notes: [], heads: [], titles: titledHeader === undefined ? null : [] };
  const ownRows = yield* bodyOf({ rows: writtenRows, merges: sheet.merges }, sources, mapping, skippedRows);
  const titles =
    titledHeader === undefined || titledHeader in mapping.columns || titledHeader in mapping.fixed
      ? []
      : skippedRows.titles;
  if (titledHeader && titles?.length)
    messages.push(mappingTexts.sections(titledHeader, limitNamed(titles.map(({ text }) => text))));
  const body = fillAppendedFromAbove(fillFromAbove(withoutDittos(ownRows, context), context), mapping);
  yield;
  for (const index of new Set(Object.values(mapping.columns))) {
    const ranges = filled
      .filter(({ column }) => column === index)
      .sort((a, b) => a.fromLine - b.fromLine)
      .map((range) => `${range.fromLine}～${range.toLine}`);
    if (ranges.length) messages.push(mappingTexts.filled(nameOf(index), limitNamed(ranges)));
  }
  const columns = sheetColumns(entity).filter(
    ({ header, field, hints, name }) =>
      header in mapping.columns ||
      header in mapping.fixed ||
      hints.entryByWords !== undefined ||
      (header === titledHeader && Boolean(titles?.length)) ||
      (field.required === true && field.initial !== undefined) ||
      (mapping.restToRemark === true && name === 'remark'),
  );
  const table: SheetTable = {
    sheetName: sheet.sheetName,
    header: columns.map(({ header }) => header),
    headerLine: mapping.head.last,
    rows: yield* shapedRows(body, columns, { ...context, titles: titles ?? [] }),
    sheets: sheet.sheets,
  };
  sayRows(sheet, body, mapping, skippedRows, messages);
  const otherSources = unusedSources(sources, mapping, sheet);
  const unusedHeadings = mapping.restToRemark ? [] : filledNames(otherSources, body);
  if (unusedHeadings.length) messages.push(mappingTexts.unused(limitNamed(unusedHeadings)));
  const remark = mapping.restToRemark ? columns.find(({ name }) => name === 'remark') : undefined;
  const fullTable = remark ? withRest(table, body, otherSources, remark.header) : table;
  const distinctTable = moveLandlines(entity, onceOnly(fullTable, columns, messages), messages);
  yield;
  return { table: yield* withoutCopies(distinctTable, messages), sentences: messages };
}

/** Adds sentences about the skipped rows. */
function sayRows(
  sheet: RawSheet,
  body: readonly RawRow[],
  { head }: ColumnMapping,
  { notes, heads }: SkippedLines,
  messages: string[],
): void {
  const last = body.at(-1)?.line ?? head.last;
  const presentCount = sheet.rows.filter(({ line }) => line > head.last && line <= last).length;
  if (last - head.last > presentCount) messages.push(mappingTexts.blankRows(last - head.last - presentCount));
  if (notes.length) messages.push(mappingTexts.notes(limitNamed(notes)));
  if (heads.length) messages.push(mappingTexts.heads(limitNamed(heads)));
}

const noCounts = () => ({
  nothing: new Map<number, number>(),
  region: new Map<number, number>(),
  year: new Map<number, number>(),
});

/** Returns a function that counts a column once in a row: one column may hold all three parts of a region. */
function countedOnce(counts: Map<number, number>): (column: number) => void {
  const countedColumns = new Set<number>();
  return (column) => {
    if (!countedColumns.has(column)) counts.set(column, (counts.get(column) ?? 0) + 1);
    countedColumns.add(column);
  };
}

const cellTools = (
  columns: readonly SheetColumn[],
  context: TableBuildContext,
  sharedColumns: ReadonlySet<number>,
): CellTools => ({
  context,
  sharedColumns,
  startColumns: periodStarts(columns, context),
  landlineAt: placeOfPeople(columns, context.mapping, 'landline'),
});

function* shapedRows(
  body: readonly RawRow[],
  columns: readonly SheetColumn[],
  context: TableBuildContext,
): InParts<SheetTable['rows']> {
  const { mapping, nameOf, year } = context;
  const sharedColumns = sharedPlaces(mapping);
  const regionOf = regionReader(columns, mapping);
  const counts = noCounts();
  const aliases = new Map<string, number>();
  const count = <K>(map: Map<K, number>, key: K) => map.set(key, (map.get(key) ?? 0) + 1);
  const tools = cellTools(columns, context, sharedColumns);
  const peopleOf = peopleReader(columns, mapping);
  const namesAt = placeOfPeople(columns, mapping, 'name');
  const shapedRow = (row: RawRow, index: number) => {
    const [people, region, countRegion] = [peopleOf(row), regionOf(row), countedOnce(counts.region)];
    const cellOf = (column: SheetColumn): RawCell => {
      const { header, field, part, hints } = column;
      const at = mapping.columns[header];
      const personText = textOfPeople(people, hints.person, at !== namesAt && !sharedColumns.has(at ?? -1));
      if (personText !== null) return textCell(personText);
      if (at !== undefined && at === namesAt && hints.person !== undefined && hints.person !== 'name')
        return textCell('');
      if (at === undefined) return textCell(givenText({ header, hints }, context, row.line, index));
      const cell = row.cells[at] ?? textCell('');
      const text = trimBlanks(cellText(cell, field));
      if (text === '' && hints.unitOf !== undefined) return unitBeside(columns, hints.unitOf, mapping, row) ?? cell;
      const columnAliases = mapping.aliases[header];
      // A text may equal the name of a property that every object inherits.
      const alias = columnAliases && Object.hasOwn(columnAliases, text) ? columnAliases[text] : undefined;
      if (alias !== undefined && text !== '') {
        count(aliases, JSON.stringify([nameOf(at), text, alias]));
        return textCell(alias);
      }
      if (text !== '' && meansEmpty(text) && field.kind !== 'longText') {
        count(counts.nothing, at);
        return textCell(joinedText(context, row, column));
      }
      if (part !== undefined && region) {
        if (region[part] !== text) countRegion(at);
        return textCell(region[part]);
      }
      if (part !== undefined && sharedColumns.has(at)) return textCell(part === 0 ? text : '');
      if (year !== null && field.kind === 'date' && withoutYear.test(text)) {
        count(counts.year, at);
        return textCell(`${year}${text.includes('月') ? '年' : '.'}${text}`);
      }
      return cellWithin(tools, { column, at, row, text }) ?? cell;
    };
    return { line: row.line, cells: columns.map(cellOf) };
  };
  const resultRows: SheetTable['rows'][number][] = [];
  for (const [index, row] of body.entries()) {
    resultRows.push(shapedRow(row, index));
    yield;
  }
  sayCells(context, counts, aliases);
  return resultRows;
}

/** Adds sentences about changed cells: counts by column, and replaced texts by column, text and value. */
function sayCells(
  { sentences, nameOf, year }: TableBuildContext,
  counts: Readonly<Record<'nothing' | 'region' | 'year', ReadonlyMap<number, number>>>,
  aliases: ReadonlyMap<string, number>,
): void {
  for (const [index, number] of counts.nothing) sentences.push(mappingTexts.nothing(nameOf(index), number));
  for (const [index, number] of counts.year) sentences.push(mappingTexts.year(nameOf(index), year ?? '', number));
  for (const [index, number] of counts.region) sentences.push(mappingTexts.region(nameOf(index), number));
  for (const [key, number] of aliases) {
    const [name, from, to] = JSON.parse(key) as [string, string, string];
    sentences.push(mappingTexts.alias(name, from, to, number));
  }
}

/** Omits rows that repeat an earlier row in every imported column. */
function* withoutCopies(table: SheetTable, messages: string[]): InParts<SheetTable> {
  const first = new Map<string, number>();
  const pairs: string[] = [];
  const rows: SheetTable['rows'][number][] = [];
  for (const row of table.rows) {
    const key = JSON.stringify(row.cells.map(({ text }) => text));
    const earlierLine = first.get(key);
    if (earlierLine === undefined) {
      first.set(key, row.line);
      rows.push(row);
    } else pairs.push(`第${row.line}行同第${earlierLine}行`);
    yield;
  }
  if (pairs.length) messages.push(mappingTexts.same(limitNamed(pairs)));
  return { ...table, rows };
}
