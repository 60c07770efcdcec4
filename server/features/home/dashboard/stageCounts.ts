import { and, sql } from 'drizzle-orm';
import { projectMachine, type Stage } from '@contract/features/projects/projectMachine';
import type { Registry } from '@server/crud/resource';
import { undeletedRows, scopeOf } from '@server/crud/rowScope';
import { projectTable } from '@server/db/schema';
import type { Viewer } from '@server/http/viewer';
import type { Services } from '@server/services';

/** Returns the number of projects in each stage, in the order of the stages. */
export async function stageCounts(
  { database: { orm } }: Services,
  registry: Registry,
  viewer: Viewer,
): Promise<{ stage: Stage; count: number }[]> {
  const resource = registry.named('project');
  const rows = await orm
    .select({ stage: projectTable.stage, count: sql<number>`count(*)::int` })
    .from(projectTable)
    .where(and(undeletedRows(resource), scopeOf(resource, viewer)))
    .groupBy(projectTable.stage);
  const counts = new Map(rows.map(({ stage, count }) => [stage, count]));
  return (Object.keys(projectMachine.states) as Stage[]).map((stage) => ({ stage, count: counts.get(stage) ?? 0 }));
}
