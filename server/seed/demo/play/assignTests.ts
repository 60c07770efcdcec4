import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import { labMethodTable, labTaskTable, userTable } from '@server/db/schema';
import type { DayOf, DemoActors } from './demoActors';
import type { Test } from './labTests';

// Plays the steps from received samples to the analyst's tasks.

/** Changes the method of tasks that are tested by another method. */
export async function arrangeTests(
  actors: DemoActors,
  projectId: number,
  day: string,
  tests: readonly Test[],
): Promise<void> {
  const { orm } = actors.services.database;
  actors.at(`${day} 08:40:00`);
  for (const test of tests) {
    if (test.kind !== 'read' || test.method === undefined) continue;
    const [method] = await orm
      .select({ id: labMethodTable.id })
      .from(labMethodTable)
      .where(and(eq(labMethodTable.title, test.method), isNull(labMethodTable.deleteTime)));
    const tasks = await orm
      .select({ id: labTaskTable.id, version: labTaskTable.version })
      .from(labTaskTable)
      .where(
        and(
          eq(labTaskTable.project, projectId),
          eq(labTaskTable.hazardName, test.hazard),
          eq(labTaskTable.state, 'waiting'),
          isNull(labTaskTable.deleteTime),
        ),
      );
    if (method && tasks.length)
      await actors.ask('keeper', 'PUT', 'api/labTask/arrange', { rows: tasks, method: method.id });
  }
}

/** Authorises the analyst for the methods of the project's samples, long before they arrived. */
export async function authoriseAnalyst(actors: DemoActors, projectId: number, dayOf: DayOf): Promise<number> {
  const { orm } = actors.services.database;
  const [analyst] = await orm
    .select({ id: userTable.id })
    .from(userTable)
    .where(and(eq(userTable.userName, 'analyst'), isNull(userTable.deleteTime)));
  const methodRows = await orm
    .selectDistinct({ method: labTaskTable.method })
    .from(labTaskTable)
    .where(and(eq(labTaskTable.project, projectId), isNotNull(labTaskTable.method)));
  const methodIds = methodRows.flatMap(({ method }) => method ?? []);
  if (!analyst) throw new Error('the demonstration has no analyst');
  if (methodIds.length)
    await actors.ask('admin', 'PUT', 'api/methodAuthorisation/grant', {
      persons: [analyst.id],
      methods: methodIds,
      validFrom: dayOf(-400),
      validUntil: dayOf(695),
      certificateNo: 'HPJC-SG-012',
    });
  return analyst.id;
}

/**
 * Distributes a project's tasks to an analyst.
 * @param day `YYYY-MM-DD` of the distribution
 */
export async function distributeTasks(
  actors: DemoActors,
  projectId: number,
  day: string,
  analyst: number,
): Promise<void> {
  const { orm } = actors.services.database;
  const tasks = await orm
    .select({ id: labTaskTable.id })
    .from(labTaskTable)
    .where(
      and(
        eq(labTaskTable.project, projectId),
        eq(labTaskTable.state, 'waiting'),
        isNotNull(labTaskTable.method),
        isNull(labTaskTable.deleteTime),
      ),
    );
  actors.at(`${day} 08:50:00`);
  if (tasks.length)
    await actors.ask('keeper', 'PUT', 'api/labTask/distribute', {
      downloadBy: analyst,
      ids: tasks.map(({ id }) => id),
    });
}
