import { asc, inArray, isNull } from 'drizzle-orm';
import type { AnyRow } from '@contract/entity';
import {
  builtInTable,
  consumableTable,
  equipmentTable,
  projectTable,
  reagentTable,
  standardTable,
  stockMovementTable,
  userTable,
  vehiclePlanTable,
  vehicleTable,
} from '@server/db/schema';
import type { DemoActors } from './demoActors';

type DayOf = (ahead: number) => string;

const playedKey = 'demo:store:played';

type ConsumableLine = readonly [
  no: string,
  name: string,
  lotNo: string,
  specification: string,
  supplier: string,
  unit: string,
  amount: string,
  reorder: string | null,
  received: number,
  until: number | null,
  location: string,
  remark?: string,
];

/** Consumables. One lot has expired, one expires soon, one is nearly used up. */
const consumables: readonly ConsumableLine[] = [
  [
    'HC-2601',
    '活性炭管（溶剂解吸型）',
    'HXT-250916',
    '100mg/50mg，100支/盒',
    '北京市劳动保护科学研究所',
    'ampoule',
    '400',
    '150',
    -58,
    480,
    '采样耗材柜1',
  ],
  [
    'HC-2602',
    '硅胶管（溶剂解吸型）',
    'GJ-250820',
    '200mg/100mg，50支/盒',
    '北京市劳动保护科学研究所',
    'ampoule',
    '150',
    '50',
    -58,
    22,
    '采样耗材柜1',
    '一个月内到期，优先使用',
  ],
  [
    'HC-2603',
    '微孔滤膜',
    'LM-2508',
    '直径40mm，0.8μm',
    '上海兴亚净化材料厂',
    'sheet',
    '600',
    '200',
    -58,
    700,
    '采样耗材柜2',
  ],
  [
    'HC-2604',
    '过氯乙烯滤膜（测尘）',
    'CL-2507',
    '直径40mm',
    '常熟市环保仪器有限公司',
    'sheet',
    '300',
    '100',
    -58,
    null,
    '采样耗材柜2',
  ],
  [
    'HC-2605',
    '多孔玻板吸收管',
    'BX-2411',
    '10mL',
    '盐城市天虹玻璃仪器',
    'ampoule',
    '40',
    '30',
    -58,
    null,
    '采样耗材柜3',
  ],
  [
    'HC-2606',
    '一氧化碳检气管',
    'JQ-2402',
    '5～100mg/m³，10支/盒',
    '北京市劳动保护科学研究所',
    'box',
    '6',
    '2',
    -58,
    -11,
    '采样耗材柜3',
    '已过有效期，待处置',
  ],
  ['HC-2607', '丁腈手套', 'ST-2510', 'M号，100只/盒', '蓝帆医疗', 'box', '20', '10', -58, 900, '耗材柜4'],
];

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

