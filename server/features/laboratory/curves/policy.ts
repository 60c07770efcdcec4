import { and, eq, isNull, max } from 'drizzle-orm';
import { type FitKind, fitLabels } from '@contract/arithmetic/curves/fitCurve';
import { fixedDictionaries } from '@contract/dictionaries';
import { curveTexts } from '@contract/features/laboratory/curves/curveTexts';
import { storedCurve } from '@contract/features/laboratory/curves/curveWork';
import { labCurveMachine } from '@contract/features/laboratory/curves/labCurveMachine';
import { labCurve } from '@contract/features/laboratory/entities/labCurve';
import { labCurvePoint } from '@contract/features/laboratory/entities/labCurvePoint';
import { type UnfitOverride, itemFitnessTexts } from '@contract/features/stock/itemFitness';
import { mayEdit } from '@contract/workflow/stateMachine';
import { formatDay } from '@server/base/zone';
import { perTransaction } from '@server/crud/cachePerTransaction';
import type { CrudContext } from '@server/crud/crudContext';
import type { Policy } from '@server/crud/policy';
import { removeParts } from '@server/crud/removeParts';
import { nextNumber } from '@server/crud/runningNumbers';
import type { Orm } from '@server/db/orm';
import { labCurvePointTable, labCurveTable } from '@server/db/schema';
import { overrideBody, assertUsableOrOverridden } from '@server/features/stock/itemFitness';
import { assertFits, purposeOfTest } from '@server/features/stock/purposeFitness';
import { conflict, invalid, notFound } from '@server/http/errors';
import type { Call } from '@server/http/route';
import { planFor, planForCurve, pointsOfCurve, refitCurve, workOfPoints } from './curveFitting';

const stateLabels: ReadonlyMap<string, string> = new Map(
  fixedDictionaries.labCurveState.map(({ value, label }) => [value, label]),
);

/**
 * Requires a curve in draft.
 * @throws Refusal 409
 */
function assertDrafting(state: unknown): void {
  if (!mayEdit(labCurveMachine, String(state)))
    throw conflict(curveTexts.locked(stateLabels.get(String(state)) ?? ''), 'locked');
}

/** Names a curve in a nonconformity, for example 标准曲线QX-2026-0001. */
const aboutCurve = (no: unknown): string => `${labCurve.label}${String(no)}`;

/** Returns the reason for using expired equipment or material, if the request gives one. */
function overrideOf(call: Call<unknown>): UnfitOverride | undefined {
  const { override } = (call.body ?? {}) as { readonly override?: unknown };
  const parsedOverride = overrideBody.safeParse(override ?? undefined);
  if (!parsedOverride.success) throw invalid([{ field: 'override.reason', message: itemFitnessTexts.reasonNeeded }]);
  return parsedOverride.data;
}

/**
 * Requires an instrument and a standard for the curve's method and hazard, with calibration and expiry dates that
 * cover the day of preparation. Expired ones need a reason and a nonconformity.
 */
export async function assertCurveEquipment(
  context: CrudContext,
  tx: Orm,
  call: Call<unknown>,
  curve: Readonly<Record<string, unknown>>,
  curveNo: string,
  organizationId: number | null,
): Promise<void> {
  const { instrument, standard, preparedOn, methodKind, hazard, instrumentReason } = curve;
  await assertFits(tx, await purposeOfTest(tx, String(methodKind), Number(hazard)), {
    instrument: instrument as number | null,
    standard: standard as number | null,
    instrumentReason: instrumentReason as string | null,
  });
  const usedThings = {
    instrument: typeof instrument === 'number' ? instrument : null,
    standard: typeof standard === 'number' ? standard : null,
  };
  await assertUsableOrOverridden(
    context,
    tx,
    call,
    usedThings,
    String(preparedOn),
    { about: aboutCurve(curveNo), organizationId },
    overrideOf(call),
  );
}

/**
 * Save rules of a curve without its points. Only the server writes the values calculated from the points; a signed
 * curve can never be changed.
 */
