import type { Entity } from '@contract/entity';
import { trimBlanks, trimmedOf } from '@contract/fields/normalize';
import { cellText, errorHeader, sheetColumns, type Lookups, type RawCell, type SheetTable } from './cells';
import { cellsToDraft, type CellError, type CellNotice } from './draft';
import { sheetMessages } from './messages';

/** One row as strings, as the browser shows it and sends it back; `line` is Excel's own row number. */
export interface CellRow {
  line: number;
  cells: Record<string, string>;
}

export interface AnalysedRow extends CellRow {
  draft: Record<string, unknown>;
  errors: CellError[];
  notices: CellNotice[];
}

/** What the header row lacks or has too much. */
export interface HeaderReport {
  missing: string[];
  unknown: string[];
  duplicate: string[];
  /** Nothing can be imported: the key or a required column is missing, or a column is there twice. */
  fatal: boolean;
  /** For the person; null when the header row is exactly right. */
  message: string | null;
}

export interface Analysis {
  headers: HeaderReport;
  /** SPEC §5: rows with an empty first column; their line numbers. */
  dropped: number[];
  rows: AnalysedRow[];
}

/** 单位名称* and 单位名称 are one header: templates mark what is required. */
export const headerName = (header: string): string => trimmedOf(trimBlanks(header), /[*＊]/);

/** Holds a header row against an entity's columns; their order is free. */
export function reportHeaders(entity: Entity, header: readonly string[]): HeaderReport {
  const columns = sheetColumns(entity);
  const given = header.map(headerName).filter((name) => name !== '' && name !== errorHeader);
  const known = new Set(columns.map((column) => column.header));
  const missing = columns.filter((column) => !given.includes(column.header));
  const unknown = [...new Set(given.filter((name) => !known.has(name)))];
  const duplicate = [...new Set(given.filter((name, index) => known.has(name) && given.indexOf(name) !== index))];
  const fatal =
    duplicate.length > 0 || missing.some((column) => column === columns[0] || column.field.required === true);
  const said = [
    ...(missing.length ? [sheetMessages.missingHeaders(missing.map((column) => column.header))] : []),
    ...(duplicate.length ? [sheetMessages.duplicateHeaders(duplicate)] : []),
    ...(unknown.length ? [sheetMessages.unknownHeaders(unknown)] : []),
  ];
  return {
    missing: missing.map((column) => column.header),
    unknown,
    duplicate,
    fatal,
    message: said.length ? said.join('；') : null,
  };
}

/** The fields that an import knows a row by. */
export const keyOf = (entity: Entity): readonly string[] =>
  entity.key ??
  sheetColumns(entity)
    .slice(0, 1)
    .map(({ name }) => name);

/** A row's key as one text; null while its first part is missing. */
export function keyText(entity: Entity, values: Readonly<Record<string, unknown>>): string | null {
  const parts = keyOf(entity).map((name) => values[name] ?? null);
  return parts.length === 0 || parts[0] === null ? null : JSON.stringify(parts);
}

/** Later rows that repeat the key or another unique value of an earlier one are wrong, and name the first. */
function markRepeats(entity: Entity, rows: readonly AnalysedRow[]): void {
  const [first, ...others] = sheetColumns(entity);
  const names = keyOf(entity);
  const headers = new Set(sheetColumns(entity).flatMap(({ name, header }) => (names.includes(name) ? [header] : [])));
  // Where a part of the key could not be read, what the row is one of is not known: two such rows are no repetition.
  const isKnown = ({ errors }: AnalysedRow): boolean => !errors.some(({ header }) => headers.has(header));
  const columns = [
    ...(first
      ? [
          {
            header: first.header,
            valueOf: (row: AnalysedRow): unknown => (isKnown(row) ? keyText(entity, row.draft) : null),
          },
        ]
      : []),
    ...others
      .filter(({ field }) => field.unique)
      .map(({ header, name }) => ({ header, valueOf: (row: AnalysedRow): unknown => row.draft[name] })),
  ];
  for (const { header, valueOf } of columns) {
    const firstLines = new Map<unknown, number>();
    for (const row of rows) {
      const value = valueOf(row);
      if (value === null || value === undefined) continue;
      const line = firstLines.get(value);
      if (line === undefined) firstLines.set(value, row.line);
      else row.errors.push({ header, message: sheetMessages.duplicateOf(line), value: row.cells[header] ?? '' });
    }
  }
}

/** Rows of a table as they are read, one at a time; `finish` says which repeat an earlier one. */
export interface RowReader<R> {
  /** @returns null for a row whose first column is empty (SPEC §5) */
  read(row: R): AnalysedRow | null;
  finish(rows: readonly AnalysedRow[]): void;
}

/** For rows of a table under its header, whose order is free. */
export function tableReader(
  entity: Entity,
  header: readonly string[],
  lookups: Lookups,
): RowReader<SheetTable['rows'][number]> {
  const given = header.map(headerName);
  const columns = sheetColumns(entity).flatMap((column) => {
    const index = given.indexOf(column.header);
    return index < 0 ? [] : [{ column, index }];
  });
  const key = columns[0];
  return {
    read({ line, cells }) {
      const map = new Map<string, RawCell | string>();
      const texts: Record<string, string> = {};
      for (const { column, index } of columns) {
        const cell = cells[index] ?? '';
        map.set(column.header, cell);
        texts[column.header] = typeof cell === 'string' ? cell : cellText(cell, column.field);
      }
      if (key && trimBlanks(texts[key.column.header] ?? '') === '') return null;
      return { line, cells: texts, ...cellsToDraft(entity, map, lookups) };
    },
    finish: (rows) => markRepeats(entity, rows),
  };
}

/**
 * For rows that come back from the browser as plain strings, corrected in place. All rows of the import, so that
 * repeats are found; an
 * emptied key is an error here, for nobody should lose a row by a slip of the hand; a required cell that is not there
 * at all is an empty
 * one. Strings under other headers are left out.
 */
export function againReader(entity: Entity, lookups: Lookups): RowReader<CellRow> {
  const columns = sheetColumns(entity);
  return {
    read({ line, cells }) {
      const texts: Record<string, string> = {};
      const map = new Map<string, string>();
      for (const column of columns) {
        const { header, field } = column;
        const given = Object.hasOwn(cells, header);
        if (!given && column !== columns[0] && !field.required) continue;
        texts[header] = given ? (cells[header] ?? '') : '';
        map.set(header, texts[header]);
      }
      return { line, cells: texts, ...cellsToDraft(entity, map, lookups) };
    },
    finish: (rows) => markRepeats(entity, rows),
  };
}

/** A whole table as it was read. When the header row is fatally wrong no row is looked at. */
export function analyseRows(entity: Entity, table: SheetTable, lookups: Lookups): Analysis {
  const headers = reportHeaders(entity, table.header);
  const analysis: Analysis = { headers, dropped: [], rows: [] };
  if (headers.fatal) return analysis;
  const reader = tableReader(entity, table.header, lookups);
  for (const row of table.rows) {
    const read = reader.read(row);
    if (read) analysis.rows.push(read);
    else analysis.dropped.push(row.line);
  }
  reader.finish(analysis.rows);
  return analysis;
}

/** Rows of the browser, all at once (`againReader`). */
export function analyseAgain(entity: Entity, rows: readonly CellRow[], lookups: Lookups): AnalysedRow[] {
  const reader = againReader(entity, lookups);
  const analysed = rows.flatMap((row) => reader.read(row) ?? []);
  reader.finish(analysed);
  return analysed;
}
