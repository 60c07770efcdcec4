import type { Entity } from '@contract/entity';
import type { Field } from '@contract/field';
import { dropBlanks, halfWidthThroughout } from '@contract/fields/normalizeText';
import { rules } from '@contract/rules';
import { isDay } from '@contract/schema';
import { cellText, type Lookups, type RawCell, sheetColumns, type SheetColumn } from '../sheetCells';
import {
  deviationIn,
  splitFirstValue,
  parseListNumber,
  meansEmpty,
  plainPhone,
  restText,
  splitAmount,
} from './cellReaders';
import { knownNames, namesOf } from './columnNames';
import { isSplitByDetails, withSplitColumns } from './combinedColumns';
import {
  findHeaderRows,
  type HeaderRows,
  isRowNumberColumn,
  nameKey,
  headerSignature,
  type SourceColumn,
  sourceColumns,
  unitInHead,
  textsInBrackets,
  withoutBrackets,
} from './headerRows';
import { partnerOf } from './mappingTargets';
import { nameStem } from './nameStem';
import { isPeriod, isSpan, parseListDate, monthsAfterOpening, periodMonths } from './parseDays';
import { containsPeople, containsPhone } from './peopleColumns';
import { withMergedValues, plainCell, type RawSheet } from './rawSheet';
import { splitRegion } from './splitRegion';
import { valuesAboveTable } from './valuesAboveTable';

/** Number of rows of a column that are examined. */
const inspectedRows = 60;
/** Minimum score with which a column is accepted. */
const minScore = 50;

/** Returns the names in a name with bars, of which the list uses one: 委托方/受检单位. A group's name is no part. */
const partsOfName = (name: string, [wholeName, lowerName]: readonly string[]): readonly string[] =>
  lowerName !== undefined && name === wholeName ? [] : name.split(/[/／]/).filter((part) => part !== name);

/**
 * Returns the score with which a name in the sheet matches a column of the entity: 100 for an equal name, more for
 * the whole name in a header of two rows, less for a name of the same meaning, and less again for a part of it.
 */
function nameScore(givenNames: readonly string[], column: SheetColumn): number {
  // A part of a region may stand in brackets: 地址（省市）.
  const names =
    column.part === undefined
      ? givenNames
      : [...givenNames, ...givenNames.flatMap(textsInBrackets).filter((name) => name.length > 1)];
  const firstStems = column.hints.firstNames?.map((name) => nameStem(nameKey(name))) ?? [];
  if (names.some((name) => firstStems.includes(nameStem(nameKey(name))))) return 112;
  let bestScore = 0;
  const bareNames = namesOf(column).map((name) => nameKey(withoutBrackets(name)));
  // In a header of two rows the whole name is more reliable than the lower part alone.
  const wholeName = names.length > 1 ? nameKey(names[0] ?? '') : null;
  for (const [nameIndex, columnName] of namesOf(column).map(nameKey).entries()) {
    // The column's own name precedes its other names, which are ranked in their order.
    const rank = Math.min(nameIndex, 9);
    for (const wantedName of names) {
      const key = nameKey(wantedName);
      const bareKey = nameKey(withoutBrackets(wantedName));
      const isSame = (): boolean => bareKey.length > 1 && nameStem(bareKey) === nameStem(bareNames[nameIndex] ?? '');
      if (key === columnName) bestScore = Math.max(bestScore, (key === wholeName ? 110 : 100) - rank);
      else if (bareKey === columnName) bestScore = Math.max(bestScore, 92 - rank);
      else if (isSame()) bestScore = Math.max(bestScore, 90 - rank);
      else if (partsOfName(wantedName, givenNames).some((part) => nameKey(part) === columnName))
        bestScore = Math.max(bestScore, 84 - rank);
      else if (columnName.length > 1 && bareKey.includes(columnName))
        bestScore = Math.max(bestScore, 40 + Math.round((30 * columnName.length) / bareKey.length) - rank);
      else if (bareKey.length > 1 && columnName.includes(bareKey))
        bestScore = Math.max(bestScore, 34 + Math.round((30 * bareKey.length) / columnName.length) - rank);
    }
  }
  return bestScore;
}

/** Returns whether a text, in its usual spellings, can be a value of a field. */
function fitsField({ field, part, hints }: SheetColumn, text: string, lookups: Pick<Lookups, 'dict'>): boolean {
  switch (field.kind) {
    case 'integer':
    case 'decimal':
      return (
        parseListNumber(text, true) !== null ||
        (field.unit === '月' && periodMonths(text) !== null) ||
        (hints.monthsOf !== undefined && monthsAfterOpening(text) !== null)
      );
    case 'date':
    case 'dateTime':
      return (
        isDay(text.slice(0, 10)) ||
        parseListDate(text, true) !== null ||
        monthsAfterOpening(text) !== null ||
        (hints.after !== undefined && isPeriod(text))
      );
    case 'region':
      return part === undefined || splitRegion(text) !== null || text.length < 12;
    case 'flag':
      return /^[是否有无YNyn√×]$/.test(text);
    case 'dict': {
      const labels = lookups.dict(field.dict);
      return labels.length === 0 || labels.some(({ label, also }) => label === text || also?.includes(text));
    }
    case 'text':
      return (
        field.rule === undefined ||
        rules[field.rule].test(dropBlanks(halfWidthThroughout(plainPhone(splitFirstValue(text).first))))
      );
    default:
      return true;
  }
}

