import { and, eq, inArray, isNull, ne } from 'drizzle-orm';
import { Decimal } from '@contract/arithmetic/numbers/decimalNumbers';
import { vehicle as vehicleKind } from '@contract/features/vehicles/entities/vehicle';
import { vehiclePlan } from '@contract/features/vehicles/entities/vehiclePlan';
import { vehicleTexts } from '@contract/features/vehicles/vehicleTexts';
import { actorOf, recordAudit } from '@server/audit/auditTrail';
import { formatDay } from '@server/base/zone';
import { assertReferences } from '@server/crud/checkReferences';
import type { CrudContext } from '@server/crud/crudContext';
import { getRow } from '@server/crud/operations';
import { undeletedRows, scopeOf } from '@server/crud/rowScope';
import type { Orm } from '@server/db/orm';
import { vehiclePlanTable, vehicleTable } from '@server/db/schema';
import { conflict, invalid, notFound, stale } from '@server/http/errors';
import type { Call } from '@server/http/route';
import { lockVehicle, type StoredVehicle } from './policy';

interface TripBody {
  readonly id: number;
  readonly version: number;
}

type StoredPlan = typeof vehiclePlanTable.$inferSelect;

/** Longest trip in km; a higher value is a typing error. */
const maxTripKm = 5000;

/** Locks a plan visible to the viewer in the version that was read. */
async function lockPlan(
  { services, registry }: CrudContext,
  tx: Orm,
  call: Call<unknown>,
  { id, version }: TripBody,
): Promise<StoredPlan> {
  const resource = registry.named('vehiclePlan');
  const [row] = await tx
    .select()
    .from(vehiclePlanTable)
    .where(and(eq(vehiclePlanTable.id, id), undeletedRows(resource), scopeOf(resource, call.viewer)))
    .for('update');
  if (!row) throw notFound();
  if (row.version !== version) throw stale(await getRow({ services, registry, resource, call }, id, tx));
  return row;
}

async function changeTrip(
  { services }: CrudContext,
  tx: Orm,
  call: Call<unknown>,
  row: StoredPlan,
  values: Partial<StoredPlan>,
  action: 'status' | 'edit' = 'status',
): Promise<void> {
  await tx
    .update(vehiclePlanTable)
    .set({ ...values, version: row.version + 1, updateBy: call.viewer.user.id, updateTime: services.now() })
    .where(eq(vehiclePlanTable.id, row.id));
  const before = Object.fromEntries(
    Object.keys(values).map((name) => [name, (row as Record<string, unknown>)[name] ?? null]),
  );
  await recordAudit(tx, actorOf(call), [
    {
      action,
      entity: vehiclePlan,
      entityId: row.id,
      title: row.planNo,
      organizationId: row.organizationId,
      before,
      after: { ...values },
    },
  ]);
}

/** Requires a mileage that is not below the end of the last trip and not implausibly far above it. */
function assertStart(
  mileage: string,
  { mileage: lastMileage, firstMileage }: StoredVehicle,
  field: 'mileage' | 'startMileage',
): void {
  const last = lastMileage ?? firstMileage;
  if (last === null) return;
  const drivenDistance = new Decimal(mileage).minus(last);
  const lastText = new Decimal(last).toString();
  if (drivenDistance.isNegative()) throw invalid([{ field, message: vehicleTexts.mileageBack(lastText) }]);
  if (drivenDistance.greaterThan(maxTripKm))
    throw invalid([{ field, message: vehicleTexts.mileageJump(lastText, drivenDistance.toString()) }]);
}

/**
 * Performs 出车 with the current mileage. Refuses a vehicle whose inspection or insurance has expired, or that is still
 * out.
 */
export async function beginTrip(
  context: CrudContext,
  tx: Orm,
  call: Call<unknown>,
  body: TripBody & { readonly mileage: string },
): Promise<string> {
  const { services } = context;
  const row = await lockPlan(context, tx, call, body);
  if (row.state !== 'planned') throw conflict(vehicleTexts.notPlanned, 'locked');
  const vehicle = await lockVehicle(tx, row.vehicle);
  const today = formatDay(services.now(), services.env.zone);
  for (const [label, dueOn] of [
    ['年检', vehicle.inspectionDue],
    ['保险', vehicle.insuranceDue],
  ] as const)
    if (dueOn !== null && dueOn < today) throw conflict(vehicleTexts.overdue(vehicle.plateNo, label, dueOn), 'overdue');
  const [tripUnderway] = await tx
    .select({ planNo: vehiclePlanTable.planNo })
    .from(vehiclePlanTable)
    .where(
      and(
        eq(vehiclePlanTable.vehicle, vehicle.id),
        inArray(vehiclePlanTable.state, ['out']),
        isNull(vehiclePlanTable.deleteTime),
        ne(vehiclePlanTable.id, row.id),
      ),
    )
    .limit(1);
  if (tripUnderway) throw conflict(vehicleTexts.alreadyOut(vehicle.plateNo, String(tripUnderway.planNo)));
  assertStart(body.mileage, vehicle, 'mileage');
  await changeTrip(context, tx, call, row, { state: 'out', startMileage: body.mileage, departedAt: services.now() });
  return vehicleTexts.departed(String(row.planNo));
}

