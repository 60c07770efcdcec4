import { and, desc, eq, gte, inArray, isNull } from 'drizzle-orm';
import { type HomeFigureValues, maxTurnaroundJobs } from '@contract/features/home/figures/figureWire';
import { formatDay } from '@server/base/zone';
import type { Registry } from '@server/crud/resource';
import { undeletedRows, scopeOf } from '@server/crud/rowScope';
import { projectTable, reportTable } from '@server/db/schema';
import type { Viewer } from '@server/http/viewer';
import type { Services } from '@server/services';

/**
 * Returns the start of a project without a contract date: the planned start or the registration, whichever is
 * earlier. Work that is registered late started before its registration.
 */
const begunOn = (plannedOn: string | null, registeredOn: string): string =>
  plannedOn !== null && plannedOn < registeredOn ? plannedOn : registeredOn;

/**
 * Returns the projects whose first report was issued since a day. A corrected report does not count as another issue.
 */
export async function turnaroundSince(
  { database: { orm }, env }: Services,
  registry: Registry,
  viewer: Viewer,
  sinceDay: string,
): Promise<HomeFigureValues['turnaround']> {
  const [reports, projects] = [registry.named('report'), registry.named('project')];
  const rows = await orm
    .select({
      project: projectTable.id,
      contractOn: projectTable.contractOn,
      plannedOn: projectTable.plannedOn,
      createTime: projectTable.createTime,
      issuedOn: reportTable.issuedOn,
    })
    .from(reportTable)
    .innerJoin(projectTable, eq(projectTable.id, reportTable.project))
    .where(
      and(
        undeletedRows(reports),
        undeletedRows(projects),
        scopeOf(reports, viewer),
        scopeOf(projects, viewer),
        isNull(reportTable.previous),
        inArray(reportTable.state, ['issued', 'published', 'corrected']),
        gte(reportTable.issuedOn, sinceDay),
      ),
    )
    .orderBy(desc(reportTable.issuedOn), desc(reportTable.id))
    .limit(maxTurnaroundJobs + 1);
  const jobs = rows.slice(0, maxTurnaroundJobs).map(({ project, contractOn, plannedOn, createTime, issuedOn }) => ({
    project,
    from: contractOn ?? begunOn(plannedOn, formatDay(createTime, env.zone)),
    issuedOn: String(issuedOn),
  }));
  const plausibleJobs = jobs.filter(({ from, issuedOn }) => from <= issuedOn);
  return { jobs: plausibleJobs, cut: rows.length > jobs.length, odd: jobs.length - plausibleJobs.length };
}
