import { and, asc, count, desc, eq, exists, inArray, isNull, notExists, notInArray, or, type SQL } from 'drizzle-orm';
import type { AnyRow } from '@contract/entity';
import {
  type EnterpriseProject,
  type EnterpriseReport,
  type EnterpriseProjectFilter,
  enterpriseTexts,
} from '@contract/features/customers/enterprise/enterpriseWire';
import { projectPhases } from '@contract/features/customers/enterprise/projectPhases';
import { projectMachine } from '@contract/features/projects/projectMachine';
import { formatDay } from '@server/base/zone';
import { containsText } from '@server/crud/listQuery';
import type { Registry } from '@server/crud/resource';
import type { Orm } from '@server/db/orm';
import { clientMatterTable, inspectUnitTable, projectTable, reportTable, workflowStepTable } from '@server/db/schema';
import { enterpriseVisible } from '@server/features/projects/enterpriseVisible';
import { notFound } from '@server/http/errors';
import type { Viewer } from '@server/http/viewer';

/** States of reports that a client may read: valid ones, and replaced ones. */
const readableStates = ['issued', 'published', 'corrected'];
const countingStates: ReadonlySet<string | null> = new Set(['issued', 'published']);

const hasReport = (orm: Orm) =>
  orm
    .select({ id: reportTable.id })
    .from(reportTable)
    .where(
      and(
        eq(reportTable.project, projectTable.id),
        isNull(reportTable.deleteTime),
        inArray(reportTable.state, ['issued', 'published']),
      ),
    );

/** Returns the condition of a search by keyword and state; undefined without one. */
export function searchCondition(
  orm: Orm,
  { keyword, state }: { readonly keyword: string; readonly state: EnterpriseProjectFilter },
): SQL | undefined {
  return and(
    keyword
      ? or(
          containsText(projectTable.code, keyword),
          containsText(projectTable.projectName, keyword),
          containsText(inspectUnitTable.unitName, keyword),
        )
      : undefined,
    state === 'reported'
      ? exists(hasReport(orm))
      : state === 'underway'
        ? and(notExists(hasReport(orm)), notInArray(projectTable.stage, ['terminated', 'archived', 'published']))
        : undefined,
  );
}

const projectColumns = {
  id: projectTable.id,
  code: projectTable.code,
  projectName: projectTable.projectName,
  unit: inspectUnitTable.id,
  unitName: inspectUnitTable.unitName,
  type: projectTable.type,
  incoming: projectTable.incoming,
  dueOn: projectTable.dueOn,
  stage: projectTable.stage,
  organizationId: projectTable.organizationId,
  belongInspect: projectTable.belongInspect,
} as const;

/** Loads projects with their units for an enterprise. */
export const rowsOf = (orm: Orm, condition: SQL | undefined) =>
  orm
    .select(projectColumns)
    .from(projectTable)
    .innerJoin(inspectUnitTable, eq(inspectUnitTable.id, projectTable.belongInspect))
    .where(condition);
type FoundProject = Awaited<ReturnType<typeof rowsOf>>[number];

/** Returns the finished reports of projects, newest issue first, without reports that were never issued. */
export async function finishedReports(
  orm: Orm,
  projectIds: readonly number[],
): Promise<Map<number, EnterpriseReport[]>> {
  const reportsByProject = new Map<number, EnterpriseReport[]>();
  if (!projectIds.length) return reportsByProject;
  const table = reportTable;
  const rows = await orm
    .select({
      id: table.id,
      project: table.project,
      reportNo: table.reportNo,
      title: table.title,
      issuedOn: table.issuedOn,
      state: table.state,
      previous: table.previous,
    })
    .from(table)
    .where(
      and(
        inArray(table.project, [...projectIds]),
        isNull(table.deleteTime),
        inArray(table.state, [...readableStates, 'voided']),
      ),
    )
    .orderBy(desc(table.issuedOn), desc(table.id));
  for (const { id, project, reportNo, title, issuedOn, state } of rows) {
    // An abandoned draft has no day of issue.
    if (issuedOn === null || project === null) continue;
    const reportStanding = countingStates.has(state) ? 'valid' : state === 'voided' ? 'voided' : 'replaced';
    const replacedBy =
      reportStanding === 'replaced'
        ? (rows.find(({ previous, issuedOn: day }) => previous === id && day !== null)?.reportNo ?? null)
        : null;
    reportsByProject.set(project, [
      ...(reportsByProject.get(project) ?? []),
      { id, reportNo: reportNo ?? '', title, issuedOn, standing: reportStanding, replacedBy },
    ]);
  }
  return reportsByProject;
}

