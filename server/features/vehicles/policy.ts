import { and, eq, gt, inArray, isNull, lt, ne } from 'drizzle-orm';
import { vehicleStatusLabel } from '@contract/features/vehicles/tripConflicts';
import { vehiclePlanNumber, vehicleTexts } from '@contract/features/vehicles/vehicleTexts';
import { formatDay, formatMoment, parseMoment } from '@server/base/zone';
import type { Policy, SaveContext } from '@server/crud/policy';
import { nextCount } from '@server/crud/runningNumbers';
import { personName } from '@server/db/distinctNames';
import type { Orm } from '@server/db/orm';
import { userTable, vehiclePlanTable, vehicleTable } from '@server/db/schema';
import { invalid, Refusal } from '@server/http/errors';

export type StoredVehicle = typeof vehicleTable.$inferSelect;

/** States of plans that occupy their vehicle. */
const occupyingStates = ['planned', 'out'] as const;

/**
 * Locks the vehicle for a plan. Of two people who plan it at once, one waits and then finds the other's plan.
 * @throws Refusal 400 for a vehicle that is missing or deleted
 */
export async function lockVehicle(tx: Orm, id: number): Promise<StoredVehicle> {
  const [vehicleRow] = await tx
    .select()
    .from(vehicleTable)
    .where(and(eq(vehicleTable.id, id), isNull(vehicleTable.deleteTime)))
    .for('no key update');
  if (!vehicleRow) throw invalid([{ field: 'vehicle', message: '所选车辆不存在或已被删除' }]);
  return vehicleRow;
}

const maxTripMs = 31 * 86_400_000;

async function assertFree(
  tx: Orm,
  vehicle: StoredVehicle,
  startAt: Date,
  endAt: Date,
  ownPlanId: number | null,
  zone: string,
): Promise<void> {
  const plan = vehiclePlanTable;
  const [overlappingPlan] = await tx
    .select({
      planNo: plan.planNo,
      startAt: plan.startAt,
      endAt: plan.endAt,
      destination: plan.destination,
      driver: personName(),
    })
    .from(plan)
    .innerJoin(userTable, eq(userTable.id, plan.driver))
    .where(
      and(
        eq(plan.vehicle, vehicle.id),
        isNull(plan.deleteTime),
        inArray(plan.state, [...occupyingStates]),
        lt(plan.startAt, endAt),
        gt(plan.endAt, startAt),
        ownPlanId === null ? undefined : ne(plan.id, ownPlanId),
      ),
    )
    .orderBy(plan.startAt)
    .limit(1);
  if (!overlappingPlan) return;
  const minute = (moment: Date): string => formatMoment(moment, zone).slice(0, 16);
  const message = vehicleTexts.doubleBooked(
    vehicle.plateNo,
    minute(overlappingPlan.startAt),
    minute(overlappingPlan.endAt),
    String(overlappingPlan.planNo),
    overlappingPlan.destination,
    overlappingPlan.driver,
  );
  throw new Refusal(409, 'doubleBooked', message, { errors: [{ field: 'vehicle', message }] });
}

async function beforeSave(
  draft: Record<string, unknown>,
  { services, tx, call, before }: SaveContext,
): Promise<Record<string, unknown>> {
  const { zone } = services.env;
  const [startAt, endAt] = [parseMoment(String(draft.startAt), zone), parseMoment(String(draft.endAt), zone)];
  if (startAt >= endAt) throw invalid([{ field: 'endAt', message: vehicleTexts.endBeforeStart }]);
  if (endAt.getTime() - startAt.getTime() > maxTripMs)
    throw invalid([{ field: 'endAt', message: vehicleTexts.tooLong }]);
  const personIds = (draft.people as number[] | undefined) ?? [];
  if (personIds.includes(Number(draft.driver))) throw invalid([{ field: 'people', message: vehicleTexts.driverTwice }]);
  const vehicle = await lockVehicle(tx, Number(draft.vehicle));
  if (vehicle.status !== '1')
    throw invalid([
      { field: 'vehicle', message: vehicleTexts.notAvailable(vehicle.plateNo, vehicleStatusLabel(vehicle.status)) },
    ]);
  if (personIds.length + 1 > vehicle.seats)
    throw invalid([
      { field: 'people', message: vehicleTexts.tooMany(vehicle.plateNo, vehicle.seats, personIds.length + 1) },
    ]);
  await assertFree(tx, vehicle, startAt, endAt, before?.id ?? null, zone);
  if (before) return {};
  const year = formatDay(services.now(), zone).slice(0, 4);
  const owner = vehicle.organizationId ?? call.viewer.homeOrganizationId ?? 0;
  return { planNo: vehiclePlanNumber(year, await nextCount(tx, owner, `vehiclePlan:${year}`)) };
}

export const vehiclePolicy: Policy = { ignoresDataScope: true };

/** Save rules of plans: changed until the vehicle leaves; cancelled with a reason rather than deleted. */
export const vehiclePlanPolicy: Policy = {
  ignoresDataScope: true,
  disabledOperations: ['copy', 'del', 'restore', 'status', 'import'],
  beforeSave,
};
