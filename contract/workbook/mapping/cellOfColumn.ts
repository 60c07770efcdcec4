import type { RawCell, SheetColumn } from '../sheetCells';
import { deviationIn, meansEmpty, restText, splitAmount, splitResult, telephonesOf } from './cellReaders';
import type { ColumnMapping } from './columnMapping';
import { endFromStart } from './daysOfSheet';
import { type SourceColumn, unitInHead } from './headerRows';
import { isSpan, monthsAfterOpening } from './parseDays';
import { plainCell, type RawRow } from './rawSheet';
import { titleAbove } from './sectionTitles';
import { standardName, standardNumber, standardTechnique } from './standardNumbers';
import { textCell, type TableBuildContext } from './tableBuildContext';

// What a column of the entity takes from a cell of the sheet.

/**
 * Returns the number of a standard with the text that is appended to it, the title of the standard, or its method. A
 * method in brackets behind the standard is appended where no column has it.
 */
function standardText(text: string, part: 'number' | 'name' | 'technique', suffix: string, isNamed: boolean): string {
  if (part === 'name') return standardName(text);
  if (part === 'technique') return standardTechnique(text);
  const number = standardNumber(text);
  const technique = isNamed ? suffix || standardTechnique(text) : suffix;
  return [number ?? text, technique].filter(Boolean).join(' ');
}

/** Returns a number with the unit that its column's name states: 15～30 below 温度（℃） is 15～30 ℃. */
function withUnit(text: string, head: SourceColumn | undefined): string {
  const unit = unitInHead(head);
  return unit && /\d$/.test(text) ? `${text} ${unit}` : text;
}

