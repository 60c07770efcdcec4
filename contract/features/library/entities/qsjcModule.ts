import { defineEntity } from '@contract/entity';
import { flag, dict, integer, ref, text } from '@contract/field';
import { templateFields, templateLocks } from './template';

/**
 * 全省监测模板: hazards that the province's monitoring requires by industry. (The address `qsjc` is pinyin, from SPEC.)
 */
export const qsjcModule = defineEntity({
  name: 'qsjcModule',
  path: 'api/qsjcModule',
  label: '全省监测模板',
  titleField: 'name',
  scope: 'shared',
  locks: templateLocks,
  fields: templateFields,
});

export const qsjcModuleRow = defineEntity({
  name: 'qsjcModuleRow',
  path: 'api/qsjcModuleRow',
  label: '全省监测模板行',
  titleField: 'indicator',
  scope: 'shared',
  fields: {
    template: ref('所属模板', { required: true, to: 'qsjcModule' }),
    rowSort: integer('排序', { min: 0, max: 9999, hint: '不填排在最后' }),
    industry: dict('监测行业', { dict: 'industry', required: true }),
    hazard: ref('重点危害因素', { required: true, to: 'hazard' }),
    indicator: text('监测项目', { required: true, max: 100 }),
    required: flag('必测', { initial: true }),
    posts: text('重点岗位', { max: 200 }),
    remark: text('备注'),
  },
});
