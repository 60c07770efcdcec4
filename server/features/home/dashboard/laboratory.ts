import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Todo } from '@contract/features/home/dashboard';
import { labTaskMachine } from '@contract/features/laboratory/tasks/labTaskMachine';
import { permissionOf } from '@contract/permissions';
import { permissionOfMove } from '@contract/workflow/machine';
import type { Orm } from '@server/db/orm';
import { labTaskTable } from '@server/db/schema';
import type { Viewer } from '@server/http/viewer';
import type { SeenProject } from './projects';

/** Returns for each project what the viewer has to test, and what they may distribute and nobody has yet. */
export async function laboratoryTodos(orm: Orm, viewer: Viewer, projects: readonly SeenProject[]): Promise<Todo[]> {
  const tests = viewer.permissions.has(permissionOf({ name: 'labSheet' }, 'add'));
  const gives = viewer.permissions.has(permissionOfMove(labTaskMachine, { key: 'distribute' }));
  if (!projects.length || (!tests && !gives)) return [];
  const task = labTaskTable;
  const own = and(eq(task.analyst, viewer.user.id), inArray(task.state, ['distributed', 'testing']));
  const counted = await orm
    .select({
      project: task.project,
      own: sql<number>`(count(*) filter (where ${own}))::int`,
      waiting: sql<number>`(count(*) filter (where ${eq(task.state, 'waiting')}))::int`,
    })
    .from(task)
    .where(
      and(
        inArray(
          task.project,
          projects.map(({ id }) => id),
        ),
        inArray(task.state, ['waiting', 'distributed', 'testing']),
        isNull(task.deleteTime),
      ),
    )
    .groupBy(task.project);
  const of = new Map(counted.map((one) => [one.project, one]));
  return projects.flatMap(({ id, shown: project }): Todo[] => {
    const found = of.get(id);
    return [
      ...(tests && found?.own ? [{ project, label: `检测样品（${found.own}项）`, path: '/lab/laboratory' }] : []),
      ...(gives && found?.waiting
        ? [{ project, label: `分发样品（${found.waiting}项）`, path: '/lab/sampleDistribute' }]
        : []),
    ];
  });
}
