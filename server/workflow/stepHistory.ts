import { and, asc, eq, inArray } from 'drizzle-orm';
import {
  effectOfSigning,
  awaitedSteps,
  type SignersFor,
  excludedByStep,
  standingSteps,
} from '@contract/workflow/roundSteps';
import { missingStep, signedParts, type StepSignature } from '@contract/workflow/signatureTexts';
import { type Machine, movesFrom, permissionOfMove } from '@contract/workflow/stateMachine';
import type { Timeline, TimelineStep } from '@contract/workflow/workflowWire';
import { formatDay, formatMoment } from '@server/base/zone';
import type { Orm } from '@server/db/orm';
import { workflowStepTable } from '@server/db/schema';
import type { Viewer } from '@server/http/viewer';
import type { Services } from '@server/services';
import {
  findBrokenSignatures,
  brokenSignatureProblem,
  unexplainedStateProblem,
} from '@server/signing/brokenSignatures';
import { leavesSignatures } from '@server/signing/signedContent';
import { statementDue } from '@server/signing/signingStatement';
import { signaturesWithoutStep, verifySignatures } from '@server/signing/verifySignatures';
import { authorisedPeople } from './authorisedPeople';
import { isDelegable, principalsOf, runningDelegations } from './onBehalf';

type StoredStep = typeof workflowStepTable.$inferSelect;

/**
 * Returns every move of a row, oldest first.
 * @param rowId id of the row
 */
export function stepsOf(orm: Orm, machine: Pick<Machine, 'name'>, rowId: number): Promise<StoredStep[]> {
  return orm
    .select()
    .from(workflowStepTable)
    .where(and(eq(workflowStepTable.machine, machine.name), eq(workflowStepTable.rowId, rowId)))
    .orderBy(asc(workflowStepTable.id));
}

const labelOfState = (machine: Machine, state: string): string =>
  Object.hasOwn(machine.states, state) ? (machine.states[state]?.label ?? state) : state;

function presentStep(
  machine: Machine,
  storedStep: StoredStep,
  zone: string,
  signature: StepSignature | undefined,
): TimelineStep {
  const { id, move, fromState, toState, personId, personName, onBehalfName, reason, signed, time } = storedStep;
  return {
    id,
    move,
    label: machine.moves.find(({ key }) => key === move)?.label ?? move,
    from: fromState,
    to: toState,
    fromLabel: labelOfState(machine, fromState),
    toLabel: labelOfState(machine, toState),
    personId,
    personName,
    onBehalfName,
    reason,
    signed,
    at: formatMoment(time, zone),
    ...(signature ? { signature } : {}),
  };
}

/** Presents a signature whose step is missing, at the position of the step. */
const presentLost = (
  {
    step,
    move,
    meaning,
    personId,
    personName,
    personAccount,
    time,
    hash,
    fileId,
  }: Awaited<ReturnType<typeof signaturesWithoutStep>>[number],
  zone: string,
): TimelineStep => ({
  id: step,
  move,
  label: meaning,
  from: '',
  to: '',
  fromLabel: '',
  toLabel: missingStep,
  personId,
  personName,
  onBehalfName: null,
  reason: null,
  signed: true,
  at: formatMoment(time, zone),
  signature: {
    state: 'invalid',
    meaning,
    hash,
    changed: [signedParts['step'] ?? ''],
    picture: fileId,
    account: personAccount,
  },
});

const blockedBy = (reason: string | null): { blocked?: string } => (reason === null ? {} : { blocked: reason });

/**
 * Returns the history of a row, with each signature verified, and the moves that the viewer may make now.
 * @param offeredKeys moves of the machine that have a call of their own
 */
