import { defineEntity } from '@contract/entity';
import { decimal, dict, integer, ref, text } from '@contract/field';
import { templateFields, templateLocks } from './template';

/** 采样方案模板. The name is pinyin, from SPEC. */
export const cyfaModule = defineEntity({
  name: 'cyfaModule',
  path: 'api/cyfaModule',
  label: '采样方案模板',
  titleField: 'name',
  scope: 'shared',
  locks: templateLocks,
  fields: templateFields,
});

export const cyfaModuleRow = defineEntity({
  name: 'cyfaModuleRow',
  path: 'api/cyfaModuleRow',
  label: '采样方案模板行',
  titleField: 'place',
  scope: 'shared',
  fields: {
    template: ref('所属模板', { required: true, to: 'cyfaModule' }),
    rowSort: integer('排序', { min: 0, max: 9999, hint: '不填排在最后' }),
    place: text('采样点/对象', { required: true, max: 100 }),
    hazard: ref('危害因素', { required: true, to: 'hazard' }),
    method: ref('检测方法', { to: 'labMethod' }),
    mode: dict('采样方式', { dict: 'samplingMode', required: true, initial: 'area' }),
    period: dict('采样时间类型', { dict: 'samplingPeriod', required: true, initial: 'short' }),
    medium: text('采样介质', { max: 100, hint: '不填时按方法库' }),
    flow: decimal('采样流量', { digits: 4, min: '0', unit: 'L/min', hint: '不填时按方法库' }),
    minutes: integer('采样时间', { min: 0, max: 1440, unit: 'min', hint: '不填时按方法库' }),
    points: integer('点数或人数', { required: true, min: 1, max: 999, initial: 1 }),
    samplesPerDay: integer('每天样品数', { required: true, min: 1, max: 99, initial: 1 }),
    days: integer('采样天数', { required: true, min: 1, max: 99, initial: 1 }),
    blanks: integer('每天空白数', { required: true, min: 0, max: 99, initial: 2 }),
    remark: text('备注'),
  },
});
