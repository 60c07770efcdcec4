import { dropBlanks, halfWidthThroughout } from '@contract/fields/normalizeText';
import { headerName } from '../readTableRows';
import type { RawCell } from '../sheetCells';
import { nameStem } from './nameStem';
import { filledCellCount, plainCell, type RawRow, type RawSheet } from './rawSheet';

/** Rows of a header by Excel's numbers, inclusive; both are the same for a header of one row. */
export interface HeaderRows {
  readonly first: number;
  readonly last: number;
}

/** Number of rows from the top in which a header is searched. */
const soughtRows = 40;

/**
 * Returns a column name in the form in which names are compared: half width, lower case, without blanks, line ends,
 * asterisks and marks.
 */
export const nameKey = (name: string): string =>
  dropBlanks(halfWidthThroughout(headerName(name)))
    .replace(/[*:：、，,;；\-_—/／.。]/g, '')
    .toLowerCase();

const runningNumberNames = new Set(['序号', 'no', '序', '行号', '编次', '项次']);

/** Returns whether a column numbers the rows: it is imported only where the entity has a column of that name. */
export const isRowNumberColumn = (name: string): boolean => runningNumberNames.has(nameKey(name));

/** Returns a column name without the text in brackets: 检出限(μg/mL) becomes 检出限. */
export const withoutBrackets = (name: string): string =>
  halfWidthThroughout(name)
    .replace(/\([^()]*\)|\[[^\][]*\]|【[^【】]*】/g, '')
    .trim();

const inBrackets = /[([【]([^()[\]【】]+)[)\]】]/g;
const unitPattern = /^(?:[A-Za-zμµ%℃㎡㎥°][A-Za-zμµ0-9%℃³²㎡㎥/·.^-]*|瓶|支|盒|包|个|片|副|袋|箱|桶|罐|管)$/;

/** Returns the texts in the brackets of a column's name: 省市 of 地址（省市）. */
export const textsInBrackets = (name: string): string[] =>
  [...halfWidthThroughout(name).matchAll(inBrackets)].map(([, text = '']) => dropBlanks(text));

/** Pattern of a unit behind a name without brackets: 温度℃, 湿度%RH. */
const unitBehindName = /[\u4e00-\u9fff](℃|°C|%RH|%|㎡|m²)$/i;

/** Returns the unit in or behind a column's name: μg/mL of 标准值（μg/mL）, ℃ of 温度℃; '' for none. */
export function unitInHead(column: { readonly name: string } | undefined): string {
  const name = halfWidthThroughout(column?.name ?? '');
  return textsInBrackets(name).find((text) => unitPattern.test(text)) ?? unitBehindName.exec(name)?.[1] ?? '';
}

/** Returns whether a text is a known column name, with or without brackets. */
function isKnown(knownKeys: ReadonlySet<string>, text: string): boolean {
  const bareKey = nameKey(withoutBrackets(text));
  return knownKeys.has(nameKey(text)) || knownKeys.has(bareKey) || knownKeys.has(nameStem(bareKey));
}

function scoreOf(row: RawRow, knownKeys: ReadonlySet<string>): number {
  const texts = row.cells
    .filter(({ kind }) => kind === 'text')
    .map(plainCell)
    .filter(Boolean);
  if (texts.length < 2 && filledCellCount(row) > texts.length) return 0;
  const knownCount = texts.filter((text) => isKnown(knownKeys, text)).length;
  // Numbers and dates occur in the body, never in a header. A repeated text is a value.
  const values = filledCellCount(row) - texts.length + (texts.length - new Set(texts).size);
  return Math.max(0, knownCount * 3 + texts.length * 0.2 - values);
}

const isShortText = (cell: RawCell): boolean => cell.kind === 'text' && plainCell(cell).length <= 20;

/**
 * Returns whether a row is the lower one of a head without merged cells: it names the columns that the upper row leaves
 * blank or groups, and nothing else.
 */
function isLower(firstRawRow: RawRow, nextRawRow: RawRow, knownKeys: ReadonlySet<string>): boolean {
  const filledColumns = nextRawRow.cells.flatMap((cell, index) => (plainCell(cell) === '' ? [] : [index]));
  const isFilledAbove = (at: number): boolean => plainCell(firstRawRow.cells[at]) !== '';
  const columnsBelowBlank = filledColumns.filter((at) => !isFilledAbove(at));
  // Below a filled name stands a lower one only where the group goes on to the right.
  const isGroupHeader = filledColumns.every(
    (at) => !isFilledAbove(at) || (filledColumns.includes(at + 1) && !isFilledAbove(at + 1)),
  );
  return (
    columnsBelowBlank.length > 0 &&
    filledColumns.length > 1 &&
    isGroupHeader &&
    firstRawRow.cells.some((cell) => isKnown(knownKeys, plainCell(cell))) &&
    nextRawRow.cells.every((cell) => plainCell(cell) === '' || isShortText(cell)) &&
    filledColumns.some((at) => isKnown(knownKeys, plainCell(nextRawRow.cells[at]))) &&
    filledColumns.every((at) => !/^[\d.\-/年月日]+$/.test(plainCell(nextRawRow.cells[at])))
  );
}

/** Pattern of a title above a head: the name of the list, its day, who keeps it. */
const titleText = /[:：]|台账|一览|清[单册]|登记[表簿]|汇总|名册|花名册|记录表|20\d{2}年|第\s*\d+\s*页/;

/** Returns whether a row is the title of a list, which may stand in two cells: 试剂清册 and 截止日期：2026年10月31日. */
const isTitleRow = (row: RawRow, knownKeys: ReadonlySet<string>): boolean => {
  const texts = row.cells.map(plainCell).filter(Boolean);
  return texts.some((text) => titleText.test(text)) && !texts.some((text) => isKnown(knownKeys, text));
};