export async function timelineOf(
  services: Services,
  orm: Orm,
  machine: Machine,
  row: { id: number; state: string; organizationId: number | null },
  viewer: Viewer,
  offeredKeys: readonly string[],
): Promise<Timeline> {
  const { zone } = services.env;
  const steps = await stepsOf(orm, machine, row.id);
  const currentSteps = standingSteps(steps);
  const { id: viewerId, nickName } = viewer.user;
  const ownDelegations = isDelegable(machine) ? await runningDelegations(services, orm, viewer) : [];
  const moves = movesFrom(machine, row.state).flatMap((move) => {
    if (!offeredKeys.includes(move.key) || excludedByStep(move, currentSteps, viewerId)) return [];
    // An administrator can't sign (`confirmSigningPassword`).
    const isOwn = viewer.user.isAdmin ? move.signs !== true : viewer.permissions.has(permissionOfMove(machine, move));
    const onBehalf = principalsOf(ownDelegations, machine, row.state, move.key).filter(
      ({ id }) => !excludedByStep(move, currentSteps, id),
    );
    return isOwn || onBehalf.length ? [{ ...move, own: isOwn, onBehalf }] : [];
  });
  const handsFor: SignersFor =
    offeredKeys.length === 0
      ? () => []
      : await authorisedPeople(orm, machine, row.organizationId, formatDay(services.now(), zone));
  // The sentence describes the viewer's own signature. A signature on behalf of another person gets its sentence when
  // the principal is chosen.
  const consequenceByMove = new Map(
    moves.map((move) => [
      move.key,
      move.signs ? effectOfSigning(machine, move, currentSteps, { id: viewerId, name: nickName }, handsFor) : null,
    ]),
  );
  const awaitedNow = awaitedSteps(machine, row.state, currentSteps, viewerId, handsFor).filter(({ key }) =>
    offeredKeys.includes(key),
  );
  const lastStep = steps.at(-1);
  const signatures = steps.length
    ? await verifySignatures(services, orm, machine, row.id, steps)
    : new Map<number, StepSignature>();
  const lostSignatures = await signaturesWithoutStep(orm, machine, row.id, steps);
  const brokenNow = findBrokenSignatures(machine, steps, signatures, lostSignatures);
  const strayedReason = leavesSignatures(machine.name) ? unexplainedStateProblem(machine, row.state, steps) : null;
  const isStatementDue = moves.some(({ signs }) => signs) && (await statementDue(orm, viewer.user.id));
  return {
    state: row.state,
    stateLabel: labelOfState(machine, row.state),
    moves: moves.map(({ key, label, needsReason = false, signs = false, own, onBehalf }) => ({
      key,
      label,
      needsReason,
      signs,
      ...blockedBy(
        signs
          ? (strayedReason ??
              brokenSignatureProblem(machine, row.state, label, brokenNow) ??
              consequenceByMove.get(key)?.refused ??
              null)
          : null,
      ),
      ...(consequenceByMove.get(key)?.next ? { next: consequenceByMove.get(key)?.next ?? '' } : {}),
      ...(signs && isStatementDue ? { statementDue: true } : {}),
      ...(onBehalf.length ? { onBehalf } : {}),
      ...(own ? {} : { onlyOnBehalf: true }),
    })),
    ...(awaitedNow.length ? { awaited: awaitedNow } : {}),
    since: lastStep ? formatMoment(lastStep.time, zone) : null,
    steps: [
      ...steps.map((step) => presentStep(machine, step, zone, signatures.get(step.id))),
      ...lostSignatures.map((signature) => presentLost(signature, zone)),
    ].sort((a, b) => a.id - b.id),
  };
}

/** The fields of a step that papers print, and its person. */
export type StepFacts = Pick<
  TimelineStep,
  'id' | 'move' | 'personId' | 'personName' | 'onBehalfName' | 'reason' | 'at'
>;

/**
 * Returns the steps of many rows of one machine, by row id.
 * @param zone time zone in which times are written
 * @param machine name of the machine
 * @param ids ids of the rows
 */
export async function stepsByRow(
  orm: Orm,
  zone: string,
  machine: string,
  ids: readonly number[],
): Promise<ReadonlyMap<number, StepFacts[]>> {
  const table = workflowStepTable;
  const rows = ids.length
    ? await orm
        .select({
          id: table.id,
          rowId: table.rowId,
          move: table.move,
          personId: table.personId,
          personName: table.personName,
          onBehalfName: table.onBehalfName,
          reason: table.reason,
          time: table.time,
        })
        .from(table)
        .where(and(eq(table.machine, machine), inArray(table.rowId, [...ids])))
        .orderBy(asc(table.id))
    : [];
  const factsByRow = new Map<number, StepFacts[]>();
  for (const { rowId, time, ...step } of rows)
    factsByRow.set(rowId, [...(factsByRow.get(rowId) ?? []), { ...step, at: formatMoment(time, zone) }]);
  return factsByRow;
}
