import { asc, isNull } from 'drizzle-orm';
import type { AnyRow } from '@contract/entity';
import { equipmentTable, userTable, vehiclePlanTable, vehicleTable } from '@server/db/schema';
import type { DayOf, DemoActors } from './demoActors';

interface VehicleLine {
  readonly plateNo: string;
  readonly vehicleName: string;
  readonly seats: number;
  readonly inspection: number;
  readonly insurance: number;
  readonly firstMileage: string;
  readonly status?: string;
  readonly remark?: string;
}

const vehicleLines: readonly VehicleLine[] = [
  { plateNo: '浙A·8K216', vehicleName: '别克GL8', seats: 7, inspection: 210, insurance: 96, firstMileage: '68120' },
  {
    plateNo: '浙A·5D093',
    vehicleName: '金杯海狮',
    seats: 9,
    inspection: 20,
    insurance: 150,
    firstMileage: '121350.5',
    remark: '配采样设备固定架；年检一个月内到期',
  },
  {
    plateNo: '浙A·2F771',
    vehicleName: '五菱宏光',
    seats: 5,
    inspection: 160,
    insurance: 230,
    firstMileage: '45210',
    status: '2',
    remark: '更换离合器',
  },
];

interface PlanLine {
  readonly car: number;
  readonly from: readonly [day: number, time: string];
  readonly to: readonly [day: number, time: string];
  readonly driver: string;
  readonly people: readonly string[];
  readonly instruments: readonly string[];
  readonly destination: string;
  readonly purpose: string;
  readonly driven?: string;
}

/** A finished trip of last week, and trips of the coming days. Two of them on one day need the same instrument. */
const planLines: readonly PlanLine[] = [
  {
    car: 0,
    from: [-4, '07:50'],
    to: [-4, '17:30'],
    driver: 'field',
    people: ['analyst'],
    instruments: ['CY-001', 'GT-001'],
    destination: '杭州市余杭区',
    purpose: '现场采样',
    driven: '96.5',
  },
  {
    car: 0,
    from: [1, '08:00'],
    to: [1, '17:00'],
    driver: 'field',
    people: ['sales'],
    instruments: [],
    destination: '杭州市萧山区',
    purpose: '现场调查',
  },
  {
    car: 1,
    from: [2, '07:30'],
    to: [2, '18:00'],
    driver: 'field',
    people: ['analyst'],
    instruments: ['CY-001', 'CY-002', 'GT-001', 'QX-002'],
    destination: '宁波市北仑区',
    purpose: '现场采样',
  },
  {
    car: 0,
    from: [3, '08:00'],
    to: [4, '17:00'],
    driver: 'field',
    people: ['analyst'],
    instruments: ['CY-001', 'GT-002'],
    destination: '嘉兴市海盐县',
    purpose: '现场采样（两天）',
  },
  {
    car: 1,
    from: [3, '13:00'],
    to: [3, '17:00'],
    driver: 'keeper',
    people: ['quality'],
    instruments: ['CY-002'],
    destination: '浙江省计量科学研究院',
    purpose: '仪器送检',
  },
  {
    car: 1,
    from: [5, '08:00'],
    to: [5, '16:30'],
    driver: 'field',
    people: ['sales', 'reporter'],
    instruments: [],
    destination: '湖州市德清县',
    purpose: '报告送达与沟通',
  },
  {
    car: 0,
    from: [6, '08:30'],
    to: [6, '12:00'],
    driver: 'sales',
    people: [],
    instruments: [],
    destination: '杭州市临平区',
    purpose: '合同洽谈',
  },
];

export async function playVehicles(actors: DemoActors, dayOf: DayOf): Promise<void> {
  const { orm } = actors.services.database;
  actors.at(`${dayOf(-30)} 09:00:00`);
  const [existingVehicle] = await orm.select({ id: vehicleTable.id }).from(vehicleTable).limit(1);
  for (const { inspection, insurance, ...more } of existingVehicle ? [] : vehicleLines)
    await actors.ask('field', 'POST', 'api/vehicle/add', {
      status: '1',
      ...more,
      inspectionDue: dayOf(inspection),
      insuranceDue: dayOf(insurance),
    });
  const [planned] = await orm.select({ id: vehiclePlanTable.id }).from(vehiclePlanTable).limit(1);
  if (planned) return;
  const cars = await orm
    .select({ id: vehicleTable.id, plateNo: vehicleTable.plateNo, firstMileage: vehicleTable.firstMileage })
    .from(vehicleTable)
    .orderBy(asc(vehicleTable.id));
  const people = new Map(
    (
      await orm
        .select({ id: userTable.id, userName: userTable.userName })
        .from(userTable)
        .where(isNull(userTable.deleteTime))
    ).map(({ id, userName }) => [userName, id]),
  );
  const idByInstrument = new Map(
    (
      await orm
        .select({ id: equipmentTable.id, eqpNo: equipmentTable.eqpNo })
        .from(equipmentTable)
        .where(isNull(equipmentTable.deleteTime))
    ).map(({ id, eqpNo }) => [eqpNo, id]),
  );
  const lookUpIds = (from: ReadonlyMap<string, number>, names: readonly string[]) =>
    names.flatMap((name) => from.get(name) ?? []);
  for (const { car, from, to, driver, people: companions, instruments, destination, purpose, driven } of planLines) {
    const vehicle = cars.find(({ plateNo }) => plateNo === vehicleLines[car]?.plateNo);
    actors.at(`${dayOf(Math.min(from[0] - 2, -1))} 16:20:00`);
    const row = await actors.ask<AnyRow>('field', 'POST', 'api/vehiclePlan/add', {
      vehicle: vehicle?.id,
      startAt: `${dayOf(from[0])} ${from[1]}:00`,
      endAt: `${dayOf(to[0])} ${to[1]}:00`,
      driver: people.get(driver),
      people: lookUpIds(people, companions),
      instruments: lookUpIds(idByInstrument, instruments),
      destination,
      purpose,
    });
    if (driven === undefined) continue;
    const start = vehicle?.firstMileage ?? '0';
    actors.at(`${dayOf(from[0])} ${from[1]}:00`);
    await actors.ask('field', 'PUT', 'api/vehiclePlan/depart', { id: row.id, version: row.version, mileage: start });
    actors.at(`${dayOf(to[0])} ${to[1]}:00`);
    await actors.ask('field', 'PUT', 'api/vehiclePlan/comeBack', {
      id: row.id,
      version: row.version + 1,
      mileage: String(Number(start) + Number(driven)),
    });
  }
}
