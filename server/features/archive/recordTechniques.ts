import { and, inArray, isNull, sql } from 'drizzle-orm';
import type { Orm } from '@server/db/orm';
import { labSheetRowTable } from '@server/db/schema';

/**
 * Returns the techniques of the rows of records, by record. A method of free silica either weighs or measures a
 * spectrum.
 * @param sheets ids of the records
 */
export async function techniquesByRecord(orm: Orm, sheets: readonly number[]): Promise<ReadonlyMap<number, string[]>> {
  const row = labSheetRowTable;
  const technique = sql<string | null>`${row.readings} ->> 'technique'`;
  const techniqueRows = sheets.length
    ? await orm
        .selectDistinct({ sheet: row.sheet, technique })
        .from(row)
        .where(and(inArray(row.sheet, [...sheets]), isNull(row.deleteTime)))
    : [];
  const bySheet = new Map<number, string[]>();
  for (const { sheet, technique: sheetTechnique } of techniqueRows)
    if (sheet !== null && sheetTechnique) bySheet.set(sheet, [...(bySheet.get(sheet) ?? []), sheetTechnique]);
  return bySheet;
}
