import { type Machine, mayEdit } from '@contract/workflow/stateMachine';
import type { Orm } from '@server/db/orm';
import { conflict } from '@server/http/errors';
import type { Services } from '@server/services';
import {
  type BrokenSignature,
  findBrokenSignatures,
  brokenSignatureProblem,
  unexplainedStateProblem,
} from '@server/signing/brokenSignatures';
import { leavesSignatures } from '@server/signing/signedContent';
import { signaturesWithoutStep, verifySignatures } from '@server/signing/verifySignatures';
import { stepsOf } from './stepHistory';

/**
 * Returns the signatures on a row that no longer match the signed content.
 * @param rowId id of the row
 */
export async function brokenSignaturesOf(
  services: Services,
  orm: Orm,
  machine: Machine,
  rowId: number,
): Promise<BrokenSignature[]> {
  const steps = await stepsOf(orm, machine, rowId);
  return findBrokenSignatures(
    machine,
    steps,
    await verifySignatures(services, orm, machine, rowId, steps),
    await signaturesWithoutStep(orm, machine, rowId, steps),
  );
}

/**
 * Refuses a signature on a row that was altered after an earlier signature, or whose state is not the result of a step.
 * @param row the locked row
 * @param label name of the row in the message
 * @throws Refusal 409 `brokenSignature`, whose message names the move back
 */
export async function assertUnbroken(
  services: Services,
  tx: Orm,
  machine: Machine,
  row: { readonly id: number; readonly state: string },
  label: string,
): Promise<void> {
  if (!leavesSignatures(machine.name)) return;
  const strayedReason = unexplainedStateProblem(machine, row.state, await stepsOf(tx, machine, row.id));
  // refusal: strayed
  if (strayedReason !== null) throw conflict(strayedReason, 'brokenSignature');
  if (mayEdit(machine, row.state)) return;
  const brokenReason = brokenSignatureProblem(
    machine,
    row.state,
    label,
    await brokenSignaturesOf(services, tx, machine, row.id),
  );
  if (brokenReason !== null) throw conflict(brokenReason, 'brokenSignature');
}
