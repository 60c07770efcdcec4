import { and, asc, eq, inArray, isNull, sql, type SQL } from 'drizzle-orm';
import type { Todo } from '@contract/features/home/dashboardWire';
import { recordAddress } from '@contract/features/laboratory/methods/recordAddress';
import { recordMachine } from '@contract/features/laboratory/sheets/recordMachine';
import { labTaskMachine } from '@contract/features/laboratory/tasks/labTaskMachine';
import { permissionOf } from '@contract/permissions';
import type { ReturnDetails } from '@contract/workflow/returnedWork';
import { permissionOfMove } from '@contract/workflow/stateMachine';
import { returnedFacts } from '@server/crud/operations/returnedFacts';
import type { Orm } from '@server/db/orm';
import { labSheetTable, labTaskTable } from '@server/db/schema';
import type { Viewer } from '@server/http/viewer';
import type { SeenProject } from './openProjects';

interface DraftRecord {
  readonly id: number;
  readonly project: number;
  readonly sheetNo: string | null;
  readonly address: string;
}

/** Returns the viewer's unsigned records of the projects, oldest first. */
async function draftsOf(orm: Orm, viewer: Viewer, ids: readonly number[]): Promise<readonly DraftRecord[]> {
  const sheet = labSheetTable;
  const rows = await orm
    .select({
      id: sheet.id,
      sheetNo: sheet.sheetNo,
      project: sheet.project,
      methodKind: sheet.methodKind,
      variant: sheet.variant,
    })
    .from(sheet)
    .where(
      and(
        inArray(sheet.project, [...ids]),
        eq(sheet.analyst, viewer.user.id),
        eq(sheet.state, recordMachine.initial),
        isNull(sheet.deleteTime),
      ),
    )
    .orderBy(asc(sheet.id));
  return rows.flatMap(({ id, project, sheetNo, methodKind, variant }): DraftRecord[] => {
    const address = recordAddress({ id, project, methodKind, variant });
    return address ? [{ id, project, sheetNo, address }] : [];
  });
}

/**
 * Returns the address where the viewer tests a project's samples: the laboratory page for new tasks, otherwise the
 * record that was begun.
 */
const deskOf = (projectId: number, methodId: number | null, draft: string | undefined): string =>
  methodId === null ? (draft ?? '/lab/laboratory') : `/lab/laboratory?method=${methodId}&belongProject=${projectId}`;

/** Returns the number of tasks of each project and state. */
async function countedTasks(orm: Orm, ownCondition: SQL | undefined, projects: readonly SeenProject[]) {
  const task = labTaskTable;
  return orm
    .select({
      project: task.project,
      own: sql<number>`(count(*) filter (where ${ownCondition}))::int`,
      method: sql<
        number | null
      >`min(${task.method}) filter (where ${and(ownCondition, eq(task.state, 'distributed'))})`,
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
}

/** Returns by project why tasks were returned that have to be distributed again. */
async function givenBackOf(
  orm: Orm,
  zone: string,
  ids: readonly number[],
): Promise<ReadonlyMap<number, ReturnDetails>> {
  if (!ids.length) return new Map();
  const task = labTaskTable;
  const tasks = await orm
    .select({ id: task.id, project: task.project })
    .from(task)
    .where(and(inArray(task.project, [...ids]), eq(task.state, 'waiting'), isNull(task.deleteTime)))
    .orderBy(asc(task.id));
  const returnedBySheet = await returnedFacts(
    orm,
    zone,
    labTaskMachine,
    tasks.map(({ id }) => ({ id, state: 'waiting' })),
  );
  return new Map(
    tasks.flatMap(({ id, project }): [number, ReturnDetails][] => {
      const returnedFact = returnedBySheet.get(id);
      return returnedFact ? [[project, returnedFact]] : [];
    }),
  );
}

/**
 * Returns by project the tests that the viewer has to do, and the tasks that the viewer may distribute. A test opens
 * the laboratory page of its method with the project's samples selected, or the record that was begun.
 */
export async function laboratoryTodos(
  orm: Orm,
  zone: string,
  viewer: Viewer,
  projects: readonly SeenProject[],
): Promise<Todo[]> {
  const tests = viewer.permissions.has(permissionOf({ name: 'labSheet' }, 'add'));
  const mayDistribute = viewer.permissions.has(permissionOfMove(labTaskMachine, { key: 'distribute' }));
  if (!projects.length || (!tests && !mayDistribute)) return [];
  const task = labTaskTable;
  const ownCondition = and(eq(task.analyst, viewer.user.id), inArray(task.state, ['distributed', 'testing']));
  const taskCounts = await countedTasks(orm, ownCondition, projects);
  const countByProject = new Map(taskCounts.map((taskCount) => [taskCount.project, taskCount]));
  const drafts = tests
    ? await draftsOf(
        orm,
        viewer,
        projects.map(({ id }) => id),
      )
    : [];
  const returnedById = await returnedFacts(
    orm,
    zone,
    recordMachine,
    drafts.map((draft) => ({ id: draft.id, state: recordMachine.initial })),
  );
  const givenBack = mayDistribute
    ? await givenBackOf(
        orm,
        zone,
        taskCounts.flatMap(({ project, waiting }) => (waiting ? [project] : [])),
      )
    : new Map<number, ReturnDetails>();
  return projects.flatMap(({ id, shown: project }): Todo[] => {
    const projectCount = countByProject.get(id);
    const ownDrafts = drafts.filter((draft) => draft.project === id);
    return [
      ...ownDrafts.flatMap(({ id: sheet, sheetNo, address }): Todo[] => {
        const returnedFact = returnedById.get(sheet);
        return returnedFact
          ? [{ project, label: `修改检测记录${sheetNo ?? ''}`, path: address, returned: returnedFact }]
          : [];
      }),
      ...(tests &&
      projectCount?.own &&
      !(projectCount.method === null && ownDrafts.length > 0 && ownDrafts.every((draft) => returnedById.has(draft.id)))
        ? [
            {
              project,
              label: `检测样品（${projectCount.own}项）`,
              path: deskOf(id, projectCount.method, ownDrafts[0]?.address),
            },
          ]
        : []),
      ...(mayDistribute && projectCount?.waiting
        ? [
            {
              project,
              label: `分发样品（${projectCount.waiting}项）`,
              path: `/lab/sampleDistribute?view=project&belongProject=${id}`,
              returned: givenBack.get(id),
            },
          ]
        : []),
    ];
  });
}