/** Returns whether a field can be recognised by the content of a column alone. */
const isRecognizable = (field: Field): boolean =>
  field.kind === 'region' ||
  (field.kind === 'text' &&
    (field.rule === 'unifiedCode' ||
      field.rule === 'phone' ||
      field.rule === 'mobile' ||
      field.rule === 'telephone' ||
      field.rule === 'email'));

/** Pattern of column names about a second person of a row: 第二联系人/电话, 联系电话2, 备用联系人电话. */
const ofOthers = /第[二2]|备用|其他|(?:人|电话|手机)[二2](?:$|\/)/;

/** Returns whether a column contains the telephones of a second person. */
const holdsOthersPhones = ({ names, texts }: FilledSource): boolean => {
  const filledTexts = texts.filter((text) => text !== '' && !meansEmpty(text));
  return (
    ofOthers.test(names[0] ?? '') &&
    filledTexts.length > 0 &&
    filledTexts.filter((text) => rules.telephone.test(dropBlanks(halfWidthThroughout(text)))).length * 5 >
      filledTexts.length * 4
  );
};

interface FilledSource extends SourceColumn {
  readonly texts: readonly string[];
}

/**
 * Scores a pair of columns. The names count most. The content reduces the score, or raises it for a field that is
 * recognised by its content.
 */
function scoreOf(source: FilledSource, column: SheetColumn, lookups: Pick<Lookups, 'dict'>, isSplit: boolean): number {
  const { field, part } = column;
  const byName = nameScore(source.names, column);
  // The name of a part is whole: 岗位 in 部门/岗位 is no 岗位授权.
  if (isSplit && byName < 70) return 0;
  const texts = source.texts.filter((text) => text !== '' && !meansEmpty(text));
  if (!texts.length) return byName;
  const fittingShare = texts.filter((text) => fitsField(column, text, lookups)).length / texts.length;
  if (isRecognizable(field) && fittingShare > 0.8 && byName < minScore)
    return part === undefined || part === 0 ? byName + 45 : byName;
  const contentPattern = column.hints.pattern === undefined ? null : new RegExp(column.hints.pattern);
  if (contentPattern && texts.filter((text) => contentPattern.test(text)).length > texts.length * 0.8)
    return byName + 45;
  // A part of a name is not enough for a reference: 客户来源 is no 客户.
  if (field.kind === 'ref' && byName < 80) return byName - 10;
  if (field.kind === 'dict') return byName + (fittingShare > 0.5 ? 8 : byName < 90 ? -8 : 0);
  return fittingShare < 0.3 ? byName - 45 : byName;
}

/**
 * Pairs columns, the best pair first; each column of the sheet is assigned to one column of the entity. The
 * telephones of a second person are not assigned where the entity has a field for other people.
 */
function pairColumns(
  sources: readonly FilledSource[],
  columns: readonly SheetColumn[],
  lookups: Pick<Lookups, 'dict'>,
  sheet: RawSheet,
) {
  const ownKeys = new Set(columns.map(({ header }) => nameKey(header)));
  const hasOthers = columns.some(({ hints }) => hints.person === 'others');
  const scoredPairs = sources
    .filter((source) => !(hasOthers && holdsOthersPhones(source)) && !isSplitByDetails(sheet, source))
    .filter(({ names }) => !names.some((name) => isRowNumberColumn(name) && !ownKeys.has(nameKey(name))))
    .flatMap((source) =>
      columns.map((column) => ({
        source,
        column,
        score: scoreOf(source, column, lookups, sheet.splitFrom?.has(source.at) === true),
      })),
    )
    .filter(({ score }) => score >= minScore)
    .sort((first, other) => other.score - first.score);
  const takenColumns: Record<string, number> = {};
  for (const { source, column } of scoredPairs) {
    if (column.header in takenColumns || Object.values(takenColumns).includes(source.at)) continue;
    takenColumns[column.header] = source.at;
  }
  moveRegionUp(columns, takenColumns);
  return takenColumns;
}

/** A list that names the city or the county without the province names the whole region by it. */
function moveRegionUp(columns: readonly SheetColumn[], takenColumns: Record<string, number>): void {
  const [province, ...lowerParts] = columns.filter(({ part }) => part !== undefined).map(({ header }) => header);
  const highest = lowerParts.find((header) => header in takenColumns);
  const at = highest === undefined ? undefined : takenColumns[highest];
  if (province === undefined || province in takenColumns || highest === undefined || at === undefined) return;
  takenColumns[province] = at;
  delete takenColumns[highest];
}

/**
 * Adds columns whose values are in the cells of another column: units, further telephones, months, parts of a region.
 */
