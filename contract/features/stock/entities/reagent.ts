import { defineEntity } from '@contract/entity';
import { date, dict, file, longText, text } from '@contract/field';
import { lotFields } from './lotFields';

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
    supplier: text('生产或供应单位', { max: 100 }),
    ...lotFields,
    receivedOn: date('入库日期'),
    openedOn: date('开封日期'),
    validUntil: date('有效期至（含当日）', { required: true, hint: '过期的试剂不能用于检测记录' }),
    storage: text('保存条件', { max: 60 }),
    location: text('存放位置', { max: 60 }),
    status: dict('状态', { dict: 'stockState', required: true, initial: '1' }),
    remark: longText('备注', { max: 500 }),
  },
  sheet: ['reagentNo', 'reagentName', 'lotNo', 'grade', 'specification', 'supplier', 'amountUnit', 'receivedAmount', 'reorderLevel', 'receivedOn', 'openedOn', 'validUntil', 'storage', 'location', 'status', 'remark'],
  checks: [{ field: 'receivedOn', notAbove: 'validUntil', message: '入库日期不能晚于有效期' }],
});
