import { defineEntity } from '@contract/entity';
import { decimal, longText, ref, text } from '@contract/field';

/**
 * 原辅材料库: a material that enterprises use, with its components. A survey that names the material shows the hazards
 * that it may cause.
 */
export const material = defineEntity({
  name: 'material',
  path: 'api/material',
  label: '原辅材料',
  titleField: 'name',
  scope: 'shared',
  keyword: ['name', 'otherNames'],
  fields: {
    name: text('名称', { required: true, unique: true, max: 100 }),
    otherNames: text('别名', { max: 300, hint: '多个以顿号分隔' }),
    form: text('形态', { max: 50 }),
    usage: text('用途', { max: 200 }),
    source: text('资料来源', { max: 200, hint: '例如安全技术说明书（SDS）编号与日期' }),
    remark: longText('备注', { max: 500 }),
  },
  sheet: ['name', 'otherNames', 'form', 'usage', 'source', 'remark'],
});

/** 材料组分: a component of a material, with its share and the hazard that it causes. */
export const materialComponent = defineEntity({
  name: 'materialComponent',
  path: 'api/materialComponent',
  label: '材料组分',
  titleField: 'name',
  scope: 'shared',
  key: ['material', 'name'],
  fields: {
    material: ref('原辅材料', { required: true, to: 'material' }),
    name: text('组分', { required: true, max: 100 }),
    cas: text('CAS号', { max: 100 }),
    hazard: ref('对应危害因素', { to: 'hazard', hint: '不填时按组分名称查找' }),
    shareFrom: decimal('含量下限', { unit: '%', digits: 3, min: '0', max: '100' }),
    shareTo: decimal('含量上限', { unit: '%', digits: 3, min: '0', max: '100' }),
    remark: text('备注', { max: 200 }),
  },
  sheet: ['material', 'name', 'cas', 'hazard', 'shareFrom', 'shareTo', 'remark'],
  checks: [{ field: 'shareFrom', notAbove: 'shareTo', message: '含量下限不能大于含量上限' }],
});
