import { and, asc, eq, inArray, isNull, ne, type SQL } from 'drizzle-orm';
import type { LibraryUsers } from '@contract/features/library/libraryFile';
import type { Orm } from '@server/db/orm';
import {
  cyfaModuleRowTable,
  cyfaModuleTable,
  hazardLimitTable,
  labMethodItemTable,
  labSheetTable,
  type libraryUpdateRowTable,
  projectTable,
  sampleSiteHazardTable,
} from '@server/db/schema';

type StoredRow = typeof libraryUpdateRowTable.$inferSelect;

interface Used {
  readonly method: number | null;
  readonly hazard: number | null;
}

/** Returns the method or hazard that a row of an update is about. */
async function usedBy(orm: Orm, { subject, rowId }: StoredRow): Promise<Used> {
  if (rowId === null) return { method: null, hazard: null };
  if (subject === 'labMethod') return { method: rowId, hazard: null };
  if (subject === 'hazard') return { method: null, hazard: rowId };
  if (subject === 'hazardLimit') {
    const table = hazardLimitTable;
    const [row] = await orm.select({ hazard: table.hazard }).from(table).where(eq(table.id, rowId));
    return { method: null, hazard: row?.hazard ?? null };
  }
  if (subject === 'labMethodItem') {
    const table = labMethodItemTable;
    const [row] = await orm
      .select({ method: table.method, hazard: table.hazard })
      .from(table)
      .where(eq(table.id, rowId));
    return { method: row?.method ?? null, hazard: row?.hazard ?? null };
  }
  return { method: null, hazard: null };
}

/** Projects and templates listed at most; more would not be read. */
const most = 200;

/** Lists the projects and templates of plans that use what a row of an update changes or ends. */
export async function usersOf(orm: Orm, row: StoredRow): Promise<LibraryUsers> {
  const { method, hazard } = await usedBy(orm, row);
  if (method === null && hazard === null) return { projects: [], templates: [] };
  const [planned, sheet, template] = [sampleSiteHazardTable, labSheetTable, cyfaModuleRowTable];
  const by = (table: { method: typeof planned.method; hazard: typeof planned.hazard }): SQL | undefined =>
    and(method === null ? undefined : eq(table.method, method), hazard === null ? undefined : eq(table.hazard, hazard));
  const inPlans = await orm
    .selectDistinct({ project: planned.project })
    .from(planned)
    .where(and(isNull(planned.deleteTime), by(planned)));
  const inSheets = await orm
    .selectDistinct({ project: sheet.project })
    .from(sheet)
    .where(and(isNull(sheet.deleteTime), by(sheet as never)));
  const ids = [...new Set([...inPlans, ...inSheets].flatMap(({ project }) => project ?? []))];
  const projects = ids.length
    ? await orm
        .select({ id: projectTable.id, code: projectTable.code, stage: projectTable.stage })
        .from(projectTable)
        .where(and(inArray(projectTable.id, ids), isNull(projectTable.deleteTime), ne(projectTable.stage, 'archived')))
        .orderBy(asc(projectTable.id))
        .limit(most)
    : [];
  const templates = await orm
    .selectDistinct({ id: cyfaModuleTable.id, title: cyfaModuleTable.name })
    .from(template)
    .innerJoin(cyfaModuleTable, eq(cyfaModuleTable.id, template.template))
    .where(and(isNull(template.deleteTime), isNull(cyfaModuleTable.deleteTime), by(template as never)))
    .orderBy(asc(cyfaModuleTable.id))
    .limit(most);
  return {
    projects: projects.map(({ id, code, stage }) => ({ id, code: code ?? null, stage: stage ?? '' })),
    templates: templates.map(({ id, title }) => ({ id, title: title ?? '', kind: '采样方案模板' })),
  };
}
