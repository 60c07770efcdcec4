import { type Machine, movesFrom, permissionOfMove } from '@contract/workflow/machine';
import type { Timeline, TimelineStep } from '@contract/workflow/wire';
import { lostStep, signedParts, type StepSignature } from '@contract/signing';
import { and, asc, eq } from 'drizzle-orm';
import type { Orm } from '../db/orm';
import { workflowStepTable } from '../db/schema';
import { isDelegable, principalsOf, runningFor } from '../delegation/acting';
import type { Viewer } from '../http/viewer';
import type { Services } from '../services';
import { statementDue } from '../signing/statement';
import { brokenAmong, notOnTop } from '../signing/standing';
import { signaturesWithoutStep, verifySignatures } from '../signing/verify';
import { formatMoment } from '../zone';

type StoredStep = typeof workflowStepTable.$inferSelect;

/** Every move that was made with a thing, oldest first. */
export function stepsOf(orm: Orm, machine: Pick<Machine, 'name'>, rowId: number): Promise<StoredStep[]> {
  return orm.select().from(workflowStepTable).where(and(eq(workflowStepTable.machine, machine.name), eq(workflowStepTable.rowId, rowId))).orderBy(asc(workflowStepTable.id));
}

const labelOfState = (machine: Machine, state: string): string => (Object.hasOwn(machine.states, state) ? (machine.states[state]?.label ?? state) : state);

function present(machine: Machine, step: StoredStep, zone: string, signature: StepSignature | undefined): TimelineStep {
  const { id, move, fromState, toState, personId, personName, onBehalfName, reason, signed, time } = step;
  return {
    id, move, label: machine.moves.find(({ key }) => key === move)?.label ?? move, from: fromState, to: toState, fromLabel: labelOfState(machine, fromState),
    toLabel: labelOfState(machine, toState), personId, personName, onBehalfName, reason, signed, at: formatMoment(time, zone), ...(signature ? { signature } : {}),
  };
}

/** A signature whose step is gone, in the place where its step was. */
const presentLost = ({ step, move, meaning, personId, personName, time, hash, fileId }: Awaited<ReturnType<typeof signaturesWithoutStep>>[number], zone: string): TimelineStep => ({
  id: step, move, label: meaning, from: '', to: '', fromLabel: '', toLabel: lostStep, personId, personName, onBehalfName: null, reason: null, signed: true, at: formatMoment(time, zone),
  signature: { state: 'invalid', meaning, hash, changed: [signedParts['step'] ?? ''], picture: fileId },
});

const blockedBy = (why: string | null): { blocked?: string } => (why === null ? {} : { blocked: why });

/** The way of a thing so far, each signature verified against what it was put under, with the moves that the viewer may make now; `offered` are the machine's moves that have a call of their own. */
export async function timelineOf(services: Services, orm: Orm, machine: Machine, row: { id: number; state: string }, viewer: Viewer, offered: readonly string[]): Promise<Timeline> {
  const { zone } = services.env;
  const steps = await stepsOf(orm, machine, row.id);
  const doneBy = (person: number) => new Set(steps.filter(({ personId, onBehalfOf }) => personId === person || onBehalfOf === person).map(({ move }) => move));
  const mine = doneBy(viewer.user.id);
  const running = isDelegable(machine) ? await runningFor(services, orm, viewer) : [];
  const moves = movesFrom(machine, row.state).flatMap((move) => {
    const apart = move.separateFrom ?? [];
    if (!offered.includes(move.key) || apart.some((other) => mine.has(other))) return [];
    // No signature is an administrator's (`confirmPassword`).
    const own = viewer.user.isAdmin ? move.signs !== true : viewer.permissions.has(permissionOfMove(machine, move));
    const onBehalf = principalsOf(running, machine, row.state, move.key).filter(({ id }) => { const theirs = doneBy(id); return !apart.some((other) => theirs.has(other)); });
    return own || onBehalf.length ? [{ ...move, own, onBehalf }] : [];
  });
  const last = steps.at(-1);
  const signatures = steps.length ? await verifySignatures(services, orm, machine, row.id, steps) : new Map<number, StepSignature>();
  const lost = await signaturesWithoutStep(orm, machine, row.id, steps);
  const broken = brokenAmong(machine, steps, signatures, lost);
  const due = moves.some(({ signs }) => signs) && (await statementDue(orm, viewer.user.id));
  return {
    state: row.state,
    stateLabel: labelOfState(machine, row.state),
    moves: moves.map(({ key, label, needsReason = false, signs = false, own, onBehalf }) => ({ key, label, needsReason, signs, ...blockedBy(signs ? notOnTop(machine, row.state, label, broken) : null), ...(signs && due ? { statementDue: true } : {}), ...(onBehalf.length ? { onBehalf } : {}), ...(own ? {} : { onlyOnBehalf: true }) })),
    since: last ? formatMoment(last.time, zone) : null,
    steps: [...steps.map((step) => present(machine, step, zone, signatures.get(step.id))), ...lost.map((signature) => presentLost(signature, zone))].sort((a, b) => a.id - b.id),
  };
}
