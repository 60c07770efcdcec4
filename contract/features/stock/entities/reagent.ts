import { defineEntity } from '@contract/entity';
import { date, dict, file, integer, longText, text } from '@contract/field';
import { lotFields, lotLists } from './lotFields';

/** 试剂, by lot. */
export const reagent = defineEntity({
  name: 'reagent',
  path: 'api/reagent',
  label: '试剂',
  titleField: 'reagentNo',
  scope: 'organization',
  keyword: ['reagentNo', 'reagentName', 'lotNo'],
  spoken: 'reagentName',
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
    /** Shelf life after opening, where the label gives no day; `validUntil` follows when the opening day is entered. */
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
    reagentNo: { called: ['试剂编号', '内部编号', '管理编号'] },
    reagentName: { called: ['试剂名称', '品名', '化学试剂名称'] },
    lotNo: { called: ['生产批号', '批次', '批次号'] },
    grade: { called: ['级别', '纯度', '等级', '试剂级别'] },
    specification: { called: ['包装规格', '规格型号', '包装'] },
    supplier: { called: ['生产厂家', '厂家', '供应商', '生产单位', '研制单位', '品牌'] },
    receivedOn: { called: ['购入日期', '购买日期', '到货日期', '验收日期', '购置日期'] },
    openedOn: { called: ['启封日期', '开启日期'] },
    openedMonths: { monthsOf: 'validUntil' },
    validUntil: { end: true, called: ['有效期', '有效期至', '失效日期', '有效日期', '到期日期'] },
    storage: { called: ['储存条件', '贮存条件', '存放条件'] },
    location: { called: ['存放地点', '位置', '存放处'] },
    remark: { called: ['说明'] },
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
