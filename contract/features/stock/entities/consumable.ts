import { defineEntity } from '@contract/entity';
import { date, dict, file, longText, text } from '@contract/field';
import { lotFields } from './lotFields';

/** 耗材 by lot: sampling media, vials, gloves. */
export const consumable = defineEntity({
  name: 'consumable',
  path: 'api/consumable',
  label: '耗材',
  titleField: 'consumableNo',
  scope: 'organization',
  keyword: ['consumableNo', 'consumableName', 'lotNo'],
  spoken: 'consumableName',
  fields: {
    consumableNo: text('编号', { required: true, unique: true, max: 50 }),
    consumableName: text('名称', { required: true, max: 100 }),
    lotNo: text('批号', { required: true, max: 60 }),
    specification: text('规格', { max: 60 }),
    certificate: file('合格证', { accept: 'document', hint: '合格证、验收单或安全技术说明书' }),
    supplier: text('生产或供应单位', { max: 100 }),
    ...lotFields,
    receivedOn: date('入库日期'),
    openedOn: date('开封日期'),
    validUntil: date('有效期至（含当日）', { hint: '没有有效期的耗材不填；过期的不能出库' }),
    storage: text('保存条件', { max: 60 }),
    location: text('存放位置', { max: 60 }),
    status: dict('状态', { dict: 'stockState', required: true, initial: '1' }),
    remark: longText('备注', { max: 500 }),
  },
  sheet: [
    'consumableNo',
    'consumableName',
    'lotNo',
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
  ],
  checks: [{ field: 'receivedOn', notAbove: 'validUntil', message: '入库日期不能晚于有效期' }],
});
