import type { Entity } from '@contract/entity';
import { halfWidthThroughout, trimBlanks } from '@contract/fields/normalizeText';
import { sheetColumns, type SheetColumn } from '../sheetCells';
import { meansEmpty } from './cellReaders';
import { namesOf } from './columnNames';
import { type HeaderRows, nameKey, sourceColumns, type SourceColumn } from './headerRows';
import { nameStem } from './nameStem';
import { parseListDate } from './parseDays';
import { plainCell, type RawRow, type RawSheet, repeatsAbove } from './rawSheet';

// A list may hold two columns of the entity in one: 职务/职称, 职工数/接害数, 上岗证编号及有效期. Such a column is split into
// two that stand behind the last column of the sheet.

const nameSeparator = /[/／、及与和]/;
const cellSeparator = /[/／、，,；;|\n\r]|\s+/;

/** Pattern of a name that ends with two details in brackets: 上岗证(编号/有效期). */
const detailsInBrackets = /^([^()]+)\(([^()/／、及与和]{2,}[/／、及与和][^()/／、及与和]{2,})\)$/;

/** Returns the column that a part of a name means; undefined where it means none, or several. */
function columnNamed(columns: readonly SheetColumn[], part: string): SheetColumn | undefined {
  const [key, stem] = [nameKey(part), nameStem(nameKey(part))];
  return (
    columns.find((column) => namesOf(column).some((name) => nameKey(name) === key)) ??
    columns.find((column) => namesOf(column).some((name) => nameStem(nameKey(name)) === stem))
  );
}

const isWholeName = (columns: readonly SheetColumn[], { names }: SourceColumn): boolean =>
  names.some((name) => columnNamed(columns, name) !== undefined);

/** Returns the parts of a name: of 职务/职称 both words, of 上岗证(编号/有效期) the whole names of its two details. */
function partNames(columns: readonly SheetColumn[], name: string): readonly string[] {
  const [, group = '', details = ''] = detailsInBrackets.exec(name) ?? [];
  const parts = (details || name).split(nameSeparator).map(trimBlanks);
  return group ? parts.map((part) => (columnNamed(columns, group + part) ? group + part : part)) : parts;
}

/** Returns the two parts of a column's name of which one or both mean columns of the entity; null for another name. */
function columnsOfName(
  columns: readonly SheetColumn[],
  source: SourceColumn,
): readonly [first: string, second: string] | null {
  // In a header of two rows the whole name has the group before its bar.
  const [wholeName = '', lowerName = wholeName] = source.names;
  // A name that ends with its two details in brackets means them, although the rest of it is a whole name as well.
  if (!detailsInBrackets.test(halfWidthThroughout(lowerName)) && isWholeName(columns, source)) return null;
  const [first = '', second = '', third] = partNames(columns, halfWidthThroughout(lowerName));
  if (!first || !second || third !== undefined) return null;
  const [firstColumn, secondColumn] = [columnNamed(columns, first), columnNamed(columns, second)];
  if (firstColumn === secondColumn) return null;
  // The people and the standards of a cell are read by other steps.
  const isReadElsewhere = [firstColumn, secondColumn].some((column) => column?.hints.person ?? column?.hints.standard);
  return isReadElsewhere ? null : [first, second];
}

/** Splits a text at its first separator, or before a bracket that holds a day: SG-001（至2027.5.1）. */
function twoParts(text: string): readonly [string, string] | null {
  if (repeatsAbove(text)) return [text, text];
  const bracketed = /^([^()]+)\(([^()]+)\)$/.exec(halfWidthThroughout(text));
  if (bracketed && parseListDate(bracketed[2] ?? '', true)) return [bracketed[1] ?? '', bracketed[2] ?? ''];
  const at = cellSeparator.exec(text);
  return at ? [text.slice(0, at.index), text.slice(at.index + at[0].length)] : null;
}

const textCell = (text: string) =>
  text === '' ? ({ kind: 'empty', text: '', value: null } as const) : ({ kind: 'text', text, value: text } as const);

/** Returns whether a column is split by the details in the brackets of its name, which leaves nothing of it. */
export const isSplitByDetails = ({ splitFrom }: RawSheet, { at, name }: SourceColumn): boolean =>
  [...(splitFrom?.values() ?? [])].includes(at) && detailsInBrackets.test(halfWidthThroughout(name));

/** Returns a sheet in which each column that holds two columns of the entity is also split into them. */
export function withSplitColumns(entity: Entity, sheet: RawSheet, head: HeaderRows): RawSheet {
  const columns = sheetColumns(entity);
  const sources = sourceColumns(sheet, head);
  const body = sheet.rows.filter(({ line }) => line > head.last);
  const foundSources = sources.flatMap((source) => {
    const names = columnsOfName(columns, source);
    const texts = body.map(({ cells }) => plainCell(cells[source.at])).filter((text) => text && !meansEmpty(text));
    const splitCount = texts.filter((text) => twoParts(text) !== null).length;
    return names && texts.length && splitCount * 2 >= texts.length ? [{ source, names }] : [];
  });
  if (!foundSources.length) return sheet;
  const width = Math.max(...sheet.rows.map(({ cells }) => cells.length));
  const addedCells = (row: RawRow, { source, names }: (typeof foundSources)[number]) => {
    if (row.line === head.first || row.line === head.last)
      return names.map((name) => textCell(`${name}【${source.name}】`));
    const text = row.line > head.last ? plainCell(row.cells[source.at]) : '';
    return (twoParts(text) ?? [text, '']).map((part) => textCell(trimBlanks(part)));
  };
  return {
    ...sheet,
    splitFrom: new Map(
      foundSources.flatMap(({ source }, index) => [0, 1].map((part) => [width + index * 2 + part, source.at])),
    ),
    rows: sheet.rows.map((row) => ({
      line: row.line,
      cells: [
        ...row.cells,
        ...Array.from({ length: width - row.cells.length }, () => textCell('')),
        ...foundSources.flatMap((one) => addedCells(row, one)),
      ],
    })),
  };
}
