import { and, asc, eq, gt, gte, inArray, isNull, lt, lte, or } from 'drizzle-orm';
import type { AnyRow } from '@contract/entity';
import type { Engagement, Trip, TripFacts } from '@contract/features/vehicles/tripConflicts';
import { formatMoment, parseMoment } from '@server/base/zone';
import type { CrudContext } from '@server/crud/crudContext';
import { findVisibleRows } from '@server/crud/operations';
import type { Registry } from '@server/crud/resource';
import { undeletedRows, scopeOf } from '@server/crud/rowScope';
import { personName } from '@server/db/distinctNames';
import type { Orm } from '@server/db/orm';
import {
  equipmentTable,
  equipmentUseTable,
  projectTable,
  samplingDayCollectorsTable,
  samplingDayTable,
  userTable,
  vehiclePlanTable,
  vehicleTable,
} from '@server/db/schema';
import type { Call } from '@server/http/route';

/** Plans of a range of days, as API rows and as input of the rules. */
interface TripBoard extends TripFacts {
  readonly rows: readonly AnyRow[];
}

const idsIn = (value: unknown): number[] =>
  Array.isArray(value) ? value.filter((item): item is number => typeof item === 'number') : [];

/** Converts a stored plan to a trip. */
const tripOf = (row: AnyRow): Trip => ({
  id: row.id,
  planNo: String(row.planNo),
  vehicle: Number(row.vehicle),
  startAt: String(row.startAt),
  endAt: String(row.endAt),
  state: String(row.state),
  project: (row.project as number | null) ?? null,
  people: [Number(row.driver), ...idsIn(row.people)],
  instruments: idsIn(row.instruments),
});

/** Returns the sampling days in a period that the viewer may see. */
async function samplingDaysIn(orm: Orm, registry: Registry, call: Call<unknown>, toDay: string, fromDay: string) {
  return orm
    .select({
      id: samplingDayCollectorsTable.targetId,
      day: samplingDayTable.sampledOn,
      project: samplingDayTable.project,
      projectCode: projectTable.code,
    })
    .from(samplingDayTable)
    .innerJoin(samplingDayCollectorsTable, eq(samplingDayCollectorsTable.ownerId, samplingDayTable.id))
    .innerJoin(projectTable, eq(projectTable.id, samplingDayTable.project))
    .where(
      and(
        undeletedRows(registry.named('samplingDay')),
        scopeOf(registry.named('samplingDay'), call.viewer),
        lte(samplingDayTable.sampledOn, toDay),
        gte(samplingDayTable.sampledOn, fromDay),
      ),
    );
}

/** Returns the people with a sampling day, and the instruments that are out, in a period. */
async function engagementsOf(
  { services, registry }: CrudContext,
  call: Call<unknown>,
  fromDay: string,
  toDay: string,
  from: Date,
  to: Date,
): Promise<Engagement[]> {
  const { orm } = services.database;
  const { zone } = services.env;
  const text = (moment: Date): string => formatMoment(moment, zone);
  const days = await samplingDaysIn(orm, registry, call, toDay, fromDay);
  const equipmentUses = await orm
    .select({
      id: equipmentUseTable.equipment,
      outAt: equipmentUseTable.outAt,
      inAt: equipmentUseTable.inAt,
      project: equipmentUseTable.project,
      projectCode: projectTable.code,
    })
    .from(equipmentUseTable)
    .leftJoin(projectTable, eq(projectTable.id, equipmentUseTable.project))
    .where(
      and(
        undeletedRows(registry.named('equipmentUse')),
        scopeOf(registry.named('equipmentUse'), call.viewer),
        lt(equipmentUseTable.outAt, to),
        or(isNull(equipmentUseTable.inAt), gt(equipmentUseTable.inAt, from)),
      ),
    );
  return [
    ...days.map(({ id, day, project, projectCode }): Engagement => ({
      kind: 'person',
      id,
      from: `${day} 00:00:00`,
      to: `${day} 23:59:59`,
      project,
      projectCode,
    })),
    ...equipmentUses.map(({ id, outAt, inAt, project, projectCode }): Engagement => ({
      kind: 'instrument',
      id,
      from: outAt ? text(outAt) : '',
      to: inAt ? text(inAt) : null,
      project,
      projectCode,
    })),
  ];
}

