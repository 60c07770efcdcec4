import { defineEntity } from '@contract/entity';
import { date, dict, file, integer, longText, text } from '@contract/field';
import { lotFields, lotLists } from './lotFields';

/** 试剂: a lot of a reagent. */
export const reagent = defineEntity({
  name: 'reagent',
  path: 'api/reagent',
  label: '试剂',
  titleField: 'reagentNo',
  scope: 'organization',
  keyword: ['reagentNo', 'reagentName', 'lotNo'],
  searchedField: 'reagentName',
  suggestions: { location: { titlesOf: 'place' } },
  fields: {
    reagentNo: text('编号', { required: true, unique: true, max: 50 }),
    reagentName: text('名称', { required: true, max: 100 }),
    lotNo: text('批号', { required: true, max: 60 }),
    grade: text('纯度等级', { max: 40 }),
    specification: text('规格', { max: 60 }),
    certificate: file('合格证', { accept: 'document', hint: '合格证、验收单或安全技术说明书' }),
    supplier: text('生产或供应单位', {
      max: 100,
    }),
    ...lotFields,
    receivedOn: date('入库日期'),
    openedOn: date('开封日期'),
    /**
     * Shelf life after opening, where the label states no day. `validUntil` is calculated when the opening day is
     * entered.
     */
    openedMonths: integer('开封后有效期', {
      min: 1,
      max: 120,
      unit: '月',

      hint: '标签写“开封后1年”等时填写；填写开封日期后自动得出有效期至',
    }),
    validUntil: date('有效期至（含当日）', {
      hint: '过期的试剂不能用于检测记录；只有开封后有效期的，开封后得出',
    }),
    storage: text('保存条件', { max: 60 }),
    location: text('存放位置', { max: 60 }),
    status: dict('状态', { dict: 'stockState', required: true, initial: '1' }),
    remark: longText('备注', { max: 500 }),
  },
  lists: {
    ...lotLists,
    reagentNo: { columnNames: ['试剂编号', '内部编号', '管理编号', '代号', '代码', '自编号'] },
    reagentName: { columnNames: ['试剂名称', '品名', '化学试剂名称', '药品名称', '化学品名称'] },
    lotNo: { columnNames: ['生产批号', '批次', '批次号'] },
    grade: { columnNames: ['级别', '纯度', '等级', '试剂级别', '规格等级', '纯度级别'] },
    specification: { columnNames: ['包装规格', '规格型号', '包装'] },
    supplier: {
      columnNames: [
        '生产厂家',
        '生产厂商',
        '厂家',
        '厂商',
        '供应商',
        '供货商',
        '供货单位',
        '生产单位',
        '研制单位',
        '研制机构',
        '定值单位',
        '品牌',
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
      ],
    },
    openedOn: { columnNames: ['启封日期', '开启日期'] },
    openedMonths: { monthsOf: 'validUntil', columnNames: ['开封有效期', '启封后有效期', '开启后有效期'] },
    validUntil: {
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
    storage: { columnNames: ['储存条件', '贮存条件', '存放条件', '存储条件', '保存要求', '储存要求'] },
    location: {
      columnNames: ['存放地点', '位置', '存放处', '存放柜', '柜号', '存放场所', '存储位置', '储存位置', '贮存地点'],
    },
    remark: { columnNames: ['说明'] },
  },
  sheet: [
    'reagentNo',
    'reagentName',
    'lotNo',
    'grade',
    'specification',
    'supplier',
    'amountUnit',
    'receivedAmount',
    'reorderLevel',
    'receivedOn',
    'openedOn',
    'validUntil',
    'storage',
    'location',
    'status',
    'remark',
    'openedMonths',
  ],
  checks: [{ field: 'receivedOn', notAbove: 'validUntil', message: '入库日期不能晚于有效期' }],
});
