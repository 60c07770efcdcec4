import { and, desc, eq, gte, inArray, isNotNull } from 'drizzle-orm';
import { dueFrom } from '@contract/features/projects/workingDays';
import type { Registry } from '@server/crud/resource';
import { undeletedRows, scopeOf } from '@server/crud/rowScope';
import type { Orm } from '@server/db/orm';
import { projectTable, pushTable, reportTable, submissionTable } from '@server/db/schema';
import { dueDatesOf } from '@server/features/projects/workCalendar';
import type { Viewer } from '@server/http/viewer';

/** Maximum number of issued reports that are examined, newest first. */
const maxReports = 5000;

interface LateCount {
  readonly gap: string;
  readonly gaps: number;
}

interface CountRequest {
  readonly orm: Orm;
  readonly registry: Registry;
  readonly viewer: Viewer;
  /** Today, `YYYY-MM-DD`. */
  readonly today: string;
}

/** Returns the issued reports to which the deadlines apply, with the stage of their projects. */
function issuedReports({ orm, registry, viewer }: CountRequest) {
  const reports = registry.named('report');
  return orm
    .select({
      id: reportTable.id,
      organizationId: reportTable.organizationId,
      issuedOn: reportTable.issuedOn,
      state: reportTable.state,
      stage: projectTable.stage,
    })
    .from(reportTable)
    .innerJoin(projectTable, eq(projectTable.id, reportTable.project))
    .where(
      and(
        undeletedRows(reports),
        scopeOf(reports, viewer),
        isNotNull(reportTable.issuedOn),
        gte(reportTable.issuedOn, dueFrom),
        inArray(reportTable.state, ['issued', 'published']),
      ),
    )
    .orderBy(desc(reportTable.issuedOn))
    .limit(maxReports);
}

/** Returns which of the reports were pushed to a platform or submitted by a person. */
async function findSentReports(orm: Orm, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const reportedIds = new Set<number>();
  if (!ids.length) return reportedIds;
  for (const [table, state] of [
    [pushTable, 'succeeded'],
    [submissionTable, 'submitted'],
  ] as const) {
    const rows = await orm
      .select({ report: table.report })
      .from(table)
      .where(and(inArray(table.report, [...ids]), eq(table.state, state)));
    for (const { report } of rows) if (report !== null) reportedIds.add(report);
  }
  return reportedIds;
}

/**
 * Counts the issued reports whose deadline for reporting, publishing or archiving has passed without the work being
 * done (GBZ 331-2024 4.2.1, 4.2.2, 5.2.10.3).
 */
export async function lateReports(request: CountRequest): Promise<Record<'archive' | 'notice' | 'push', LateCount>> {
  const { orm, today } = request;
  const issued = await issuedReports(request);
  const reportedIds = await findSentReports(
    orm,
    issued.map(({ id }) => id),
  );
  const lateCounts = { archive: 0, notice: 0, push: 0 };
  const dueOf = dueDatesOf(orm);
  for (const { id, organizationId, issuedOn, state, stage } of issued) {
    const dueDates = await dueOf(organizationId, issuedOn);
    if (!dueDates) continue;
    if (dueDates.archiveBy < today && stage !== 'archived' && stage !== 'published') lateCounts.archive += 1;
    if (dueDates.publishBy < today && state !== 'published') lateCounts.notice += 1;
    if (dueDates.reportBy < today && !reportedIds.has(id)) lateCounts.push += 1;
  }
  return {
    archive: { gap: '超过20个工作日未归档的报告', gaps: lateCounts.archive },
    notice: { gap: '超过20个工作日未公开的报告', gaps: lateCounts.notice },
    push: { gap: '超过15个工作日未报送的报告', gaps: lateCounts.push },
  };
}
