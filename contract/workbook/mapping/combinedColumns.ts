import type { Entity } from '@contract/entity';
import { halfWidthThroughout, trimBlanks } from '@contract/fields/normalizeText';
import { sheetColumns, type SheetColumn } from '../sheetCells';
import { meansEmpty } from './cellReaders';
import { namesOf } from './columnNames';
import { type HeaderRows, nameKey, sourceColumns, type SourceColumn } from './headerRows';
import { nameStem } from './nameStem';
import { parseListDate } from './parseDays';
import { plainCell, type RawRow, type RawSheet, repeatsAbove } from './rawSheet';
import { textCell } from './tableBuildContext';

// A list may hold several columns of the entity in one: 职务/职称, 职工数/接害数, 上岗证编号及有效期, 编制/审核/签发. Such a column
// is split into those, which stand behind the last column of the sheet.

const nameSeparator = /[/／、及与和]/;
const cellSeparators = /[/／、，,；;|\n\r]|\s+/g;
/** Pattern of a number with a unit before a bar, e.g. 1.0 L in 1.0 L/min. */
const endsWithUnit = /\d\s*[A-Za-zμ]+$/;
const beginsWithUnit =
  /^(?:[mμnk]?(?:L|g|m|Pa|Hz|V|A|W|Sv|Gy|s|mol)|min|dB|ppm|lx|lux|℃|°C|%|[MG]Hz)(?:[²³]|(?![A-Za-z0-9-]))/;

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

/** Most columns that one column is split into: 编制/审核/签发. */
const maxNamedParts = 4;

/** Returns the parts of a column's name of which at least one means a column of the entity; null for another name. */
function columnsOfName(columns: readonly SheetColumn[], source: SourceColumn): readonly string[] | null {
  // In a header of two rows the whole name has the group before its bar.
  const [wholeName = '', lowerName = wholeName] = source.names;
  // A name that ends with its two details in brackets means them, although the rest of it is a whole name as well.
  if (!detailsInBrackets.test(halfWidthThroughout(lowerName)) && isWholeName(columns, source)) return null;
  const parts = partNames(columns, halfWidthThroughout(lowerName));
  if (parts.length < 2 || parts.length > maxNamedParts || parts.includes('')) return null;
  const meantColumns = parts.map((part) => columnNamed(columns, part));
  const knownColumns = meantColumns.filter((column) => column !== undefined);
  if (!knownColumns.length || new Set(knownColumns).size < knownColumns.length) return null;
  // The people and the standards of a cell are read by other steps.
  return knownColumns.some(({ hints }) => hints.person ?? hints.standard) ? null : parts;
}

/** Returns the places in a text at which it may be split. A unit is no place: 0.1～1.0 L/min, 20 mg/m³. */
function separatorsIn(text: string): RegExpExecArray[] {
  return [...text.matchAll(cellSeparators)].filter((match) => {
    const [before, after] = [text.slice(0, match.index), text.slice(match.index + match[0].length)];
    if (match[0] === '/') return !(endsWithUnit.test(before) && /^[A-Za-zμ³]/.test(after));
    return trimBlanks(match[0]) !== '' || !(/[\d)]$/.test(before) && beginsWithUnit.test(after));
  });
}

/** Splits a text at its first separator, before a bracket that holds a day (SG-001（至2027.5.1）), or before ±. */
function twoParts(text: string): readonly [string, string] | null {
  if (repeatsAbove(text)) return [text, text];
  const bracketed = /^([^()]+)\(([^()]+)\)$/.exec(halfWidthThroughout(text));
  if (bracketed && parseListDate(bracketed[2] ?? '', true)) return [bracketed[1] ?? '', bracketed[2] ?? ''];
  const [at] = separatorsIn(text);
  if (at) return [text.slice(0, at.index), text.slice(at.index + at[0].length).replace(/^[/／、，,；;\s]+/, '')];
  const deviationAt = text.indexOf('±');
  return /[A-Za-z℃%]$/.test(text.slice(0, Math.max(0, deviationAt)))
    ? [text.slice(0, deviationAt), text.slice(deviationAt)]
    : null;
}

/** Splits a text into as many parts as its column's name has; null for another text. */
function partsOf(text: string, count: number): readonly string[] | null {
  if (count === 2) return twoParts(text);
  if (repeatsAbove(text)) return Array.from({ length: count }, () => text);
  const parts = text.split(/[/／、，,；;|\n\r]|\s+/);
  return parts.length === count ? parts : null;
}

/** Returns whether a column is split by the details in the brackets of its name, which leaves nothing of it. */
export const isSplitByDetails = ({ splitFrom }: RawSheet, { at, name }: SourceColumn): boolean =>
  [...(splitFrom?.values() ?? [])].includes(at) && detailsInBrackets.test(halfWidthThroughout(name));

/**
 * Returns a sheet in which each column that holds two columns of the entity is also split into them.
 * @param sheet rows as read from the file
 * @param headerRows first and last line of the column names
 */
export function withSplitColumns(entity: Entity, sheet: RawSheet, headerRows: HeaderRows): RawSheet {
  const columns = sheetColumns(entity);
  const sources = sourceColumns(sheet, headerRows);
  const body = sheet.rows.filter(({ line }) => line > headerRows.last);
  const foundSources = sources.flatMap((source) => {
    const names = columnsOfName(columns, source);
    const texts = body.map(({ cells }) => plainCell(cells[source.at])).filter((text) => text && !meansEmpty(text));
    const splitCount = names ? texts.filter((text) => partsOf(text, names.length) !== null).length : 0;
    return names && texts.length && splitCount * 3 >= texts.length ? [{ source, names }] : [];
  });
  if (!foundSources.length) return sheet;
  const width = Math.max(...sheet.rows.map(({ cells }) => cells.length));
  const addedCells = (row: RawRow, { source, names }: (typeof foundSources)[number]) => {
    if (row.line === headerRows.first || row.line === headerRows.last)
      return names.map((name) => textCell(`${name}【${source.name}】`));
    const text = row.line > headerRows.last ? plainCell(row.cells[source.at]) : '';
    const parts = partsOf(text, names.length) ?? [text];
    return names.map((_name, index) => textCell(trimBlanks(parts[index] ?? '')));
  };
  const places = foundSources.flatMap(({ source, names }) => names.map(() => source.at));
  return {
    ...sheet,
    splitFrom: new Map(places.map((at, index) => [width + index, at])),
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