export const labCurvePolicy: Policy = {
  ignoresDataScope: true,
  disabledOperations: ['copy', 'status', 'restore'],
  async beforeSave(draft, context) {
    const { services, tx, before, call } = context;
    if (before && (['method', 'hazard', 'methodKind', 'part'] as const).some((name) => draft[name] !== before[name]))
      throw conflict(curveTexts.fixedHead);
    const [methodKind, part, fitKind] = [String(draft.methodKind), String(draft.part), String(draft.fit) as FitKind];
    const { library, plan } = await planFor(tx, methodKind, part, Number(draft.method));
    if (library?.methodKind !== methodKind) throw invalid([{ field: 'method', message: curveTexts.otherKind }]);
    if (!plan) throw invalid([{ field: 'part', message: curveTexts.unknownPart }]);
    if (!plan.fits.includes(fitKind))
      throw invalid([{ field: 'fit', message: curveTexts.fitNotAllowed(fitLabels[fitKind] ?? fitKind) }]);
    if (draft.subtractZero && fitKind === 'semiLog')
      throw invalid([{ field: 'subtractZero', message: curveTexts.zeroOfSemiLog }]);
    if (plan.bases.length && !plan.bases.includes(String(draft.basis)))
      throw invalid([{ field: 'basis', message: curveTexts.basisNeeded }]);
    const points = before ? await pointsOfCurve(tx, before.id) : [];
    const owner = context.organizationId;
    const curveItem = {
      method: Number(draft.method),
      hazard: Number(draft.hazard),
      unit: String(draft.unit),
      organizationId: owner,
    };
    const judgedPlan = await planForCurve(tx, plan, curveItem);
    const fittedCurve = storedCurve(
      workOfPoints({ fit: fitKind, subtractZero: draft.subtractZero === true }, points, judgedPlan),
    );
    const basis = plan.bases.length ? draft.basis : null;
    if (before) {
      if (
        (['instrument', 'standard', 'preparedOn', 'instrumentReason'] as const).some(
          (name) => draft[name] !== before[name],
        )
      )
        await assertCurveEquipment(context, tx, call, draft, String(before.curveNo), before.organizationId);
      return { ...fittedCurve, basis };
    }
    const day = formatDay(services.now(), services.env.zone);
    const curveNo = await nextNumber(tx, Number(owner), 'curve', { day });
    await assertCurveEquipment(context, tx, call, draft, curveNo, owner);
    return { ...fittedCurve, basis, curveNo, versionNo: 1, state: labCurveMachine.initial };
  },
  async assertOpen(row) {
    assertDrafting(row.state);
  },
  /** Deleting a draft deletes its points. */
  async beforeDelete(rows, context) {
    await removeParts(
      context,
      { entity: labCurvePoint, table: labCurvePointTable, parentColumn: labCurvePointTable.curve },
      rows.map(({ id }) => id),
    );
  },
};

/**
 * Requires that the curve of a point is a draft, and locks it until the transaction ends. One query serves all points
 * of a request.
 */
const assertCurveOpen = (tx: Orm, id: number): Promise<void> =>
  perTransaction(tx, `labCurve:${id}`, async () => {
    const [curve] = await tx
      .select({ state: labCurveTable.state })
      .from(labCurveTable)
      .where(and(eq(labCurveTable.id, id), isNull(labCurveTable.deleteTime)))
      .for('update');
    if (!curve) throw notFound();
    assertDrafting(curve.state);
  });

/** Save rules of the levels of a curve: written while the curve is a draft, which is fitted again after each save. */
export const labCurvePointPolicy: Policy = {
  ignoresDataScope: true,
  partOf: 'curve',
  savedTogether: true,
  disabledOperations: ['copy', 'status', 'restore'],
  async beforeSave(draft, { tx, before }) {
    if (before && before.curve !== draft.curve) throw conflict(curveTexts.moved);
    await assertCurveOpen(tx, Number(draft.curve));
    const hasReason = typeof draft.excludedReason === 'string' && draft.excludedReason.trim() !== '';
    if (draft.excluded && !hasReason) throw invalid([{ field: 'excludedReason', message: curveTexts.excludedWhy }]);
    const reason = draft.excluded ? {} : { excludedReason: null };
    if (draft.rowSort !== null && draft.rowSort !== undefined) return reason;
    const [last] = await tx
      .select({ rowSort: max(labCurvePointTable.rowSort) })
      .from(labCurvePointTable)
      .where(and(eq(labCurvePointTable.curve, Number(draft.curve)), isNull(labCurvePointTable.deleteTime)));
    return { ...reason, rowSort: Math.min(Number(last?.rowSort ?? 0) + 10, 100_000) };
  },
  async assertOpen(row, { tx }) {
    await assertCurveOpen(tx, Number(row.curve));
  },
  // All points of a request are stored before the first of these calls runs.
  afterSave: (row, context) =>
    perTransaction(context.tx, `labCurve:${String(row.curve)}:refit`, () => refitCurve(context, Number(row.curve))),
  async afterDelete(rows, context) {
    for (const curveId of new Set(rows.map((row) => Number(row.curve)))) await refitCurve(context, curveId);
  },
};
