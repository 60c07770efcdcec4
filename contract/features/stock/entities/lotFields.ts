import { decimal, dict } from '@contract/field';

/** Fields of every lot: unit, received amount, balance and reorder level. */
export const lotFields = {
  amountUnit: dict('计量单位', {
    dict: 'stockUnit',

    initial: 'bottle',

    hint: '有出入库流水后不能更改',
  }),
  /** Received amount, which is booked as the first movement of the lot when its card is created. */
  receivedAmount: decimal('入库数量', {
    digits: 4,
    min: '0',

    hint: '登记批次时一并入库；此后的数量请办理入库、出库',
  }),
  /** Balance, which the database maintains from the ledger; nobody types it. */
  balance: decimal('结存', { readonly: true }),
  reorderLevel: decimal('最低库存', { digits: 4, min: '0', hint: '同名同规格的有效批次合计低于它时提醒补货' }),
} as const;

/** Hints on how users' own lists contain these fields. */
export const lotLists = {
  amountUnit: { unitOf: 'receivedAmount', columnNames: ['单位', '数量单位', '计量单位'] },
  // Heading in templates of earlier versions, which users still have.
  reorderLevel: { columnNames: ['补货线', '安全库存', '库存下限', '最低储量', '最低存量', '警戒库存', '预警数量'] },
  receivedAmount: {
    // A list of stock may also have the amounts that came and went.
    firstNames: [
      '实盘数量',
      '实盘',
      '实盘数',
      '盘点数量',
      '盘存数量',
      '结存',
      '结存数量',
      '库存',
      '库存数量',
      '库存量',
      '现有数量',
      '现存量',
      '现存',
      '现存数量',
      '结余',
      '结余数量',
      '现有库存',
      '当前库存',
      '剩余',
      '剩余数量',
      '剩余量',
      '实存数量',
      '实际库存',
      '现库存',
    ],
    columnNames: [
      '数量',
      '库存数量',
      '库存',
      '结存',
      '现有数量',
      '库存量',
      '现存量',
      '现有库存',
      '账面数量',
      '账存数量',
      '入库数量',
      '购入数量',
      '剩余数量',
      '结存数量',
    ],
  },
} as const;