function addSharedColumns(
  sources: readonly FilledSource[],
  columns: readonly SheetColumn[],
  takenColumns: Record<string, number>,
): void {
  const sourceAt = (index: number): FilledSource | undefined => sources.find((source) => source.at === index);
  const textsAt = (index: number): readonly string[] => sourceAt(index)?.texts ?? [];
  const nameColumn = columns.find(({ hints }) => hints.person === 'name');
  const names = nameColumn && takenColumns[nameColumn.header];
  for (const column of columns) {
    const partner = partnerOf(column, columns);
    // A list without a column for telephones may contain them beside the names.
    if (column.hints.person === 'mobile' && names !== undefined && !(column.header in takenColumns))
      if (textsAt(names).some(containsPhone)) takenColumns[column.header] = names;
    const at = partner === undefined ? undefined : takenColumns[partner];
    if (column.header in takenColumns || at === undefined) continue;
    const texts = textsAt(at).filter(Boolean);
    const { hints, field } = column;
    const pattern = hints.pattern === undefined ? null : new RegExp(hints.pattern);
    const holdsPhones =
      (hints.from !== undefined && (pattern === null || texts.some((text) => pattern.test(text)))) ||
      (hints.person === 'others' && texts.some(containsPeople)) ||
      (hints.person !== 'others' && hints.restOf !== undefined && texts.some((text) => restText(text, field) !== '')) ||
      (hints.relativeTo !== undefined && texts.some((text) => deviationIn(text) !== '')) ||
      (hints.unitOf !== undefined &&
        (unitInHead(sourceAt(at)) !== '' || texts.some((text) => (splitAmount(text)?.unit ?? '') !== ''))) ||
      (hints.spanOf !== undefined && texts.some(isSpan)) ||
      (hints.monthsOf !== undefined && texts.some((text) => monthsAfterOpening(text) !== null)) ||
      (column.part !== undefined && texts.some((text) => (splitRegion(text)?.[1] ?? '') !== ''));
    if (holdsPhones) takenColumns[column.header] = at;
  }
}

/**
 * Finds the second column of a text that is joined from two columns, e.g. the technique after the number of a
 * standard, or the telephones of other people after their names.
 */
function joinedTo(
  sources: readonly FilledSource[],
  columns: readonly SheetColumn[],
  takenColumns: Readonly<Record<string, number>>,
): Record<string, number> {
  const joinedColumns: Record<string, number> = {};
  for (const { header, hints } of columns) {
    const wantedNames = (hints.appendedColumns ?? []).map((name) => nameStem(nameKey(name)));
    const source = sources.find(
      (candidate) =>
        candidate.at !== takenColumns[header] &&
        (hints.person === 'others'
          ? holdsOthersPhones(candidate)
          : candidate.names.some((name) => wantedNames.includes(nameStem(nameKey(withoutBrackets(name)))))),
    );
    if (header in takenColumns && source) joinedColumns[header] = source.at;
  }
  return joinedColumns;
}

/** Result of guessing the columns of a sheet. */
interface GuessedMapping {
  readonly head: HeaderRows;
  readonly sources: readonly FilledSource[];
  readonly signature: string;
  readonly columns: Readonly<Record<string, number>>;
  readonly joined: Readonly<Record<string, number>>;
  /** Texts above the header that apply to all rows, by header. */
  readonly fixed: Readonly<Record<string, string>>;
}

/**
 * Guesses which columns of a sheet correspond to those of an entity, by their names, other names (`columnNames`) and
 * content.
 * @param givenHead header that a person chose; by default the header that is found
 * @returns null for a sheet without rows
 */
export function guessColumns(
  entity: Entity,
  givenSheet: RawSheet,
  lookups: Pick<Lookups, 'dict'>,
  givenHead?: HeaderRows,
): GuessedMapping | null {
  const headerRows = givenHead ?? findHeaderRows(givenSheet, knownNames(entity));
  if (!headerRows) return null;
  const sheet = withSplitColumns(entity, givenSheet, headerRows);
  const columns = sheetColumns(entity);
  const { rows } = withMergedValues(sheet, headerRows.last + 1);
  const body = rows.filter(({ line }) => line > headerRows.last).slice(0, inspectedRows);
  const field = columns[0]?.field;
  const sources = sourceColumns(sheet, headerRows).map((column): FilledSource => ({
    ...column,
    texts: body.map(({ cells }) => plainShown(cells[column.at], field)),
  }));
  const takenColumns = pairColumns(sources, columns, lookups, sheet);
  addSharedColumns(sources, columns, takenColumns);
  return {
    head: headerRows,
    sources,
    signature: headerSignature(sources),
    columns: takenColumns,
    joined: joinedTo(sources, columns, takenColumns),
    fixed: valuesAboveTable(sheet, headerRows, columns, takenColumns),
  };
}

const plainShown = (cell: RawCell | undefined, field: Field | undefined): string =>
  cell && field && cell.kind === 'number' ? cellText(cell, field) : plainCell(cell);
