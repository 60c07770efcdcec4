import { defineEntity } from '@contract/entity';
import { date, decimal, dict, file, longText, ref, refs, text } from '@contract/field';
import { lotFields } from './lotFields';

/** 标准物质 and 质控样, by lot. */
export const standard = defineEntity({
  name: 'standard',
  path: 'api/standard',
  label: '标准物质',
  titleField: 'standardNo',
  scope: 'organization',
  keyword: ['standardNo', 'standardName', 'lotNo', 'certificateNo'],
  spoken: 'standardName',
  fields: {
    standardNo: text('编号', { required: true, unique: true, max: 50 }),
    standardName: text('名称', { required: true, max: 100 }),
    lotNo: text('批号', { required: true, max: 60 }),
    hazard: ref('对应因素', { to: 'hazard', hint: '标准曲线、质控样与检测记录只能选对应因素或组成相符的标准物质' }),
    composition: refs('组成', { to: 'hazard', hint: '混合标准物质，或同时适用于几种因素的标准物质（如铅尘、铅烟），列出全部因素' }),
    certified: decimal('标准值', { min: '0' }),
    uncertainty: decimal('不确定度U(k=2)', { min: '0' }),
    certifiedUnit: text('单位', { max: 20 }),
    matrix: text('基体/溶剂', { max: 60 }),
    specification: text('规格', { max: 60 }),
    certificateNo: text('证书编号', { max: 60 }),
    certificate: file('证书', { accept: 'document' }),
    supplier: text('生产或供应单位', { max: 100 }),
    ...lotFields,
    receivedOn: date('入库日期'),
    openedOn: date('开封日期'),
    validUntil: date('有效期至（含当日）', { required: true, hint: '过期的标准物质不能用于检测记录' }),
    storage: text('保存条件', { max: 60 }),
    location: text('存放位置', { max: 60 }),
    status: dict('状态', { dict: 'stockState', required: true, initial: '1' }),
    remark: longText('备注', { max: 500 }),
  },
  sheet: [
    'standardNo', 'standardName', 'lotNo', 'hazard', 'certified', 'uncertainty', 'certifiedUnit', 'matrix', 'specification', 'certificateNo', 'supplier', 'amountUnit', 'receivedAmount', 'reorderLevel', 'receivedOn', 'openedOn', 'validUntil',
    'storage', 'location', 'status', 'remark',
  ],
  checks: [{ field: 'receivedOn', notAbove: 'validUntil', message: '入库日期不能晚于有效期' }],
});
