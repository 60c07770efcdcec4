import type { RawCell, SheetColumn } from '../sheetCells';
import type { ColumnMapping } from './columnMapping';
import { nameKey, withoutBrackets } from './headerRows';
import { endOfPeriod, isPeriod, parseListDate } from './parseDays';
import { plainCell, type RawSheet } from './rawSheet';
import type { TableBuildContext } from './tableBuildContext';

// Days that a cell alone does not give: periods that begin in another column, and the year in a title.

/**
 * Returns the sheet's columns with the days on which periods begin, by the header of the column that ends with them.
 */
export function periodStarts(
  columns: readonly SheetColumn[],
  { sources }: TableBuildContext,
): ReadonlyMap<string, number> {
  return new Map(
    columns.flatMap(({ header, hints }) => {
      const keys = hints.periodStarts?.map(nameKey) ?? [];
      const start = sources.find(({ names }) => names.some((name) => keys.includes(nameKey(withoutBrackets(name)))));
      return start ? [[header, start.at] as const] : [];
    }),
  );
}

/** Returns the last day of a period that begins on the day of another cell; null where there is no such day. */
export function endFromStart(text: string, startCell: RawCell | undefined): string | null {
  if (!isPeriod(text)) return null;
  const startText = startCell?.kind === 'date' ? startCell.text.slice(0, 10) : plainCell(startCell);
  const start = parseListDate(startText, false)?.value ?? null;
  return start === null ? null : endOfPeriod(text, start);
}

const statedYear = /(?:^|\D)(20\d{2})(?:年|$|(?=\D))/g;
export const withoutYear = /^(?:\d{1,2}月(?:\d{1,2}[日号]?|底|末|[上中下]旬)?|\d{1,2}[./]\d{1,2})(?:[-~～—至到、].*)?$/;

/** Returns the one year that stands in the titles above the head, or in the name of the sheet; null for none. */
export function yearOfSheet({ rows, sheetName }: RawSheet, { head }: ColumnMapping): string | null {
  const titles = rows.filter(({ line }) => line < head.first).flatMap(({ cells }) => cells.map(plainCell));
  for (const texts of [titles, [sheetName]]) {
    const years = new Set(texts.flatMap((text) => [...text.matchAll(statedYear)].map(([, year = '']) => year)));
    const [onlyYear, secondYear] = years;
    if (onlyYear && !secondYear) return onlyYear;
  }
  return null;
}
