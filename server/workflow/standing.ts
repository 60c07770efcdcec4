import { type Machine, mayEdit } from '@contract/workflow/machine';
import type { Orm } from '../db/orm';
import { conflict } from '../http/errors';
import type { Services } from '../services';
import { leavesSignatures } from '../signing/content';
import { type BrokenSignature, brokenAmong, notOnTop } from '../signing/standing';
import { signaturesWithoutStep, verifySignatures } from '../signing/verify';
import { stepsOf } from './steps';

/** Signatures under a row that no longer stand for what they were put under. */
export async function brokenUnder(
  services: Services,
  orm: Orm,
  machine: Machine,
  rowId: number,
): Promise<BrokenSignature[]> {
  const steps = await stepsOf(orm, machine, rowId);
  return brokenAmong(
    machine,
    steps,
    await verifySignatures(services, orm, machine, rowId, steps),
    await signaturesWithoutStep(orm, machine, rowId, steps),
  );
}

/**
 * A signature says that what is above it is in order: nobody signs what was altered after an earlier one.
 * @throws Refusal 409 `brokenSignature`, which says the way back
 */
export async function assertStanding(
  services: Services,
  tx: Orm,
  machine: Machine,
  row: { readonly id: number; readonly state: string },
  label: string,
): Promise<void> {
  if (!leavesSignatures(machine.name) || mayEdit(machine, row.state)) return;
  const why = notOnTop(machine, row.state, label, await brokenUnder(services, tx, machine, row.id));
  if (why !== null) throw conflict(why, 'brokenSignature');
}
