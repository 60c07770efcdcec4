import { and, asc, eq, isNull } from 'drizzle-orm';
import type { AnyRow } from '@contract/entity';
import { type CurvePlan, curvePlanOf, planForItem } from '@contract/features/laboratory/curves/curvePlan';
import {
  type CurveHead,
  type CurveWork,
  type PointFacts,
  storedCurve,
  calculateCurve,
} from '@contract/features/laboratory/curves/curveWork';
import { labCurve } from '@contract/features/laboratory/entities/labCurve';
import { actorOf, recordAudit } from '@server/audit/auditTrail';
import type { Orm } from '@server/db/orm';
import { labCurvePointTable, labCurveTable, labMethodTable } from '@server/db/schema';
import { methodItemOf } from '@server/features/library/methods/methodItems';
import { notFound } from '@server/http/errors';
import type { Call } from '@server/http/route';
import type { Services } from '@server/services';

type StoredPoint = typeof labCurvePointTable.$inferSelect;

interface CurveFacts extends CurveHead {
  readonly id: number;
  readonly methodKind: string;
  readonly part: string;
  readonly method: number;
  readonly hazard: number;
  readonly unit: string;
  readonly organizationId: number | null;
}

/**
 * Returns a method of the library with the plan of its curves on one page. The plan is null if the method has no such
 * page.
 */
export async function planFor(
  orm: Orm,
  methodKind: string,
  part: string,
  methodId: number,
): Promise<{ library: typeof labMethodTable.$inferSelect | undefined; plan: CurvePlan | null }> {
  const [library] = await orm.select().from(labMethodTable).where(eq(labMethodTable.id, methodId));
  return { library, plan: curvePlanOf(methodKind, part, library) };
}

/**
 * Returns the rules by which curves of a hazard are judged: the method's plan and the entry of the hazard in 方法库
 * (GBZ 331-2024 5.2.6.3.1 h).
 */
export async function planForCurve(
  orm: Orm,
  plan: CurvePlan,
  curveFacts: Pick<CurveFacts, 'method' | 'hazard' | 'unit' | 'organizationId'>,
): Promise<CurvePlan> {
  return planForItem(plan, await methodItemOf(orm, curveFacts), curveFacts.unit);
}

/** Returns the undeleted points of a curve, in order. */
export const pointsOfCurve = (orm: Orm, curveId: number): Promise<StoredPoint[]> =>
  orm
    .select()
    .from(labCurvePointTable)
    .where(and(eq(labCurvePointTable.curve, curveId), isNull(labCurvePointTable.deleteTime)))
    .orderBy(asc(labCurvePointTable.rowSort), asc(labCurvePointTable.id));

/** Calculates a curve from its head and points by a plan. */
export const workOfPoints = (head: CurveHead, points: readonly PointFacts[], plan: CurvePlan): CurveWork =>
  calculateCurve(head, points, plan);

/**
 * Calculates a stored curve again.
 * @throws Refusal 404
 */
export async function workOfCurve(orm: Orm, curve: CurveFacts | AnyRow): Promise<CurveWork> {
  const head = curve as CurveFacts;
  const { plan } = await planFor(orm, head.methodKind, head.part, head.method);
  if (!plan) throw notFound();
  return workOfPoints(head, await pointsOfCurve(orm, curve.id), await planForCurve(orm, plan, head));
}

/**
 * Fits a curve again from its stored points and writes the result with its audit line. The caller has locked the
 * curve. A changed fit raises the version, because the signature covers the version.
 */
export async function refitCurve(
  { tx, call, services }: { readonly tx: Orm; readonly call: Call<unknown>; readonly services: Services },
  curveId: number,
): Promise<void> {
  const [curve] = await tx.select().from(labCurveTable).where(eq(labCurveTable.id, curveId));
  if (!curve) return;
  const refittedCurve = storedCurve(await workOfCurve(tx, curve as CurveFacts));
  const isSame = (key: keyof typeof refittedCurve): boolean =>
    (curve[key] ?? null) === (refittedCurve[key] ?? null) ||
    (refittedCurve[key] !== null &&
      curve[key] !== null &&
      key !== 'findings' &&
      Number(curve[key]) === Number(refittedCurve[key]));
  const changedKeys = (Object.keys(refittedCurve) as (keyof typeof refittedCurve)[]).filter((key) => !isSame(key));
  if (!changedKeys.length) return;
  await tx
    .update(labCurveTable)
    .set({ ...refittedCurve, version: curve.version + 1, updateBy: call.viewer.user.id, updateTime: services.now() })
    .where(eq(labCurveTable.id, curveId));
  const trailValuesOf = (row: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(changedKeys.map((key) => [key, row[key] ?? null]));
  await recordAudit(tx, actorOf(call), [
    {
      action: 'edit',
      entity: labCurve,
      entityId: curve.id,
      title: curve.curveNo,
      organizationId: curve.organizationId,
      before: trailValuesOf(curve),
      after: trailValuesOf(refittedCurve),
    },
  ]);
}