/**
 * Performs 收车: the distance is the difference of the mileages, and the vehicle gets the new mileage. `startMileage`
 * corrects a mistake at departure.
 * @throws Refusal 400 for a mileage below the start or too far; 409 for a vehicle that is not out
 */
export async function endTrip(
  context: CrudContext,
  tx: Orm,
  call: Call<unknown>,
  body: TripBody & { readonly mileage: string; readonly startMileage?: string | undefined },
): Promise<string> {
  const { services } = context;
  const row = await lockPlan(context, tx, call, body);
  if (row.state !== 'out') throw conflict(vehicleTexts.notOut, 'locked');
  const vehicle = await lockVehicle(tx, row.vehicle);
  const start = body.startMileage ?? row.startMileage ?? body.mileage;
  if (row.startMileage === null || !new Decimal(start).equals(row.startMileage))
    assertStart(start, vehicle, 'startMileage');
  const drivenKm = new Decimal(body.mileage).minus(start);
  if (drivenKm.isNegative())
    throw invalid([{ field: 'mileage', message: vehicleTexts.mileageBeforeStart(new Decimal(start).toString()) }]);
  if (drivenKm.greaterThan(maxTripKm))
    throw invalid([{ field: 'mileage', message: vehicleTexts.mileageFar(drivenKm.toString()) }]);
  await changeTrip(context, tx, call, row, {
    state: 'done',
    startMileage: start,
    endMileage: body.mileage,
    returnedAt: services.now(),
  });
  await tx
    .update(vehicleTable)
    .set({
      mileage: body.mileage,
      version: vehicle.version + 1,
      updateBy: call.viewer.user.id,
      updateTime: services.now(),
    })
    .where(eq(vehicleTable.id, vehicle.id));
  await recordAudit(tx, actorOf(call), [
    {
      action: 'edit',
      entity: vehicleKind,
      entityId: vehicle.id,
      title: vehicle.plateNo,
      organizationId: vehicle.organizationId,
      before: { mileage: vehicle.mileage },
      after: { mileage: body.mileage },
    },
  ]);
  return vehicleTexts.cameBack(String(row.planNo), drivenKm.toString());
}

/**
 * Stores 附件: tickets and permits can be added while the vehicle is out and after its return. Before the departure
 * the whole plan is editable.
 * @throws Refusal 409 for a cancelled plan
 */
export async function attachTripFiles(
  context: CrudContext,
  tx: Orm,
  call: Call<unknown>,
  body: TripBody & { readonly attachment: string | null },
): Promise<string> {
  const row = await lockPlan(context, tx, call, body);
  if (row.state === 'cancelled') throw conflict(vehicleTexts.attachCancelled, 'locked');
  const { attachment } = body;
  const operationContext = { ...context, resource: context.registry.named('vehiclePlan'), call };
  await assertReferences(operationContext, tx, { attachment }, await getRow(operationContext, row.id, tx));
  await changeTrip(context, tx, call, row, { attachment }, 'edit');
  return vehicleTexts.attached(String(row.planNo));
}

/**
 * Cancels a plan, with the reason in its remark.
 * @throws Refusal 409 for a plan that has begun or ended
 */
export async function cancelTrip(
  context: CrudContext,
  tx: Orm,
  call: Call<unknown>,
  body: TripBody & { readonly reason: string },
): Promise<string> {
  const row = await lockPlan(context, tx, call, body);
  if (row.state !== 'planned') throw conflict(vehicleTexts.notPlanned, 'locked');
  await changeTrip(context, tx, call, row, {
    state: 'cancelled',
    remark: [row.remark, `取消原因：${body.reason}`].filter(Boolean).join('；').slice(0, 300),
  });
  return vehicleTexts.cancelled(String(row.planNo));
}
