import { and, asc, eq, gte, inArray, ne, or, sql } from 'drizzle-orm';
import { addDays } from '@contract/arithmetic/numbers/dayCounts';
import { type AnalystLoad, doneDays, type MethodLoad, maxBars } from '@contract/features/home/figures/figureWire';
import { parseMoment } from '@server/base/zone';
import type { Registry } from '@server/crud/resource';
import { undeletedRows, scopeOf } from '@server/crud/rowScope';
import { personName } from '@server/db/distinctNames';
import { labMethodTable, labTaskTable, userTable } from '@server/db/schema';
import type { Viewer } from '@server/http/viewer';
import type { Services } from '@server/services';

/** Returns the number of tasks since a day by method, highest first. */
export async function methodLoads(
  { database: { orm }, env }: Services,
  registry: Registry,
  viewer: Viewer,
  sinceDay: string,
): Promise<MethodLoad[]> {
  const task = labTaskTable;
  const resource = registry.named('labTask');
  const samples = sql<number>`(count(distinct ${task.sample}))::int`;
  const rows = await orm
    .select({ method: task.method, title: labMethodTable.title, samples, tasks: sql<number>`count(*)::int` })
    .from(task)
    .leftJoin(labMethodTable, eq(labMethodTable.id, task.method))
    .where(
      and(
        undeletedRows(resource),
        scopeOf(resource, viewer),
        ne(task.state, 'voided'),
        gte(task.createTime, parseMoment(sinceDay, env.zone)),
      ),
    )
    .groupBy(task.method, labMethodTable.title)
    .orderBy(sql`${samples} desc`, asc(task.method))
    .limit(maxBars);
  return rows.map((row) => ({ ...row, title: row.title ?? '未定方法' }));
}

/** Returns the number of open and of finished tasks of each analyst; most open tasks first. */
export async function analystLoads(
  { database: { orm }, env }: Services,
  registry: Registry,
  viewer: Viewer,
  today: string,
): Promise<AnalystLoad[]> {
  const task = labTaskTable;
  const resource = registry.named('labTask');
  const inHand = inArray(task.state, ['distributed', 'testing']);
  const finishedCondition = and(
    eq(task.state, 'completed'),
    gte(task.completedAt, parseMoment(addDays(today, -doneDays), env.zone)),
  );
  const openCount = sql<number>`(count(*) filter (where ${inHand}))::int`;
  return orm
    .select({
      analyst: userTable.id,
      name: personName(),
      openTaskCount: openCount,
      late: sql<number>`(count(*) filter (where ${inHand} and ${task.dueOn} < ${today}))::int`,
      done: sql<number>`(count(*) filter (where ${eq(task.state, 'completed')}))::int`,
    })
    .from(task)
    .innerJoin(userTable, eq(userTable.id, task.analyst))
    .where(and(undeletedRows(resource), scopeOf(resource, viewer), or(inHand, finishedCondition)))
    .groupBy(userTable.id)
    .orderBy(sql`${openCount} desc`, asc(userTable.id))
    .limit(maxBars);
}
