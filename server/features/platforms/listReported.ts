import { and, desc, inArray, isNull } from 'drizzle-orm';
import type { AnyRow } from '@contract/entity';
import type { SectionName } from '@contract/features/platforms/platformPayload';
import type { Page } from '@contract/wire';
import type { CrudContext } from '@server/crud/crudContext';
import type { Query } from '@server/crud/listQuery';
import { listRows } from '@server/crud/operations';
import type { Orm } from '@server/db/orm';
import { projectTable, reportTable } from '@server/db/schema';
import { dueDatesOf } from '@server/features/projects/workCalendar';
import { projectsByReportNo } from '@server/features/reports/byReportNo';
import type { Call } from '@server/http/route';
import { countingReports, findingsIn, reportedOf } from './reportedProject';

/**
 * Highest number of rows of a page whose completeness is checked. The console requests the other rows when they
 * become visible.
 */
export const checkedRows = 100;

async function reportsOf(orm: Orm, projectIds: number[]) {
  return projectIds.length
    ? await orm
        .select({
          id: reportTable.id,
          project: reportTable.project,
          no: reportTable.reportNo,
          issuedOn: reportTable.issuedOn,
        })
        .from(reportTable)
        .where(
          and(
            inArray(reportTable.project, projectIds),
            isNull(reportTable.deleteTime),
            inArray(reportTable.state, [...countingReports]),
          ),
        )
        .orderBy(desc(reportTable.id))
    : [];
}

/**
 * Returns a page of projects whose report may be submitted, with the data that each project lacks in the sections.
 */
export async function listReported(
  context: CrudContext,
  call: Call<unknown>,
  query: Query,
  sections: readonly SectionName[],
): Promise<Page<AnyRow>> {
  const { services, registry } = context;
  const { orm } = services.database;
  const { reportNos, family: _family, ...otherConditions } = query;
  const wantedReportNo = [reportNos]
    .flat()
    .find((reportNo) => reportNo?.trim())
    ?.trim();
  const ids = wantedReportNo ? await projectsByReportNo(context, call, wantedReportNo) : null;
  if (ids?.length === 0) return { content: [], totalElements: 0 };
  const page = await listRows(
    { services, registry, resource: registry.named('project'), call },
    ids ? { ...otherConditions, id: ids.map(String) } : otherConditions,
  );
  const projectIds = page.content.map(({ id }) => id);
  const reports = await reportsOf(orm, projectIds);
  const storedById = new Map(
    (projectIds.length ? await orm.select().from(projectTable).where(inArray(projectTable.id, projectIds)) : []).map(
      (row) => [row.id, row],
    ),
  );
  const content: AnyRow[] = [];
  const dueOf = dueDatesOf(orm);
  for (const [index, row] of page.content.entries()) {
    const report = reports.find(({ project }) => project === row.id);
    const project = storedById.get(row.id);
    const reportedProject =
      report && project && index < checkedRows ? await reportedOf(context, orm, project, { signatures: false }) : null;
    const missingCount = reportedProject?.payload ? findingsIn(reportedProject, sections).length : null;
    content.push({
      ...row,
      reportId: report?.id ?? null,
      reportNos: report?.no ?? null,
      issuedOn: report?.issuedOn ?? null,
      reportBy: (await dueOf(project?.organizationId ?? null, report?.issuedOn ?? null))?.reportBy ?? null,
      missing: missingCount,
    });
  }
  return { ...page, content };
}
