import { asc, eq, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { PublicChoices } from '@contract/features/publicity/publicityWire';
import { industryNewsTable, organizationTable, reportFormulaTable } from '@server/db/schema';
import type { Services } from '@server/services';
import { isPublic } from './publicQuery';
import { typeName } from './publicReports';

/** Returns the organizations, areas, years and kinds that have publications, for the search of the public lists. */
export async function choicesOf({ database: { orm } }: Services, subject: 'reports' | 'news'): Promise<PublicChoices> {
  const table = subject === 'reports' ? reportFormulaTable : industryNewsTable;
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
  const year = sql<string>`to_char(${reportFormulaTable.reportDate}, 'YYYY')`;
  const kinds = orm
    .selectDistinct({ year, value: reportFormulaTable.reportType, label: typeName })
    .from(reportFormulaTable)
    .innerJoin(organizationTable, eq(organizationTable.id, reportFormulaTable.organizationId))
    .where(isPublic(reportFormulaTable));
  const [agencies, areaRows, sorts] = await Promise.all([
    organizations,
    subject === 'reports' ? areas : [],
    subject === 'reports' ? kinds : [],
  ]);
  return {
    organizations: agencies.map(({ id, name }) => ({ id, name })),
    areas: areaRows
      .map((row) => row.area.replace(/\/$/, ''))
      .filter(Boolean)
      .sort((a, b) => a.localeCompare(b, 'zh-CN')),
    years: [...new Set(sorts.map((kind) => kind.year))].sort().reverse(),
    kinds: [...new Map(sorts.map(({ value, label }) => [value, label ?? value]))]
      .map(([value, label]) => ({ value, label }))
      .sort((a, b) => a.label.localeCompare(b.label, 'zh-CN')),
  };
}
