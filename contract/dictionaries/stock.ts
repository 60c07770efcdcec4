import { entries } from '@contract/dictEntry';

/** Dictionaries of the stock ledger and of vehicles. */
export const stockDictionaries = {
  stockKind: entries([
    { value: 'standard', label: '标准物质' },
    { value: 'reagent', label: '试剂' },
    { value: 'consumable', label: '耗材' },
  ]),
  stockMovementKind: entries([
    { value: 'in', label: '入库', tone: 'good' },
    { value: 'out', label: '出库', tone: 'active' },
    { value: 'return', label: '退库', tone: 'good' },
    { value: 'scrap', label: '报废', tone: 'bad' },
    { value: 'prepareOut', label: '配制领用', tone: 'active' },
    { value: 'prepareIn', label: '配制入库', tone: 'good' },
    { value: 'surplus', label: '盘盈', tone: 'waiting' },
    { value: 'loss', label: '盘亏', tone: 'waiting' },
  ]),
  stockUnit: entries([
    { value: 'mL', label: 'mL' },
    { value: 'L', label: 'L' },
    { value: 'g', label: 'g' },
    { value: 'kg', label: 'kg' },
    { value: 'bottle', label: '瓶', also: ['桶', '罐', '壶'] },
    { value: 'ampoule', label: '支', also: ['管', '安瓿'] },
    { value: 'box', label: '盒', also: ['箱'] },
    { value: 'bag', label: '包', also: ['袋'] },
    { value: 'piece', label: '个', also: ['只', '件', '根', '台', '把'] },
    { value: 'sheet', label: '片', also: ['张'] },
    { value: 'pair', label: '副', also: ['双'] },
  ]),
  vehicleStatus: entries([
    {
      value: '1',
      label: '可用',
      tone: 'good',
      also: ['正常', '良好', '在用', '完好', '好', '良', '使用中', '正常使用'],
    },
    {
      value: '2',
      label: '维修',
      tone: 'waiting',
      also: ['维修中', '保养', '送修', '待修', '在修', '修理中', '修理', '故障'],
    },
    { value: '0', label: '停用', tone: 'quiet', also: ['报废', '已报废', '封存', '闲置', '停驶', '已售'] },
  ]),
  vehiclePlanState: entries([
    { value: 'planned', label: '已计划', tone: 'active' },
    { value: 'out', label: '已出车', tone: 'waiting' },
    { value: 'done', label: '已收车', tone: 'good' },
    { value: 'cancelled', label: '已取消', tone: 'quiet' },
  ]),
} as const;

export type StockUnit = (typeof stockDictionaries.stockUnit)[number]['value'];

/**
 * Number of decimals of an amount by its unit: countable units have none, measured units have the decimals of the
 * measurement.
 */
export const stockUnitDigits: Readonly<Record<StockUnit, number>> = {
  mL: 2,
  L: 3,
  g: 4,
  kg: 3,
  bottle: 0,
  ampoule: 0,
  box: 0,
  bag: 0,
  piece: 0,
  sheet: 0,
  pair: 0,
};
