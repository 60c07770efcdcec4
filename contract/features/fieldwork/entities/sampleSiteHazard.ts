import { defineEntity } from '@contract/entity';
import { decimal, dict, integer, ref, refs, text } from '@contract/field';

/** 采样方案行: samples at a point or on a person, with method and number (PRODUCT §3, DOMAIN §1). */
export const sampleSiteHazard = defineEntity({
  name: 'sampleSiteHazard',
  path: 'api/sampleSiteHazard',
  label: '采样方案行',
  titleField: 'place',
  scope: 'organization',
  keyword: ['siteNo', 'workshop', 'place'],
  fields: {
    project: ref('项目', { required: true, to: 'project' }),
    rowSort: integer('排序', { min: 0, max: 99_999, hint: '不填排在最后' }),
    siteHazardId: ref('调查行', { to: 'siteHazard' }),
    siteNo: text('采样点号', { max: 10, hint: '不填时按顺序编号' }),
    workshop: text('车间', { max: 100 }),
    place: text('采样点/对象', { required: true, max: 100 }),
    hazard: ref('危害因素', { required: true, to: 'hazard' }),
    /** Further hazards on the same collector, e.g. 甲苯、二甲苯 in the tube for 苯. */
    alongWith: refs('同管检测项目', { to: 'hazard' }),
    method: ref('检测方法', { to: 'labMethod' }),
    mode: dict('采样方式', { dict: 'samplingMode', required: true, initial: 'area' }),
    period: dict('采样时间类型', { dict: 'samplingPeriod', required: true, initial: 'short' }),
    medium: text('采样介质', { max: 100, hint: '不填时按方法库' }),
    flow: decimal('采样流量', { digits: 4, min: '0', unit: 'L/min', hint: '不填时按方法库' }),
    minutes: integer('采样时间', { min: 0, max: 1440, unit: 'min', hint: '不填时按方法库' }),
    points: integer('点数或人数', { required: true, min: 1, max: 99, initial: 1 }),
    samplesPerDay: integer('每天样品数', { required: true, min: 1, max: 99, initial: 1 }),
    days: integer('采样天数', { required: true, min: 1, max: 30, initial: 1 }),
    blanks: integer('每天空白数', { required: true, min: 0, max: 9, initial: 2 }),
    hoursPerDay: decimal('日接触时间', { digits: 2, min: '0', max: '24', unit: 'h/d' }),
    workers: integer('接触人数', { min: 0, max: 99_999, unit: '人' }),
    remark: text('备注'),
  },
});