/** Returns the number of requests of each project that wait for the client's answer. */
async function awaitedOf(orm: Orm, projectIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const { project, state, fromClient, deleteTime } = clientMatterTable;
  const rows = await orm
    .select({ project, found: count() })
    .from(clientMatterTable)
    .where(and(inArray(project, [...projectIds]), eq(state, 'open'), isNull(deleteTime), eq(fromClient, false)))
    .groupBy(project);
  return new Map(rows.flatMap((row) => (row.project === null ? [] : [[row.project, row.found] as const])));
}

/** Returns projects as an enterprise sees them, with their phases and reports. */
export async function presentedProjects(
  orm: Orm,
  registry: Registry,
  zone: string,
  rows: readonly FoundProject[],
): Promise<EnterpriseProject[]> {
  if (!rows.length) return [];
  const ids = rows.map(({ id }) => id);
  const steps = await orm
    .select({
      row: workflowStepTable.rowId,
      stage: workflowStepTable.toState,
      move: workflowStepTable.move,
      time: workflowStepTable.time,
    })
    .from(workflowStepTable)
    .where(and(eq(workflowStepTable.machine, projectMachine.name), inArray(workflowStepTable.rowId, ids)))
    .orderBy(asc(workflowStepTable.id));
  const reports = await finishedReports(orm, ids);
  const awaitedCounts = await awaitedOf(orm, ids);
  const typedRows =
    (await registry
      .named('project')
      .policy.addDisplayValues?.(orm, rows as unknown as readonly AnyRow[], formatDay(new Date(), zone))) ?? [];
  return rows.map((row, index) => {
    const ownSteps = steps.filter((step) => step.row === row.id);
    const ownReports = reports.get(row.id) ?? [];
    const acceptedAt = ownSteps.find(({ move }) => move === 'submitContract')?.time;
    const { id, code, projectName, unit, unitName, incoming, dueOn } = row;
    return {
      id,
      code: code ?? '',
      projectName,
      unit,
      unitName,
      typeName: (typedRows[index]?.typeName as string | null | undefined) ?? null,
      incoming: Boolean(incoming),
      dueOn,
      ended: row.stage === 'terminated',
      phases: projectPhases({
        stage: String(row.stage),
        incoming: Boolean(incoming),
        acceptedOn: acceptedAt ? formatDay(acceptedAt, zone) : null,
        issuedOn: ownReports.find(({ standing }) => standing === 'valid')?.issuedOn ?? null,
        entered: ownSteps.map(({ stage, time }) => ({ stage, day: formatDay(time, zone) })),
      }),
      reports: ownReports.filter(({ standing }) => standing !== 'voided').length,
      awaited: awaitedCounts.get(row.id) ?? 0,
    };
  });
}

/**
 * Returns a project that the viewer may see.
 * @throws Refusal 404 for any other project
 */
export async function enterpriseProject(
  orm: Orm,
  registry: Registry,
  viewer: Viewer,
  id: number,
): Promise<FoundProject> {
  const [projectRow] = await rowsOf(orm, and(eq(projectTable.id, id), enterpriseVisible(registry, viewer)));
  if (!projectRow) throw notFound(enterpriseTexts.notFound);
  return projectRow;
}

/**
 * Returns an issued report of a project that the viewer may see; drafts and void reports are excluded.
 * @throws Refusal 404 for any other report
 */
export async function enterpriseReport(
  orm: Orm,
  registry: Registry,
  viewer: Viewer,
  id: number,
): Promise<typeof reportTable.$inferSelect> {
  const [reportRow] = await orm
    .select({ report: reportTable })
    .from(reportTable)
    .innerJoin(projectTable, eq(projectTable.id, reportTable.project))
    .where(
      and(
        eq(reportTable.id, id),
        isNull(reportTable.deleteTime),
        inArray(reportTable.state, readableStates),
        enterpriseVisible(registry, viewer),
      ),
    );
  if (!reportRow) throw notFound(enterpriseTexts.reportNotFound);
  return reportRow.report;
}