/** Returns the number of a row from a pattern with #: SJ-### gives SJ-001. */
const fillNumber = (pattern: string, index: number): string =>
  pattern.replace(/#+/, (hashes) => String(index + 1).padStart(hashes.length, '0'));

/** Returns the indices of the sheet's columns that several columns use. */
export function sharedPlaces({ columns }: ColumnMapping): ReadonlySet<number> {
  const columnIndexes = Object.values(columns);
  return new Set(columnIndexes.filter((place, index) => columnIndexes.indexOf(place) !== index));
}

/**
 * Returns the part of a cell that belongs to a column, where the cell contains more than its value.
 * @param joinedValue text of the column that is appended to it; '' for none
 * @param shared whether another column uses the same cells, and whether that for landlines does
 * @returns null where the column uses the whole cell
 */
function partOfCell(
  { field, hints }: Pick<SheetColumn, 'field' | 'hints'>,
  text: string,
  joinedValue: string,
  { isShared, withLandline }: { readonly isShared: boolean; readonly withLandline: boolean },
): RawCell | null {
  if (hints.person === 'others' && joinedValue) return textCell([text, joinedValue].filter(Boolean).join(' '));
  if (hints.standard !== undefined && (hints.standard !== 'technique' || isShared))
    return textCell(standardText(text, hints.standard, joinedValue, hints.appendedColumns !== undefined));
  if (joinedValue) return textCell([text, joinedValue].filter(Boolean).join('，'));
  if (!isShared) return null;
  // Beside a value in percent the deviation is a number of the same unit: 23.4%±1.1%.
  if (hints.relativeTo !== undefined)
    return textCell(splitAmount(text)?.percent ? deviationIn(text).replace('%', '') : deviationIn(text));
  if (hints.restOf !== undefined) return textCell(restText(text, field));
  // A period without 开封 is read as the day of the column.
  if (hints.monthsOf !== undefined) return textCell(monthsAfterOpening(text) === null ? '' : text);
  if (hints.spanOf !== undefined) return textCell(isSpan(text) ? text : '');
  if (field.kind !== 'text' || field.rule !== 'phone') return null;
  const { mobile, landline, rest } = telephonesOf(text);
  // A landline without a column in these cells stays, for `moveLandlines`.
  return landline && withLandline ? textCell([mobile, ...rest].filter(Boolean).join('、')) : null;
}

/**
 * Returns the part of a cell that the column's name states: the unit of a bare number (数量（瓶）), or the percent sign of
 * a share (不确定度(%)).
 */
function statedByHead(hints: SheetColumn['hints'], text: string, head: SourceColumn | undefined): RawCell | null {
  const statedUnit = unitInHead(head);
  if (!statedUnit) return null;
  if (hints.unitOf !== undefined && splitResult(text)?.unit === '') return textCell(statedUnit);
  return hints.relativeTo !== undefined && statedUnit === '%' && /^\d+(?:\.\d+)?$/.test(text)
    ? textCell(`${text}%`)
    : null;
}

/**
 * Returns the amount with its unit (5盒) for a blank cell of the column for units; null where it has no unit.
 * @param columns columns of the entity
 * @param amount name of the field for the amount
 * @param mapping columns of the sheet that the person confirmed
 * @param row row of the sheet
 */
export function unitBeside(
  columns: readonly SheetColumn[],
  amount: string,
  mapping: ColumnMapping,
  row: RawRow,
): RawCell | null {
  const header = columns.find(({ name }) => name === amount)?.header;
  const at = header === undefined ? undefined : mapping.columns[header];
  const text = at === undefined ? '' : plainCell(row.cells[at]);
  return splitResult(text)?.unit ? textCell(text) : null;
}

/**
 * Returns the text of a column that the sheet lacks: the title above the row, or the text that a person entered for all
 * rows.
 * @param line line of the row in the sheet
 * @param index position of the row among the imported rows, from 0, for a number pattern
 */
export const givenText = (
  { header, hints }: Pick<SheetColumn, 'header' | 'hints'>,
  { mapping, titles }: Pick<TableBuildContext, 'mapping' | 'titles'>,
  line: number,
  index: number,
): string =>
  hints.mayBeRowTitle && titles.length ? titleAbove(titles, line) : fillNumber(mapping.fixed[header] ?? '', index);

/** What the cells of all rows are read with. */
export interface CellTools {
  readonly context: TableBuildContext;
  readonly sharedColumns: ReadonlySet<number>;
  readonly startColumns: ReadonlyMap<string, number>;
  /** Index of the sheet's column for landlines; undefined where it has none. */
  readonly landlineAt: number | undefined;
}

interface CellPlace {
  readonly column: SheetColumn;
  readonly at: number;
  readonly row: RawRow;
  readonly text: string;
}

/**
 * Returns the text of the column that is appended to a column; '' for none.
 * @param row row of the sheet
 */
export function joinedText(
  { mapping, headAt }: TableBuildContext,
  row: RawRow,
  { header, hints }: SheetColumn,
): string {
  const at = mapping.joined?.[header];
  const text = at === undefined ? '' : plainCell(row.cells[at]);
  return meansEmpty(text) ? '' : hints.appendedColumns ? withUnit(text, headAt(at ?? -1)) : text;
}

/**
 * Returns what a column takes from a cell, with what its column's name and other cells of the row state; null for the
 * cell as it stands.
 */
export function cellWithin(
  { context, sharedColumns, startColumns, landlineAt }: CellTools,
  { column, at, row, text }: CellPlace,
): RawCell | null {
  const { header, field, hints } = column;
  const head = context.headAt(at);
  const statedCell = statedByHead(hints, text, head);
  if (statedCell) return statedCell;
  const end = endFromStart(text, row.cells[startColumns.get(header) ?? -1]);
  if (end !== null) return textCell(end);
  const unitText = hints.appendedColumns ? withUnit(text, head) : text;
  const shared = { isShared: sharedColumns.has(at), withLandline: at === landlineAt };
  const partCell = partOfCell({ field, hints }, unitText, joinedText(context, row, column), shared);
  return partCell ?? (unitText === text ? null : textCell(unitText));
}