async function toolsOf(orm: Orm, instrumentIds: number[]) {
  return instrumentIds.length
    ? await orm
        .select({
          id: equipmentTable.id,
          eqpNo: equipmentTable.eqpNo,
          eqpName: equipmentTable.eqpName,
          calibrationDue: equipmentTable.calibrationDue,
        })
        .from(equipmentTable)
        .where(inArray(equipmentTable.id, instrumentIds))
    : [];
}

/** Loads the vehicles that the viewer sees, by their plates. */
async function visibleVehicles({ services, registry }: CrudContext, call: Call<unknown>) {
  const { orm } = services.database;
  const vehicles = registry.named('vehicle');
  return orm
    .select({
      id: vehicleTable.id,
      plateNo: vehicleTable.plateNo,
      seats: vehicleTable.seats,
      status: vehicleTable.status,
      inspectionDue: vehicleTable.inspectionDue,
      insuranceDue: vehicleTable.insuranceDue,
    })
    .from(vehicleTable)
    .where(and(undeletedRows(vehicles), scopeOf(vehicles, call.viewer)))
    .orderBy(asc(vehicleTable.plateNo));
}

/** Loads the plans that overlap a period. */
async function plansBetween({ services, registry }: CrudContext, call: Call<unknown>, from: Date, to: Date) {
  const { orm } = services.database;
  const plans = registry.named('vehiclePlan');
  const ids = await orm
    .select({ id: vehiclePlanTable.id })
    .from(vehiclePlanTable)
    .where(
      and(
        undeletedRows(plans),
        scopeOf(plans, call.viewer),
        lt(vehiclePlanTable.startAt, to),
        gt(vehiclePlanTable.endAt, from),
      ),
    )
    .limit(2000);
  return findVisibleRows(
    { services, registry, resource: plans, call },
    orm,
    ids.map(({ id }) => id),
    false,
  );
}

/**
 * Returns plans between two days (`YYYY-MM-DD`, the last one included), with everything that may prevent moving a
 * plan.
 */
export async function boardOf(
  context: CrudContext,
  call: Call<unknown>,
  fromDay: string,
  toDay: string,
): Promise<TripBoard> {
  const { services } = context;
  const { orm } = services.database;
  const { zone } = services.env;
  const [from, to] = [parseMoment(`${fromDay} 00:00:00`, zone), parseMoment(`${toDay} 23:59:59`, zone)];
  const vehicles = await visibleVehicles(context, call);
  const rows = await plansBetween(context, call, from, to);
  const trips = rows.map(tripOf);
  const engagements = await engagementsOf(context, call, fromDay, toDay, from, to);
  const engagedIds = (kind: Engagement['kind']) =>
    engagements.filter((engagement) => engagement.kind === kind).map(({ id }) => id);
  const personIds = [...new Set([...trips.flatMap((trip) => trip.people), ...engagedIds('person')])];
  const names = personIds.length
    ? await orm
        .select({ id: userTable.id, nickName: personName() })
        .from(userTable)
        .where(inArray(userTable.id, personIds))
    : [];
  const instrumentIds = [...new Set([...trips.flatMap((trip) => trip.instruments), ...engagedIds('instrument')])];
  const instrumentRows = await toolsOf(orm, instrumentIds);
  return {
    vehicles,
    rows,
    trips,
    engagements,
    people: Object.fromEntries(names.map(({ id, nickName }) => [String(id), nickName])),
    instruments: instrumentRows.map(({ id, eqpNo, eqpName, calibrationDue }) => ({
      id,
      name: `${eqpNo} ${eqpName}`,
      calibrationDue,
    })),
  };
}
