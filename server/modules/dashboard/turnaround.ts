import { type Figures, mostTurnaroundJobs } from '@contract/figures/wire';
import { and, desc, eq, gte, inArray, isNull } from 'drizzle-orm';
import type { Registry } from '../../crud/resource';
import { living, scopeOf } from '../../crud/scope';
import { projectTable, reportTable } from '../../db/schema';
import type { Viewer } from '../../http/viewer';
import type { Services } from '../../services';
import { formatDay } from '../../zone';

/** Projects whose first report was issued since a day: a correction is another issue, and no other turn-around. */
export async function turnaroundSince({ database: { orm }, env }: Services, registry: Registry, viewer: Viewer, since: string): Promise<Figures['turnaround']> {
  const [reports, projects] = [registry.named('report'), registry.named('project')];
  const rows = await orm
    .select({ project: projectTable.id, contractOn: projectTable.contractOn, createTime: projectTable.createTime, issuedOn: reportTable.issuedOn })
    .from(reportTable)
    .innerJoin(projectTable, eq(projectTable.id, reportTable.project))
    .where(and(living(reports), living(projects), scopeOf(reports, viewer), scopeOf(projects, viewer), isNull(reportTable.previous), inArray(reportTable.state, ['issued', 'published', 'corrected']), gte(reportTable.issuedOn, since)))
    .orderBy(desc(reportTable.issuedOn), desc(reportTable.id))
    .limit(mostTurnaroundJobs + 1);
  const jobs = rows.slice(0, mostTurnaroundJobs).map(({ project, contractOn, createTime, issuedOn }) => ({ project, from: contractOn ?? formatDay(createTime, env.zone), issuedOn: String(issuedOn) }));
  const plausible = jobs.filter(({ from, issuedOn }) => from <= issuedOn);
  return { jobs: plausible, cut: rows.length > jobs.length, odd: jobs.length - plausible.length };
}
