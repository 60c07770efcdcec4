import { defineEntity } from '@contract/entity';
import { date, dict, flag, integer, text } from '@contract/field';

/** A unit with its risk by its newest project with approved records. It has no table: the server calculates it. */
export const unitRisk = defineEntity({
  name: 'risk',
  path: 'api/risk',
  label: '受检单位',
  titleField: 'unitName',
  scope: 'organization',
  fields: {
    unitName: text('受检单位', { readonly: true }),
    riskClass: dict('风险等级', { dict: 'unitRiskClass', readonly: true }),
    working: text('评定依据', { readonly: true }),
    posts: integer('判定岗位', { readonly: true }),
    exceeding: integer('不符合岗位', { readonly: true }),
    hasExceeding: flag('有不符合岗位', { readonly: true }),
    exposureLevel: text('最高接触水平', { readonly: true }),
    contactLevel: integer('最高接触比值', { readonly: true }),
    exposedCount: integer('接触人数', { readonly: true }),
    on: date('采样日期', { readonly: true }),
    code: text('项目编号', { readonly: true }),
  },
});
