import { halfWidthThroughout } from '@contract/fields/normalizeText';
import type { SheetColumn } from '../sheetCells';
import { type HeaderRows, nameKey } from './headerRows';
import { isSpan, parseListDate } from './parseDays';
import { plainCell, type RawSheet } from './rawSheet';

// Facts that a list states once for all its rows, in the lines above its header: 证书编号：2211…，有效期至：2029年06月11日.

/** Pattern of a name with its value, which ends at the next name or at the end of the cell. */
const namedValue = /([^\s:：,，;；|()（）]{2,12})\s*[:：]\s*(.*?)(?=[\s,，;；|]+[^\s:：,，;；|]{2,12}\s*[:：]|$)/gs;

/** Number of the page, which stands behind the last value of a line. */
const pageNumber = /\s*\(?第\s*\d+\s*页.*$/s;

/**
 * Returns the texts in the lines above a header for columns with the hint `mayStandAboveHeader`, by header.
 * @param takenColumns columns that the sheet itself has; they are left out
 */
export function valuesAboveTable(
  { rows }: RawSheet,
  headerRows: HeaderRows,
  columns: readonly SheetColumn[],
  takenColumns: Readonly<Record<string, number>>,
): Record<string, string> {
  const valueByName = new Map<string, string>();
  for (const { cells } of rows.filter(({ line }) => line < headerRows.first))
    for (const cell of cells)
      for (const [, name = '', value = ''] of halfWidthThroughout(plainCell(cell)).matchAll(namedValue))
        valueByName.set(nameKey(name), value.replace(pageNumber, '').trim());
  const textOf = ({ header, hints }: SheetColumn) =>
    [header, ...(hints.columnNames ?? [])].flatMap((name) => valueByName.get(nameKey(name)) ?? [])[0];
  return Object.fromEntries(
    columns.flatMap((column) => {
      const { header, hints, field } = column;
      if (!hints.mayStandAboveHeader || header in takenColumns) return [];
      const periodColumn = columns.find(({ name }) => name === hints.spanOf);
      const periodText = periodColumn && textOf(periodColumn);
      const text = textOf(column) ?? (periodText && isSpan(periodText) ? periodText : undefined);
      const value = text && field.kind === 'date' ? parseListDate(text, hints.endsPeriod === true)?.value : text;
      return value ? [[header, value]] : [];
    }),
  );
}
