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
      '在库数量',
      '余量',
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
  receivedOn: {
    columnNames: [
      '购入日期',
      '购买日期',
      '到货日期',
      '验收日期',
      '购置日期',
      '进货日期',
      '采购日期',
      '入库时间',
      '购入时间',
      '购买时间',
      '购进日期',
      '购置时间',
      '到货时间',
      '验收时间',
      '采购时间',
      '入库日',
      '日期',
      '购买日',
      '购置日',
      '购进时间',
    ],
  },
  validUntil: {
    periodStarts: ['生产日期', '出厂日期', '制造日期', '生产时间'],
    endsPeriod: true,
    after: 'receivedOn',
    columnNames: [
      '有效期',
      '有效期至',
      '失效日期',
      '有效日期',
      '到期日期',
      '有效期限',
      '保质期',
      '保质期至',
      '有效截止日期',
      '失效期',
    ],
  },
  location: {
    columnNames: [
      '存放地点',
      '位置',
      '存放处',
      '存放柜',
      '柜号',
      '存放场所',
      '存储位置',
      '储存位置',
      '贮存地点',
      '存放区域',
      '库位',
      '货位',
      '存放柜号',
      '存放房间',
      '放置位置',
    ],
  },
  openedOn: { columnNames: ['启封日期', '开启日期'] },
} as const;
