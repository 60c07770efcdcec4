import { decimal, dict } from '@contract/field';

/** Fields of every lot: unit, received amount, balance and reorder level. */
export const lotFields = {
  amountUnit: dict('计量单位', {
    dict: 'stockUnit',

    initial: 'bottle',

    hint: '有出入库流水后不能更改',
  }),
  /** Booked as the lot's first movement when its card is created. */
  receivedAmount: decimal('入库数量', {
    digits: 4,
    min: '0',

    hint: '登记批次时一并入库；此后的数量请办理入库、出库',
  }),
  /** Maintained by the database from the ledger; never typed. */
  balance: decimal('结存', { readonly: true }),
  reorderLevel: decimal('最低库存', { digits: 4, min: '0', hint: '同名同规格的有效批次合计低于它时提醒补货' }),
} as const;

/** How people's own lists hold them. */
export const lotLists = {
  amountUnit: { unitOf: 'receivedAmount', called: ['单位', '数量单位', '计量单位'] },
  // The heading of templates that were downloaded before.
  reorderLevel: { called: ['补货线', '安全库存'] },
  receivedAmount: {
    called: [
      '数量',
      '库存数量',
      '库存',
      '结存',
      '现有数量',
      '库存量',
      '现存量',
      '现有库存',
      '入库数量',
      '购入数量',
      '剩余数量',
      '结存数量',
    ],
  },
} as const;
