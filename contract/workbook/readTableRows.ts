import type { Entity } from '@contract/entity';
import { trimBlanks, trimMatching } from '@contract/fields/normalizeText';
import { cellsToDraft, type CellError, type CellNotice } from './cellsToDraft';
import {
  cellText,
  errorHeader,
  sheetColumns,
  type Lookups,
  type RawCell,
  type SheetColumn,
  type SheetTable,
} from './sheetCells';
import { sheetMessages } from './sheetMessages';

/** A row as strings, as the browser displays and returns it. `line` is Excel's row number. */
export interface CellRow {
  line: number;
  cells: Record<string, string>;
}

export interface AnalysedRow extends CellRow {
  draft: Record<string, unknown>;
  errors: CellError[];
  notices: CellNotice[];
}

/** Missing, unknown and duplicate columns of a header row. */
export interface HeaderReport {
  missing: string[];
  unknown: string[];
  duplicate: string[];
  /** Whether nothing can be imported: the key or a required column is missing, or a column occurs twice. */
  fatal: boolean;
  /** Message for the user; null where the header row is correct. */
  message: string | null;
}

/** Returns a header without the asterisk with which templates mark required columns: 单位名称* becomes 单位名称. */
export const headerName = (header: string): string => trimMatching(trimBlanks(header), /[*＊]/);

const isCompleted = ({ completed = [] }: Entity, { name }: SheetColumn): boolean => completed.includes(name);

/**
 * Compares a header row with an entity's columns, in any order.
 * @param keyAlone whether the key is sufficient, as in an update; a row that an update adds then lacks required cells
 */
export function reportHeaders(entity: Entity, header: readonly string[], keyAlone = false): HeaderReport {
  const columns = sheetColumns(entity);
  const givenHeaders = header.map(headerName).filter((name) => name !== '' && name !== errorHeader);
  const knownHeaders = new Set(columns.map((column) => column.header));
  const missingColumns = columns.filter((column) => !givenHeaders.includes(column.header));
  const unknownHeaders = [...new Set(givenHeaders.filter((name) => !knownHeaders.has(name)))];
  const duplicate = [
    ...new Set(givenHeaders.filter((name, index) => knownHeaders.has(name) && givenHeaders.indexOf(name) !== index)),
  ];
  const isFatal =
    duplicate.length > 0 ||
    missingColumns.some(
      (column) =>
        column === columns[0] || (!keyAlone && column.field.required === true && !isCompleted(entity, column)),
    );
  const messages = [
    ...(missingColumns.length ? [sheetMessages.missingHeaders(missingColumns.map((column) => column.header))] : []),
    ...(duplicate.length ? [sheetMessages.duplicateHeaders(duplicate)] : []),
    ...(unknownHeaders.length ? [sheetMessages.unknownHeaders(unknownHeaders)] : []),
  ];
  return {
    missing: missingColumns.map((column) => column.header),
    unknown: unknownHeaders,
    duplicate,
    fatal: isFatal,
    message: messages.length ? messages.join('；') : null,
  };
}

/** Returns the fields that identify a row at import. */
export const keyOf = (entity: Entity): readonly string[] =>
  entity.key ??
  sheetColumns(entity)
    .slice(0, 1)
    .map(({ name }) => name);

/** Returns a row's key as one text; null where its first part is missing. */
export function keyText(entity: Entity, values: Readonly<Record<string, unknown>>): string | null {
  const parts = keyOf(entity).map((name) => values[name] ?? null);
  return parts.length === 0 || parts[0] === null ? null : JSON.stringify(parts);
}

/** Number of rows that are compared without a pause. */
const rowsPerPart = 200;

/**
 * Marks rows that repeat the key or another unique value of an earlier row; the message names that row. Pauses where
 * it yields, so that a long list does not block its caller.
 */
function* markRepeats(entity: Entity, rows: readonly AnalysedRow[]): Generator<undefined, void> {
  const [firstSheetColumn, ...others] = sheetColumns(entity);
  const names = keyOf(entity);
  const headers = new Set(sheetColumns(entity).flatMap(({ name, header }) => (names.includes(name) ? [header] : [])));
  // A key with an invalid part is unknown, so two such rows do not count as repeated.
  const isKnown = ({ errors }: AnalysedRow): boolean => !errors.some(({ header }) => headers.has(header));
  const columns = [
    ...(firstSheetColumn
      ? [
          {
            header: firstSheetColumn.header,
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
    for (const [index, row] of rows.entries()) {
      if (index % rowsPerPart === rowsPerPart - 1) yield;
      const value = valueOf(row);
      if (value === null || value === undefined) continue;
      const line = firstLines.get(value);
      if (line === undefined) firstLines.set(value, row.line);
      else {
        // Two people of the same name differ by a number that the list may lack.
        const missingNames =
          header === firstSheetColumn?.header ? names.filter((name) => (row.draft[name] ?? null) === null) : [];
        const message = sheetMessages.duplicateOf(
          line,
          missingNames.map((name) => entity.fields[name]?.label ?? name),
        );
        row.errors.push({ header, message, value: row.cells[header] ?? '' });
      }
    }
  }
}

/** Parses rows one at a time; `finish` marks repeated rows in parts, and has to be run to its end. */
export interface RowReader<R> {
  /** Parses a row; null for a row whose first column is empty (SPEC §5). */
  read(row: R): AnalysedRow | null;
  finish(rows: readonly AnalysedRow[]): Generator<undefined, void>;
}

/**
 * Returns a reader for the rows of a table by its header, whose columns may have any order.
 * @param header headers of the sheet, in its order
 * @param lookups ids by title, and dictionary values by label
 */
export function tableReader(
  entity: Entity,
  header: readonly string[],
  lookups: Lookups,
): RowReader<SheetTable['rows'][number]> {
  const givenHeaders = header.map(headerName);
  const columns = sheetColumns(entity).flatMap((column) => {
    const index = givenHeaders.indexOf(column.header);
    return index < 0 ? [] : [{ column, index }];
  });
  const key = columns[0];
  const missingColumns = sheetColumns(entity).filter(
    (column) =>
      column.field.required && !isCompleted(entity, column) && !columns.some((entry) => entry.column === column),
  );
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
      for (const { header: name } of missingColumns) map.set(name, (texts[name] = ''));
      return { line, cells: texts, ...cellsToDraft(entity, map, lookups) };
    },
    finish: (rows) => markRepeats(entity, rows),
  };
}

/**
 * Returns a reader for rows that the browser returns as strings after corrections. It needs all rows of the import to
 * find repetitions. An emptied key is an error, so that no row is lost by mistake. A missing required cell counts as
 * empty. Strings under unknown headers are ignored.
 */
export function correctedRowReader(entity: Entity, lookups: Lookups): RowReader<CellRow> {
  const columns = sheetColumns(entity);
  return {
    read({ line, cells }) {
      const texts: Record<string, string> = {};
      const map = new Map<string, string>();
      for (const column of columns) {
        const { header, field } = column;
        const isGiven = Object.hasOwn(cells, header);
        if (!isGiven && column !== columns[0] && (!field.required || isCompleted(entity, column))) continue;
        texts[header] = isGiven ? (cells[header] ?? '') : '';
        map.set(header, texts[header]);
      }
      return { line, cells: texts, ...cellsToDraft(entity, map, lookups) };
    },
    finish: (rows) => markRepeats(entity, rows),
  };
}
