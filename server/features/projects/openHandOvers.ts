import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Orm } from '@server/db/orm';
import { handOverTable, sampleTable } from '@server/db/schema';

/** Open work of 样品交接. */
export interface OpenHandOvers {
  /** Number of samples that were taken and are on no sent circulation sheet. */
  readonly unsentCount: number;
  /** Number of circulation sheets that wait for the receiver. */
  readonly waiting: number;
}

/** Returns the open hand-over work of each project; projects without samples or open sheets are left out. */
export async function openHandOvers(
  orm: Orm,
  projectIds: readonly number[],
): Promise<ReadonlyMap<number, OpenHandOvers>> {
  if (!projectIds.length) return new Map();
  const count = sql<number>`count(*)::int`;
  const samples = await orm
    .select({ project: sampleTable.project, count })
    .from(sampleTable)
    .where(
      and(
        inArray(sampleTable.project, [...projectIds]),
        eq(sampleTable.state, 'collected'),
        isNull(sampleTable.deleteTime),
      ),
    )
    .groupBy(sampleTable.project);
  const sheets = await orm
    .select({ project: handOverTable.project, count })
    .from(handOverTable)
    .where(
      and(
        inArray(handOverTable.project, [...projectIds]),
        eq(handOverTable.state, 'waiting'),
        isNull(handOverTable.deleteTime),
      ),
    )
    .groupBy(handOverTable.project);
  const handingOverByProject = new Map<number, OpenHandOvers>(
    samples.map(({ project, count: leftCount }) => [Number(project), { unsentCount: leftCount, waiting: 0 }]),
  );
  for (const { project, count: waitingCount } of sheets)
    handingOverByProject.set(Number(project), {
      unsentCount: handingOverByProject.get(Number(project))?.unsentCount ?? 0,
      waiting: waitingCount,
    });
  return handingOverByProject;
}
