import type { Entity } from '@contract/entity';
import { trimBlanks } from '@contract/fields/normalizeText';
import { cellText, type RawCell, sheetColumns, type SheetColumn, type SheetTable } from '../sheetCells';
import { atOnce, bodyOf, type InParts, type SkippedLines } from './bodyRows';
import { deviationIn, meansEmpty, restText, splitAmount, telephonesOf } from './cellReaders';
import { type ColumnMapping, mappingTexts } from './columnMapping';
import { isRowNumberColumn, sourceColumns, type SourceColumn, unitInHead } from './headerRows';
import { moveLandlines } from './moveLandlines';
import { monthsAfterOpening, isSpan } from './parseDays';
import { peopleReader, personPart, placeOfPeople } from './peopleColumns';
import { withMergedValues, plainCell, type RawRow, type RawSheet } from './rawSheet';
import { type SectionTitle, titleAbove } from './sectionTitles';
import { splitRegion } from './splitRegion';
import { standardName, standardNumber } from './standardNumbers';

/** A user's own sheet as a table of the entity, with the changes that were made. */
interface BuiltTable {
  readonly table: SheetTable;
  /** Sentences about the changes, for the user. */
  readonly sentences: readonly string[];
}

const maxNamed = 20;
const limitNamed = <T>(list: readonly T[]): T[] => list.slice(0, maxNamed);

const textCell = (text: string): RawCell =>
  text === '' ? { kind: 'empty', text: '', value: null } : { kind: 'text', text, value: text };

interface TableBuildContext {
  readonly mapping: ColumnMapping;
  readonly sentences: string[];
  readonly nameOf: (index: number) => string;
  readonly headAt: (index: number) => SourceColumn | undefined;
  /** Titles between the rows, for the column that takes them. */
  readonly titles: readonly SectionTitle[];
}

/** Fills blank cells of the chosen columns with the cell above. */
function repeatAbove(rows: readonly RawRow[], { mapping, sentences, nameOf }: TableBuildContext): readonly RawRow[] {
  const columns = [...new Set(mapping.repeated.flatMap((header) => mapping.columns[header] ?? []))];
  let keptRows = rows;
  for (const index of columns) {
    let cellAbove: RawCell | undefined;
    let count = 0;
    keptRows = keptRows.map((row): RawRow => {
      const cell = row.cells[index];
      if (plainCell(cell) !== '') cellAbove = cell;
      else if (cellAbove) {
        count += 1;
        const cells = [...row.cells];
        cells[index] = cellAbove;
        return { line: row.line, cells };
      }
      return row;
    });
    if (count) sentences.push(mappingTexts.repeatedRows(nameOf(index), count));
  }
  return keptRows;
}

/** Returns the number of a standard with the text that is appended to it, or the title of the standard. */
function standardText(text: string, part: 'number' | 'name', suffix: string): string {
  if (part === 'name') return standardName(text);
  const number = standardNumber(text);
  return [number ?? text, suffix].filter(Boolean).join(' ');
}

/**
 * In columns that are appended to the number of a standard, fills a blank with the text above for the same standard.
 */
function behindAbove(rows: readonly RawRow[], { columns, joined }: ColumnMapping): readonly RawRow[] {
  let keptRows = rows;
  for (const [header, index] of Object.entries(joined ?? {})) {
    const mainColumn = columns[header];
    let entryAbove: { number: string; cell: RawCell } | null = null;
    keptRows = keptRows.map((row): RawRow => {
      const number = mainColumn === undefined ? null : standardNumber(plainCell(row.cells[mainColumn]));
      const cell = row.cells[index];
      if (number !== null && cell && plainCell(cell) !== '') entryAbove = { number, cell };
      else if (number !== null && entryAbove?.number === number) {
        const cells = [...row.cells];
        cells[index] = entryAbove.cell;
        return { line: row.line, cells };
      }
      return row;
    });
  }
  return keptRows;
}

