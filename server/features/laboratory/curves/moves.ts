import { and, eq, isNull, like, ne } from 'drizzle-orm';
import { missingCurveEquipment } from '@contract/features/laboratory/curves/curvePlan';
import { curveTexts } from '@contract/features/laboratory/curves/curveTexts';
import { labCurveMachine } from '@contract/features/laboratory/curves/labCurveMachine';
import type { Registry } from '@server/crud/resource';
import { labCurveTable } from '@server/db/schema';
import { conflict } from '@server/http/errors';
import type { MoveContext, MoveRule } from '@server/workflow/moveRoutes';
import { lockRows, type MovedEntity, moveRows } from '@server/workflow/moveRows';
import { planFor, workOfCurve } from './curveFitting';
import { assertCurveEquipment } from './policy';

/** Returns how a curve moves: its machine, table and state field. */
export const movedCurve = (registry: Registry): MovedEntity => ({
  machine: labCurveMachine,
  resource: registry.named('labCurve'),
  stateField: 'state',
});

/** Returns the number of a version. All versions of one curve share the number of the first. */
export const numberOfVersion = (first: string, version: number): string => `${first}-V${version}`;
/** Returns the number of the first version of a curve. */
export const firstNumber = (no: string): string => no.replace(/-V\d+$/, '');

/** Requires the instrument and the standard before the curve is signed. */
async function assertHead({ tx, row }: MoveContext): Promise<void> {
  const { plan } = await planFor(tx, String(row.methodKind), String(row.part), Number(row.method));
  const missingMeans = plan ? missingCurveEquipment(plan, { instrument: row.instrument, standard: row.standard }) : [];
  if (missingMeans.length) throw conflict(curveTexts.meansNeeded(String(row.curveNo), missingMeans), 'incomplete');
}

/**
 * Requires that the curve is accepted. It is calculated again from its points at the moment of the signature, by the
 * current rule.
 */
async function assertAccepted({ services, registry, tx, call, row }: MoveContext): Promise<void> {
  const { accepted, findings } = await workOfCurve(tx, row);
  if (!accepted)
    throw conflict(
      curveTexts.notAccepted(
        String(row.curveNo),
        findings.filter(({ blocks }) => blocks).map(({ message }) => message),
      ),
      'notAccepted',
    );
  await assertCurveEquipment({ services, registry }, tx, call, row, String(row.curveNo), row.organizationId);
}

/**
 * Retires the earlier versions of an approved curve. Existing records keep the version that they used; new records
 * choose the new version.
 */
async function retireEarlier({ services, registry, tx, call, row }: MoveContext): Promise<void> {
  if (row.previous === null) return;
  const movedResource = movedCurve(registry);
  const first = firstNumber(String(row.curveNo));
  const curveRows = await tx
    .select({ id: labCurveTable.id, no: labCurveTable.curveNo })
    .from(labCurveTable)
    .where(
      and(
        eq(labCurveTable.organizationId, Number(row.organizationId)),
        like(labCurveTable.curveNo, `${first}%`),
        eq(labCurveTable.state, 'approved'),
        ne(labCurveTable.id, row.id),
        isNull(labCurveTable.deleteTime),
      ),
    );
  const earlierIds = curveRows.filter(({ no }) => firstNumber(String(no)) === first).map(({ id }) => id);
  if (earlierIds.length)
    await moveRows(services, tx, call, movedResource, await lockRows(movedResource, tx, call, earlierIds), 'retire', {
      reason: curveTexts.replacedBy(String(row.curveNo)),
    });
}

/**
 * Moves of a curve. One person prepares it and another approves it; a curve that is not accepted can't be approved.
 */
export const curveMoves: Readonly<Record<string, MoveRule>> = {
  submit: {
    async before(context) {
      await assertHead(context);
      await assertAccepted(context);
    },
  },
  approve: { before: assertAccepted, after: retireEarlier },
  return: {},
  retire: {},
};
