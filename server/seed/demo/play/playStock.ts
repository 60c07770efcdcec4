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
import type { DemoActors } from './demoActors';

type DayOf = (ahead: number) => string;

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

export async function playStock(actors: DemoActors, dayOf: DayOf): Promise<void> {
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