const vehicles: readonly VehicleLine[] = [
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
const plans: readonly PlanLine[] = [
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

async function playStock(actors: DemoActors, dayOf: DayOf): Promise<void> {
  const { orm } = actors.services.database;
  const [existingMovement] = await orm.select({ id: stockMovementTable.id }).from(stockMovementTable).limit(1);
  if (existingMovement) return;
  actors.at(`${dayOf(-58)} 09:10:00`);
  const [existingConsumable] = await orm.select({ id: consumableTable.id }).from(consumableTable).limit(1);
  for (const [
    consumableNo,
    consumableName,
    lotNo,
    specification,
    supplier,
    amountUnit,
    receivedAmount,
    reorderLevel,
    received,
    until,
    location,
    remark,
  ] of existingConsumable ? [] : consumables) {
    await actors.ask('keeper', 'POST', 'api/consumable/add', {
      consumableNo,
      consumableName,
      lotNo,
      specification,
      supplier,
      amountUnit,
      receivedAmount,
      reorderLevel,
      receivedOn: dayOf(received),
      validUntil: until === null ? null : dayOf(until),
      location,
      storage: '室温干燥',
      remark,
      status: '1',
    });
  }
  actors.at(`${dayOf(-58)} 10:25:00`);
  const standards = await orm
    .select({ id: standardTable.id, no: standardTable.standardNo, unit: standardTable.amountUnit })
    .from(standardTable)
    .where(isNull(standardTable.deleteTime))
    .orderBy(asc(standardTable.id));
  const reagents = await orm
    .select({ id: reagentTable.id, no: reagentTable.reagentNo, unit: reagentTable.amountUnit })
    .from(reagentTable)
    .where(isNull(reagentTable.deleteTime))
    .orderBy(asc(reagentTable.id));
  const id = (rows: readonly { id: number; no: string }[], no: string) => rows.find((row) => row.no === no)?.id;
  const book = (
    userName: string,
    kind: string,
    movement: string,
    lines: readonly { lot: number | undefined; amount: string }[],
    extraFields: object = {},
  ) =>
    actors.ask<AnyRow>(userName, 'POST', `api/${kind}/move`, {
      movement,
      lines: lines.filter(({ lot }) => lot !== undefined),
      ...extraFields,
    });
  const openingReason = '启用库存台账，按实盘数量建账';
  await book(
    'keeper',
    'standard',
    'in',
    standards.map(({ id: lot, unit }) => ({ lot, amount: unit === 'ampoule' ? '10' : '3' })),
    { reason: openingReason },
  );
  await book(
    'keeper',
    'reagent',
    'in',
    reagents.map(({ id: lot, unit }) => ({ lot, amount: unit === 'mL' ? '500' : '6' })),
    { reason: openingReason },
  );
  const staff = await orm
    .select({ id: userTable.id, userName: userTable.userName })
    .from(userTable)
    .where(inArray(userTable.userName, ['analyst', 'field']));
  const receiver = (userName: string) => ({ receiver: staff.find((person) => person.userName === userName)?.id });
  const [project] = await orm
    .select({ id: projectTable.id })
    .from(projectTable)
    .where(isNull(projectTable.deleteTime))
    .orderBy(asc(projectTable.id))
    .limit(1);
  const tubes = await orm
    .select({ id: consumableTable.id, no: consumableTable.consumableNo })
    .from(consumableTable)
    .where(isNull(consumableTable.deleteTime));
  actors.at(`${dayOf(-40)} 08:40:00`);
  await book(
    'keeper',
    'consumable',
    'out',
    [
      { lot: id(tubes, 'HC-2601'), amount: '120' },
      { lot: id(tubes, 'HC-2603'), amount: '80' },
    ],
    { ...receiver('field'), project: project?.id },
  );
  await book(
    'keeper',
    'standard',
    'out',
    [
      { lot: id(standards, 'BW-2601'), amount: '4' },
      { lot: id(standards, 'BW-2602'), amount: '5' },
    ],
    receiver('analyst'),
  );
  actors.at(`${dayOf(-30)} 14:05:00`);
  await book(
    'keeper',
    'reagent',
    'out',
    [
      { lot: id(reagents, 'SJ-2601'), amount: '3' },
      { lot: id(reagents, 'SJ-2602'), amount: '2' },
      { lot: id(reagents, 'SJ-2604'), amount: '2' },
    ],
    receiver('analyst'),
  );
  actors.at(`${dayOf(-12)} 09:30:00`);
  await book(
    'keeper',
    'consumable',
    'out',
    [
      { lot: id(tubes, 'HC-2601'), amount: '150' },
      { lot: id(tubes, 'HC-2605'), amount: '16' },
      { lot: id(tubes, 'HC-2607'), amount: '8' },
    ],
    receiver('field'),
  );
  await book('keeper', 'consumable', 'scrap', [{ lot: id(tubes, 'HC-2605'), amount: '3' }], { reason: '运输中破损' });
  actors.at(`${dayOf(-2)} 10:15:00`);
  const toluene = id(standards, 'BW-2602');
  if (toluene) {
    await actors.ask('analyst', 'POST', 'api/standard/prepare', {
      draft: {
        standardName: '甲苯标准使用液',
        amountUnit: 'mL',
        specification: '100μg/mL',
        validUntil: dayOf(12),
        storage: '4℃避光',
        location: '标准物质冰箱A-2',
      },
      amount: '10',
      from: [{ kind: 'standard', lot: toluene, amount: '1' }],
      reason: '取1支（1.2mL）中1.00mL，用低苯二硫化碳定容至10mL',
    });
  }
}

async function playVehicles(actors: DemoActors, dayOf: DayOf): Promise<void> {
  const { orm } = actors.services.database;
  actors.at(`${dayOf(-30)} 09:00:00`);
  const [existingVehicle] = await orm.select({ id: vehicleTable.id }).from(vehicleTable).limit(1);
  for (const { inspection, insurance, ...more } of existingVehicle ? [] : vehicles)
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
  const tools = new Map(
    (
      await orm
        .select({ id: equipmentTable.id, eqpNo: equipmentTable.eqpNo })
        .from(equipmentTable)
        .where(isNull(equipmentTable.deleteTime))
    ).map(({ id, eqpNo }) => [eqpNo, id]),
  );
  const lookUpIds = (from: ReadonlyMap<string, number>, names: readonly string[]) =>
    names.flatMap((name) => from.get(name) ?? []);
  for (const { car, from, to, driver, people: companions, instruments, destination, purpose, driven } of plans) {
    const vehicle = cars.find(({ plateNo }) => plateNo === vehicles[car]?.plateNo);
    actors.at(`${dayOf(Math.min(from[0] - 2, -1))} 16:20:00`);
    const row = await actors.ask<AnyRow>('field', 'POST', 'api/vehiclePlan/add', {
      vehicle: vehicle?.id,
      startAt: `${dayOf(from[0])} ${from[1]}:00`,
      endAt: `${dayOf(to[0])} ${to[1]}:00`,
      driver: people.get(driver),
      people: lookUpIds(people, companions),
      instruments: lookUpIds(tools, instruments),
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

/**
 * Plays the stock ledger and the vehicle plans by the product's own calls. After an interruption existing entries
 * stay.
 */
export async function playStore(actors: DemoActors, dayOf: DayOf): Promise<void> {
  const { orm } = actors.services.database;
  await playStock(actors, dayOf);
  await playVehicles(actors, dayOf);
  await orm.insert(builtInTable).values({ key: playedKey, rowId: 0 }).onConflictDoNothing();
}

/** Checks whether the stock has to be played: once, in a database with the demonstration. */
export const isStoreDue = (notedIds: ReadonlyMap<string, number>): boolean =>
  notedIds.size > 0 && !notedIds.has(playedKey);
