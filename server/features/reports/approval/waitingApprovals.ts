import { and, asc, inArray } from 'drizzle-orm';
import type { WaitingApproval } from '@contract/features/home/dashboardWire';
import { approvalMachine } from '@contract/features/reports/approval/approvalMachine';
import { movesFrom, permissionOfMove } from '@contract/workflow/stateMachine';
import { formatDay } from '@server/base/zone';
import { returnedFacts } from '@server/crud/operations/returnedFacts';
import type { Registry } from '@server/crud/resource';
import { undeletedRows, scopeOf } from '@server/crud/rowScope';
import type { Orm } from '@server/db/orm';
import { approvalTable } from '@server/db/schema';
import type { Viewer } from '@server/http/viewer';
import type { Services } from '@server/services';
import { principalsOf, runningDelegations } from '@server/workflow/onBehalf';
import { dutiesOfRows } from '@server/workflow/rowDuties';

const dayMs = 86_400_000;
/** Highest number of approvals that the home page reads. People with more approvals use the queue. */
const maxApprovals = 200;

/** Forward moves of each state. */
const forwardMoves = Object.entries(approvalMachine.states).flatMap(([state, { label }]) =>
  movesFrom(approvalMachine, state)
    .filter(({ needsReason, key }) => !needsReason && key !== 'submit')
    .map((move) => ({ state, label, move })),
);

/** Loads the approvals in some states that the viewer sees, longest waiting first. */
async function approvalsIn(orm: Orm, registry: Registry, viewer: Viewer, states: readonly string[]) {
  const resource = registry.named('approval');
  return orm
    .select()
    .from(approvalTable)
    .where(and(undeletedRows(resource), scopeOf(resource, viewer), inArray(approvalTable.state, [...states])))
    .orderBy(asc(approvalTable.stageSince), asc(approvalTable.id))
    .limit(maxApprovals);
}

/**
 * Returns the approvals that the viewer may pass on now, longest waiting first. Approvals are left out if the viewer,
 * or the person on whose behalf the viewer signs, made an earlier signature, or if nobody would be left for the next.
 */
export async function waitingApprovals(
  services: Services,
  registry: Registry,
  viewer: Viewer,
): Promise<WaitingApproval[]> {
  const {
    database: { orm },
    now,
  } = services;
  const runningDelegated = await runningDelegations(services, orm, viewer);
  const ownSteps = forwardMoves
    .map((step) => ({
      ...step,
      own: viewer.permissions.has(permissionOfMove(approvalMachine, step.move)),
      principals: principalsOf(runningDelegated, approvalMachine, step.state, step.move.key),
    }))
    .filter(({ own, principals }) => own || principals.length > 0);
  if (!ownSteps.length) return [];
  const rows = await approvalsIn(
    orm,
    registry,
    viewer,
    ownSteps.map(({ state }) => state),
  );
  const duties = await dutiesOfRows(orm, approvalMachine, rows, formatDay(now(), services.env.zone));
  const self = { id: viewer.user.id, name: viewer.user.nickName };
  const returnedById = await returnedFacts(
    orm,
    services.env.zone,
    approvalMachine,
    rows.map(({ id, state }) => ({ id, state: String(state) })),
  );
  return rows.flatMap((row): WaitingApproval[] => {
    const step = ownSteps.find(({ state }) => state === row.state);
    if (!step) return [];
    const isOwn = step.own && duties.mayMake(row, step.move, self);
    const principal = step.principals.find((person) => duties.mayMake(row, step.move, { ...self, principal: person }));
    if (!isOwn && !principal) return [];
    const stageStart = row.stageSince ?? row.createTime;
    return [
      {
        id: row.id,
        title: row.title ?? '',
        kind: row.kind ?? '',
        incoming: row.incoming === true,
        project: Number(row.project),
        unitName: row.unitName ?? '',
        state: step.state,
        label: step.label,
        days: Math.max(0, Math.floor((now().getTime() - stageStart.getTime()) / dayMs)),
        onBehalf: isOwn ? null : (principal?.name ?? null),
        returned: returnedById.get(row.id),
      },
    ];
  });
}