/** Returns the row after the first row of a header if it also belongs to the header. */
function secondRow({ rows, merges }: RawSheet, firstRawRow: RawRow, knownKeys: ReadonlySet<string>): RawRow | null {
  const nextRawRow = rows.find(({ line }) => line > firstRawRow.line);
  if (!nextRawRow || nextRawRow.line !== firstRawRow.line + 1) return null;
  const startingMerges = merges.filter(({ fromLine }) => fromLine === firstRawRow.line);
  const isAcross = startingMerges.some(
    ({ fromColumn, toColumn, toLine }) =>
      toLine === firstRawRow.line &&
      toColumn > fromColumn &&
      nextRawRow.cells.slice(fromColumn, toColumn + 1).some((cell) => cell.kind === 'text'),
  );
  const isMergedDown = startingMerges.some(({ toLine }) => toLine === nextRawRow.line);
  const isMerged =
    (isAcross && filledCellCount(firstRawRow) > 1) ||
    (isMergedDown && nextRawRow.cells.some(({ kind }) => kind === 'text'));
  return isMerged || isLower(firstRawRow, nextRawRow, knownKeys) ? nextRawRow : null;
}

/**
 * Finds the header of a sheet: the row with the most known column names. Where no name is known, it is the first row
 * that is about as wide as the sheet and contains only texts. A second row belongs to the header where cells above it
 * are merged.
 * @param knownKeys column names in the form of `nameKey`
 * @returns null for a sheet without rows
 */
export function findHeaderRows(sheet: RawSheet, knownKeys: ReadonlySet<string>): HeaderRows | null {
  const rows = sheet.rows.slice(0, soughtRows);
  const [topRow] = rows;
  if (!topRow) return null;
  let bestRow: { row: RawRow; score: number } | null = null;
  for (const row of rows) {
    const score = scoreOf(row, knownKeys);
    if (score >= 3 && (!bestRow || score > bestRow.score)) bestRow = { row, score };
  }
  const widest = Math.max(...sheet.rows.slice(0, 200).map(filledCellCount));
  const row =
    bestRow?.row ??
    rows.find((candidate) => {
      const filledCells = candidate.cells.filter((cell) => plainCell(cell) !== '');
      return filledCells.length * 10 >= widest * 6 && filledCells.every(({ kind }) => kind === 'text');
    }) ??
    topRow;
  // The lower row of a header may have more known names than the upper row.
  const rowAbove = rows.find(({ line }) => line === row.line - 1);
  const isUpper =
    rowAbove &&
    filledCellCount(rowAbove) > 1 &&
    !isTitleRow(rowAbove, knownKeys) &&
    secondRow(sheet, rowAbove, knownKeys) !== null;
  const firstRawRow = isUpper ? rowAbove : row;
  return { first: firstRawRow.line, last: secondRow(sheet, firstRawRow, knownKeys)?.line ?? firstRawRow.line };
}

/** A column of the sheet: its index from 0 and its names, the whole name first. */
export interface SourceColumn {
  readonly at: number;
  /** Displayed name; 第3列 for a column without a name. */
  readonly name: string;
  /** Names by which the column is searched: the whole name, and in a header of two rows the lower one. */
  readonly names: readonly string[];
}

/** Returns the name of the group to which a lower name without one above it belongs; '' for none. */
function groupOf(lines: readonly RawRow[], column: number): string {
  const [upper, lower] = [lines[0], lines.at(-1)];
  for (let index = column; index >= 0 && plainCell(lower?.cells[index]) !== ''; index -= 1) {
    const name = plainCell(upper?.cells[index]);
    if (name) return name;
  }
  return '';
}

/** Returns the columns of a sheet by its header. */
export function sourceColumns({ rows, merges }: RawSheet, headerRows: HeaderRows): SourceColumn[] {
  const lines = rows.filter(({ line }) => line >= headerRows.first && line <= headerRows.last);
  const body = rows.filter(({ line }) => line > headerRows.last);
  const width = Math.max(0, ...lines.map(({ cells }) => cells.length), ...body.map(({ cells }) => cells.length));
  const textAt = (line: number, column: number): string => {
    const ownText = plainCell(rows.find((row) => row.line === line)?.cells[column]);
    if (ownText) return ownText;
    const coveringMerge = merges.find(
      (merge) =>
        merge.fromLine === line && merge.toLine === line && merge.fromColumn <= column && merge.toColumn >= column,
    );
    if (coveringMerge) return plainCell(rows.find((row) => row.line === line)?.cells[coveringMerge.fromColumn]);
    return line === headerRows.first && headerRows.last > headerRows.first ? groupOf(lines, column) : '';
  };
  return Array.from({ length: width }, (_, index): SourceColumn => {
    const parts = lines.map(({ line }) => textAt(line, index).replace(/[\n\r]+/g, '')).filter(Boolean);
    const lastPart = parts.at(-1);
    const name = [...new Set(parts)].join('/');
    return lastPart === undefined
      ? { at: index, name: `第${index + 1}列`, names: [] }
      : { at: index, name, names: [...new Set([name, lastPart, parts.join('')])] };
  }).filter(({ at, names }) => names.length > 0 || body.some(({ cells }) => plainCell(cells[at]) !== ''));
}

/** Returns a text that distinguishes headers; a mapping is remembered by it. */
export const headerSignature = (columns: readonly SourceColumn[]): string =>
  columns
    .map(({ name }) => nameKey(name))
    .join('|')
    .slice(0, 1000);
