import type { PublicChoices } from '@contract/features/publicity/publicity';
import { asc, eq, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { industryNewsTable, organizationTable, reportFormulaTable } from '@server/db/schema';
import type { Services } from '@server/services';
import { isPublic } from './listing';

/** Organisations and areas that have something published, for the search of the public lists. */
export async function choicesOf({ database: { orm } }: Services, of: 'reports' | 'news'): Promise<PublicChoices> {
  const table = of === 'reports' ? reportFormulaTable : industryNewsTable;
  const columns: { organizationId: AnyPgColumn; status: AnyPgColumn; deleteTime: AnyPgColumn } = table;
  const organizations = orm
    .selectDistinct({ id: organizationTable.id, name: organizationTable.name, pinyin: organizationTable.pinyin })
    .from(table)
    .innerJoin(organizationTable, eq(organizationTable.id, columns.organizationId))
    .where(isPublic(columns))
    .orderBy(asc(organizationTable.pinyin));
  const area = sql<string>`split_part(${reportFormulaTable.region}, '/', 1) || '/' || split_part(${reportFormulaTable.region}, '/', 2)`;
  const areas = orm
    .selectDistinct({ area })
    .from(reportFormulaTable)
    .innerJoin(organizationTable, eq(organizationTable.id, reportFormulaTable.organizationId))
    .where(isPublic(reportFormulaTable));
  const [agencies, places] = await Promise.all([organizations, of === 'reports' ? areas : []]);
  return {
    organizations: agencies.map(({ id, name }) => ({ id, name })),
    areas: places.map((one) => one.area.replace(/\/$/, '')).filter(Boolean).sort((a, b) => a.localeCompare(b, 'zh-CN')),
  };
}
