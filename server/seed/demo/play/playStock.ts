import { asc, inArray, isNull } from 'drizzle-orm';
import type { AnyRow } from '@contract/entity';
import {
  consumableTable,
  projectTable,
  reagentTable,
  standardTable,
  stockMovementTable,
  userTable,
} from '@server/db/schema';
import type { DayOf, DemoActors } from './demoActors';

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
const consumableLines: readonly ConsumableLine[] = [
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

/** Adds the lots of consumables unless one exists. */
async function addConsumables(actors: DemoActors, dayOf: DayOf): Promise<void> {
  const { orm } = actors.services.database;
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
  ] of existingConsumable ? [] : consumableLines) {
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
}

/** A lot of the stock, with its number and unit. */
interface StockLot {
  readonly id: number;
  readonly no: string;
  readonly unit: string | null;
}

/** Books a movement of some lots as the keeper; lots that do not exist are left out. */
const bookMovement = (
  actors: DemoActors,
  kind: 'standard' | 'reagent' | 'consumable',
  movement: 'in' | 'out' | 'scrap',
  lines: readonly { readonly lot: number | undefined; readonly amount: string }[],
  extraFields: object,
) =>
  actors.ask<AnyRow>('keeper', 'POST', `api/${kind}/move`, {
    movement,
    lines: lines.filter(({ lot }) => lot !== undefined),
    ...extraFields,
  });

const lotId = (lots: readonly { readonly id: number; readonly no: string }[], no: string) =>
  lots.find((lot) => lot.no === no)?.id;

/** Books the counted stock of all standards and reagents. */
async function bookOpeningStock(
  actors: DemoActors,
  standards: readonly StockLot[],
  reagents: readonly StockLot[],
): Promise<void> {
  const reason = '启用库存台账，按实盘数量建账';
  await bookMovement(
    actors,
    'standard',
    'in',
    standards.map(({ id: lotId, unit }) => ({ lot: lotId, amount: unit === 'ampoule' ? '10' : '3' })),
    { reason },
  );
  await bookMovement(
    actors,
    'reagent',
    'in',
    reagents.map(({ id: lotId, unit }) => ({ lot: lotId, amount: unit === 'mL' ? '500' : '6' })),
    { reason },
  );
}

/** Issues lots to the analyst and the sampler on three days, and scraps damaged tubes. */
async function issueLots(
  actors: DemoActors,
  dayOf: DayOf,
  standards: readonly StockLot[],
  reagents: readonly StockLot[],
): Promise<void> {
  const { orm } = actors.services.database;
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
  const lines = (lots: readonly { id: number; no: string }[], amounts: Readonly<Record<string, string>>) =>
    Object.entries(amounts).map(([no, amount]) => ({ lot: lotId(lots, no), amount }));
  actors.at(`${dayOf(-40)} 08:40:00`);
  await bookMovement(actors, 'consumable', 'out', lines(tubes, { 'HC-2601': '120', 'HC-2603': '80' }), {
    ...receiver('field'),
    project: project?.id,
  });
  await bookMovement(
    actors,
    'standard',
    'out',
    lines(standards, { 'BW-2601': '4', 'BW-2602': '5' }),
    receiver('analyst'),
  );
  actors.at(`${dayOf(-30)} 14:05:00`);
  const issuedReagents = lines(reagents, { 'SJ-2601': '3', 'SJ-2602': '2', 'SJ-2604': '2' });
  await bookMovement(actors, 'reagent', 'out', issuedReagents, receiver('analyst'));
  actors.at(`${dayOf(-12)} 09:30:00`);
  const issuedTubes = lines(tubes, { 'HC-2601': '150', 'HC-2605': '16', 'HC-2607': '8' });
  await bookMovement(actors, 'consumable', 'out', issuedTubes, receiver('field'));
  await bookMovement(actors, 'consumable', 'scrap', lines(tubes, { 'HC-2605': '3' }), { reason: '运输中破损' });
}

/** Prepares a working solution from one ampoule of the toluene standard. */
async function prepareToluene(actors: DemoActors, dayOf: DayOf, lotId: number): Promise<void> {
  actors.at(`${dayOf(-2)} 10:15:00`);
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
    from: [{ kind: 'standard', lot: lotId, amount: '1' }],
    reason: '取1支（1.2mL）中1.00mL，用低苯二硫化碳定容至10mL',
  });
}

/** Plays the stock of the demonstration: consumables, opening stock, issues and a prepared solution; at most once. */
export async function playStock(actors: DemoActors, dayOf: DayOf): Promise<void> {
  const { orm } = actors.services.database;
  const [existingMovement] = await orm.select({ id: stockMovementTable.id }).from(stockMovementTable).limit(1);
  if (existingMovement) return;
  actors.at(`${dayOf(-58)} 09:10:00`);
  await addConsumables(actors, dayOf);
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
  await bookOpeningStock(actors, standards, reagents);
  await issueLots(actors, dayOf, standards, reagents);
  const toluene = lotId(standards, 'BW-2602');
  if (toluene) await prepareToluene(actors, dayOf, toluene);
}