/** Adds values without a column to the remark. */
function withRest(
  table: SheetTable,
  body: readonly RawRow[],
  sources: readonly SourceColumn[],
  mapping: ColumnMapping,
  remark: string,
): SheetTable {
  const at = table.header.indexOf(remark);
  const usedColumns = new Set([...Object.values(mapping.columns), ...Object.values(mapping.joined ?? {})]);
  const otherSources = sources.filter(
    (source) => !usedColumns.has(source.at) && source.names.length > 0 && !isRowNumberColumn(source.name),
  );
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

/** Returns the names of columns that hold something and are not imported. */
function unusedNames(
  sources: readonly SourceColumn[],
  body: readonly RawRow[],
  { columns, joined = {} }: ColumnMapping,
): string[] {
  const usedColumns = new Set([...Object.values(columns), ...Object.values(joined)]);
  return sources
    .filter(({ at, name, names }) => !usedColumns.has(at) && names.length > 0 && !isRowNumberColumn(name))
    .filter(({ at }) =>
      body.some(({ cells }) => {
        const text = plainCell(cells[at]);
        return text !== '' && !meansEmpty(text);
      }),
    )
    .map(({ name }) => name);
}

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

/** Returns the sheet's columns from which several columns of a region are filled. */
const regionsAt = (columns: readonly SheetColumn[], mapping: ColumnMapping): ReadonlySet<number> => {
  const partColumns = columns.flatMap(({ header, part }) =>
    part === undefined ? [] : (mapping.columns[header] ?? []),
  );
  return new Set(partColumns.filter((at, index) => partColumns.indexOf(at) !== index));
};

/** Returns the number of a row from a pattern with #: SJ-### gives SJ-001. */
const fillNumber = (pattern: string, index: number): string =>
  pattern.replace(/#+/, (hashes) => String(index + 1).padStart(hashes.length, '0'));

/**
 * Converts a sheet to the entity's table by a mapping. It fills merged cells down, skips blank lines, notes and
 * repeated headers, replaces aliases, treats signs for an empty value as blank and splits regions. Numbers, units and
 * days are parsed later, cell by cell. It works in parts, because a long list would block all other requests.
 */
export function* buildTable(entity: Entity, sheet: RawSheet, mapping: ColumnMapping): InParts<BuiltTable> {
  const messages: string[] = [];
  const sources = sourceColumns(sheet, mapping.head);
  const headAt = (index: number) => sources.find((source) => source.at === index);
  const nameOf = (index: number): string => headAt(index)?.name ?? `第${index + 1}列`;
  const context: TableBuildContext = { mapping, sentences: messages, nameOf, headAt, titles: [] };
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
  const body = behindAbove(repeatAbove(ownRows, context), mapping);
  yield;
  const usedColumns = new Set(Object.values(mapping.columns));
  for (const index of usedColumns) {
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
  const unusedHeadings = mapping.restToRemark ? [] : unusedNames(sources, body, mapping);
  if (unusedHeadings.length) messages.push(mappingTexts.unused(limitNamed(unusedHeadings)));
  const remark = mapping.restToRemark ? columns.find(({ name }) => name === 'remark') : undefined;
  const fullTable = remark ? withRest(table, body, sources, mapping, remark.header) : table;
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

/** Returns the indices of the sheet's columns that several columns use. */
function sharedPlaces({ columns }: ColumnMapping): ReadonlySet<number> {
  const columnIndexes = Object.values(columns);
  return new Set(columnIndexes.filter((place, index) => columnIndexes.indexOf(place) !== index));
}

/**
 * Returns the part of a cell that belongs to a column, where the cell contains more than its value.
 * @param joinedValue text of the column that is appended to it; '' for none
 * @param isShared whether another column uses the same cells
 * @returns null where the column uses the whole cell
 */
function partOfCell(
  { field, hints }: Pick<SheetColumn, 'field' | 'hints'>,
  text: string,
  joinedValue: string,
  isShared: boolean,
): RawCell | null {
  if (hints.person === 'others' && joinedValue) return textCell([text, joinedValue].filter(Boolean).join(' '));
  if (hints.standard !== undefined) return textCell(standardText(text, hints.standard, joinedValue));
  if (!isShared) return null;
  if (hints.relativeTo !== undefined) return textCell(deviationIn(text));
  if (hints.restOf !== undefined) return textCell(restText(text, field));
  // A period without 开封 is read as the day of the column.
  if (hints.monthsOf !== undefined) return textCell(monthsAfterOpening(text) === null ? '' : text);
  if (hints.spanOf !== undefined) return textCell(isSpan(text) ? text : '');
  if (field.kind !== 'text' || field.rule !== 'phone') return null;
  const { mobile, landline, rest } = telephonesOf(text);
  return landline ? textCell([mobile, ...rest].filter(Boolean).join('、')) : null;
}

/**
 * Returns the part of a cell that the column's name states: the unit of a bare number (数量（瓶）), or the percent sign of
 * a share (不确定度(%)).
 */
function statedByHead(hints: SheetColumn['hints'], text: string, head: SourceColumn | undefined): RawCell | null {
  const statedUnit = unitInHead(head);
  if (!statedUnit) return null;
  if (hints.unitOf !== undefined && splitAmount(text)?.unit === '') return textCell(statedUnit);
  return hints.relativeTo !== undefined && statedUnit === '%' && /^\d+(?:\.\d+)?$/.test(text)
    ? textCell(`${text}%`)
    : null;
}

/** Returns the amount with its unit (5盒) for a blank cell of the column for units; null where it has no unit. */
function unitBeside(
  columns: readonly SheetColumn[],
  amount: string,
  mapping: ColumnMapping,
  row: RawRow,
): RawCell | null {
  const header = columns.find(({ name }) => name === amount)?.header;
  const at = header === undefined ? undefined : mapping.columns[header];
  const text = at === undefined ? '' : plainCell(row.cells[at]);
  return splitAmount(text)?.unit ? textCell(text) : null;
}

/**
 * Returns the text of a column that the sheet lacks: the title above the row, or the text that a person entered for all
 * rows.
 */
const givenText = (
  { header, hints }: Pick<SheetColumn, 'header' | 'hints'>,
  { mapping, titles }: Pick<TableBuildContext, 'mapping' | 'titles'>,
  line: number,
  index: number,
): string =>
  hints.mayBeRowTitle && titles.length ? titleAbove(titles, line) : fillNumber(mapping.fixed[header] ?? '', index);

function* shapedRows(
  body: readonly RawRow[],
  columns: readonly SheetColumn[],
  context: TableBuildContext,
): InParts<SheetTable['rows']> {
  const { mapping, nameOf, headAt } = context;
  const sharedColumns = sharedPlaces(mapping);
  const regions = regionsAt(columns, mapping);
  const counts = { nothing: new Map<number, number>(), region: new Map<number, number>() };
  const aliases = new Map<string, number>();
  const count = <K>(map: Map<K, number>, key: K) => map.set(key, (map.get(key) ?? 0) + 1);
  const joinedText = (row: RawRow, header: string): string => {
    const at = mapping.joined?.[header];
    const text = at === undefined ? '' : plainCell(row.cells[at]);
    return meansEmpty(text) ? '' : text;
  };
  const peopleOf = peopleReader(columns, mapping);
  const namesAt = placeOfPeople(columns, mapping, 'name');
  const shapedRow = (row: RawRow, index: number) => {
    const people = peopleOf(row);
    const cellOf = ({ header, field, part, hints }: SheetColumn): RawCell => {
      if (people && hints.person !== undefined) return textCell(personPart(people, hints.person));
      const at = mapping.columns[header];
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
        return textCell('');
      }
      if (part !== undefined && regions.has(at)) {
        const path = splitRegion(text);
        if (path && part === 0) count(counts.region, at);
        return textCell(path ? path[part] : part === 0 ? text : '');
      }
      const statedCell = statedByHead(hints, text, headAt(at));
      if (statedCell) return statedCell;
      return partOfCell({ field, hints }, text, joinedText(row, header), sharedColumns.has(at)) ?? cell;
    };
    return { line: row.line, cells: columns.map(cellOf) };
  };
  const resultRows: SheetTable['rows'][number][] = [];
  for (const [index, row] of body.entries()) {
    resultRows.push(shapedRow(row, index));
    if (index % atOnce === atOnce - 1) yield;
  }
  sayCells(context, counts, aliases);
  return resultRows;
}

/** Adds sentences about changed cells: counts by column, and replaced texts by column, text and value. */
function sayCells(
  { sentences, nameOf }: TableBuildContext,
  counts: { readonly nothing: ReadonlyMap<number, number>; readonly region: ReadonlyMap<number, number> },
  aliases: ReadonlyMap<string, number>,
): void {
  for (const [index, number] of counts.nothing) sentences.push(mappingTexts.nothing(nameOf(index), number));
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
  for (const [index, row] of table.rows.entries()) {
    const key = JSON.stringify(row.cells.map(({ text }) => text));
    const earlierLine = first.get(key);
    if (earlierLine === undefined) {
      first.set(key, row.line);
      rows.push(row);
    } else pairs.push(`第${row.line}行同第${earlierLine}行`);
    if (index % atOnce === atOnce - 1) yield;
  }
  if (pairs.length) messages.push(mappingTexts.same(limitNamed(pairs)));
  return { ...table, rows };
}
