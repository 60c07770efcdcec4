import { and, asc, eq, inArray, isNull, notInArray, type SQL } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { cyfaModule } from '@contract/features/library/entities/cyfaModule';
import { qsjcModule } from '@contract/features/library/entities/qsjcModule';
import { siteSurveyModule } from '@contract/features/library/entities/siteSurveyModule';
import type { LibraryUsers } from '@contract/features/library/libraryFile';
import type { Orm } from '@server/db/orm';
import {
  cyfaModuleRowTable,
  cyfaModuleTable,
  hazardLimitTable,
  labMethodItemTable,
  labSheetTable,
  labTaskTable,
  type libraryUpdateRowTable,
  projectTable,
  qsjcModuleRowTable,
  qsjcModuleTable,
  sampleSiteHazardAlongWithTable,
  sampleSiteHazardTable,
  siteHazardTable,
  siteSurveyModuleRowTable,
  siteSurveyModuleTable,
} from '@server/db/schema';

type StoredRow = typeof libraryUpdateRowTable.$inferSelect;

interface UsedRows {
  readonly method: number | null;
  readonly hazard: number | null;
}

/** Returns the method or hazard that a row of an update changes. */
async function usedBy(orm: Orm, { subject, rowId }: StoredRow): Promise<UsedRows> {
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

/** Highest number of listed projects or templates; nobody reads a longer list. */
const maxListed = 200;

/** Returns a condition on rows that name the hazard and, if given, the method. */
function usedCondition(
  { method, hazard }: UsedRows,
  columns: { hazard: AnyPgColumn; method?: AnyPgColumn },
): SQL | undefined {
  return and(
    method === null || !columns.method ? undefined : eq(columns.method, method),
    hazard === null ? undefined : eq(columns.hazard, hazard),
  );
}

/** Returns the projects whose plan tests the hazard in the sample of another one. */
async function projectsSamplingAlong(orm: Orm, usage: UsedRows): Promise<number[]> {
  if (usage.hazard === null) return [];
  const [row, along] = [sampleSiteHazardTable, sampleSiteHazardAlongWithTable];
  const projects = await orm
    .selectDistinct({ project: row.project })
    .from(along)
    .innerJoin(row, eq(row.id, along.ownerId))
    .where(and(isNull(row.deleteTime), usedCondition(usage, { hazard: along.targetId, method: row.method })));
  return projects.flatMap(({ project }) => project ?? []);
}

/** Lists the open projects whose survey, plan, tasks or records name the method or hazard. */
async function projectsUsing(orm: Orm, usage: UsedRows): Promise<LibraryUsers['projects']> {
  // A survey names no method, so only changes of a hazard concern it.
  const sources = [
    ...(usage.method === null ? [siteHazardTable] : []),
    sampleSiteHazardTable,
    labTaskTable,
    labSheetTable,
  ] as const;
  const ids = new Set<number>();
  for (const table of sources) {
    const rows = await orm
      .selectDistinct({ project: table.project })
      .from(table)
      .where(and(isNull(table.deleteTime), usedCondition(usage, table)));
    for (const { project } of rows) if (project !== null) ids.add(project);
  }
  for (const project of await projectsSamplingAlong(orm, usage)) ids.add(project);
  if (!ids.size) return [];
  const rows = await orm
    .select({ id: projectTable.id, code: projectTable.code, stage: projectTable.stage })
    .from(projectTable)
    .where(
      and(
        inArray(projectTable.id, [...ids]),
        isNull(projectTable.deleteTime),
        notInArray(projectTable.stage, ['archived', 'terminated']),
      ),
    )
    .orderBy(asc(projectTable.id))
    .limit(maxListed);
  return rows.map(({ id, code, stage }) => ({ id, code: code ?? null, stage: stage ?? '' }));
}

type UsingTemplate = LibraryUsers['templates'][number];

/** Lists the templates of plans, surveys and provincial monitoring that name the method or hazard. */
async function templatesUsing(orm: Orm, usage: UsedRows): Promise<LibraryUsers['templates']> {
  const sources = [
    { head: cyfaModuleTable, row: cyfaModuleRowTable, of: cyfaModule, entity: 'cyfaModule' },
    ...(usage.method === null
      ? [
          {
            head: siteSurveyModuleTable,
            row: siteSurveyModuleRowTable,
            of: siteSurveyModule,
            entity: 'siteSurveyModule',
          },
          { head: qsjcModuleTable, row: qsjcModuleRowTable, of: qsjcModule, entity: 'qsjcModule' },
        ]
      : []),
  ] as const;
  const templates: UsingTemplate[] = [];
  for (const { head, row, of, entity } of sources) {
    const rows = await orm
      .selectDistinct({ id: head.id, title: head.name })
      .from(row)
      .innerJoin(head, eq(head.id, row.template))
      .where(and(isNull(row.deleteTime), isNull(head.deleteTime), usedCondition(usage, row)))
      .orderBy(asc(head.id))
      .limit(maxListed);
    templates.push(
      ...rows.map(({ id, title }) => ({
        id,
        title: title ?? '',
        kind: of.label,
        entity: entity as UsingTemplate['entity'],
      })),
    );
  }
  return templates;
}

/** Lists the open projects and the templates that use the row of the library that an update changes or ends. */
export async function rowUsage(orm: Orm, row: StoredRow): Promise<LibraryUsers> {
  const usage = await usedBy(orm, row);
  if (usage.method === null && usage.hazard === null) return { projects: [], templates: [] };
  return { projects: await projectsUsing(orm, usage), templates: await templatesUsing(orm, usage) };
}
