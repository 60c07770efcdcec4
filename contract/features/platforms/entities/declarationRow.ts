import { defineEntity } from '@contract/entity';
import { dict, integer, ref, text } from '@contract/field';

/** 职业病危害因素分布: a hazard at a workplace in a declaration (DOMAIN §7.7). */
export const declarationRow = defineEntity({
  name: 'declarationRow',
  path: 'api/declarationRow',
  label: '危害因素分布',
  titleField: 'workplace',
  scope: 'organization',
  fields: {
    declaration: ref('申报表', { required: true, to: 'declaration' }),
    rowSort: integer('排序', { min: 0, max: 99_999 }),
    workplace: text('作业场所名称', { required: true, max: 100 }),
    hazardName: text('职业病危害因素名称', { required: true, max: 100 }),
    category: dict('类别', { required: true, dict: 'declarationCategory' }),
    exposed: integer('接触人数（可重复）', { min: 0, max: 99_999, unit: '人' }),
    exposedOnce: integer('接触人数（不重复）', {
      min: 0,
      max: 99_999,
      unit: '人',
      hint: '每个作业场所填一行，其余留空',
    }),
  },
});
