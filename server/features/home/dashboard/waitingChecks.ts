import { and, asc, eq, inArray } from 'drizzle-orm';
import type { WaitingCheck } from '@contract/features/home/dashboardWire';
import { outsideTaskMachine } from '@contract/features/reviewers/outsideTaskMachine';
import { movesFrom, permissionOfMove } from '@contract/workflow/stateMachine';
import { returnedFacts } from '@server/crud/operations/returnedFacts';
import type { Registry } from '@server/crud/resource';
import { undeletedRows, scopeOf } from '@server/crud/rowScope';
import { inspectUnitTable, outsideTaskTable, projectTable } from '@server/db/schema';
import type { Viewer } from '@server/http/viewer';
import type { Services } from '@server/services';

const dayMs = 86_400_000;
const maxTasks = 50;

/** To-do of each state, for the people who may make its next move. Returning or revoking a task is not a to-do. */
const checkStates: Readonly<Record<string, { readonly move: string; readonly label: string }>> = {
  assigned: { move: 'start', label: '开始检查' },
  checking: { move: 'submit', label: '完成检查' },
  awaitingAnswer: { move: 'answer', label: '答复检查发现' },
  awaitingReview: { move: 'close', label: '复核整改答复' },
};

/**
 * Returns the external checks that wait for the viewer: a reviewer's own tasks and the laboratory's answers, earliest
 * due first.
 */
export async function waitingChecks(
  { database: { orm }, env, now }: Services,
  registry: Registry,
  viewer: Viewer,
): Promise<WaitingCheck[]> {
  const states = Object.entries(checkStates)
    .filter(([state, { move }]) =>
      movesFrom(outsideTaskMachine, state).some(
        (candidate) =>
          candidate.key === move && viewer.permissions.has(permissionOfMove(outsideTaskMachine, candidate)),
      ),
    )
    .map(([state]) => state);
  if (!states.length) return [];
  const resource = registry.named('outsideTask');
  const t = outsideTaskTable;
  const rows = await orm
    .select({
      id: t.id,
      taskNo: t.taskNo,
      state: t.state,
      dueOn: t.dueOn,
      stageSince: t.stageSince,
      createTime: t.createTime,
      code: projectTable.code,
      unitName: inspectUnitTable.unitName,
    })
    .from(t)
    .innerJoin(projectTable, eq(projectTable.id, t.project))
    .innerJoin(inspectUnitTable, eq(inspectUnitTable.id, projectTable.belongInspect))
    .where(and(undeletedRows(resource), scopeOf(resource, viewer), inArray(t.state, states)))
    .orderBy(asc(t.dueOn), asc(t.id))
    .limit(maxTasks);
  const returnedById = await returnedFacts(
    orm,
    env.zone,
    outsideTaskMachine,
    rows.map(({ id, state }) => ({ id, state: String(state) })),
  );
  return rows.map(({ id, taskNo, state, dueOn, stageSince, createTime, code, unitName }) => ({
    id,
    taskNo: taskNo ?? '',
    projectCode: code ?? '',
    unitName,
    label: checkStates[state ?? '']?.label ?? '',
    dueOn,
    days: Math.max(0, Math.floor((now().getTime() - (stageSince ?? createTime).getTime()) / dayMs)),
    returned: returnedById.get(id),
  }));
}
