import { defineEntity } from '@contract/entity';
import { decimal, dict, flag, integer, ref, text } from '@contract/field';

/** 调查行: a hazard at a post of a workshop, and the exposure of the workers (PRODUCT §3). */
export const siteHazard = defineEntity({
  name: 'siteHazard',
  path: 'api/siteHazard',
  label: '岗位危害因素',
  titleField: 'post',
  scope: 'organization',
  keyword: ['workshop', 'post'],
  fields: {
    project: ref('项目', { required: true, to: 'project' }),
    rowSort: integer('排序', { min: 0, max: 99_999, hint: '不填排在最后' }),
    workshop: text('车间', { required: true, max: 100 }),
    post: text('岗位', { required: true, max: 100 }),
    place: text('作业地点', { max: 100, hint: '与岗位不同时填写' }),
    workContent: text('作业内容', { max: 300 }),
    hazard: ref('危害因素', { required: true, to: 'hazard' }),
    source: text('产生环节', { max: 200 }),
    machines: integer('同类工位数', {
      min: 0,
      max: 9999,
      unit: '个',
      hint: '固定岗位的同种工位；用于计算定点采样点数',
    }),
    workers: integer('接触人数', { min: 0, max: 99_999, unit: '人' }),
    /**
     * Whether the worker with the highest exposure is known. It selects the column of the table of sampled workers
     * (DOMAIN §1.3).
     */
    worstKnown: flag('可确定最高接触者', { initial: true }),
    fixedPost: flag('固定岗位', { hint: '不选为流动岗位' }),
    shift: text('班制', { max: 50 }),
    hoursPerDay: decimal('日接触时间', { digits: 2, min: '0', max: '24', unit: 'h/d' }),
    daysPerWeek: decimal('周工作天数', { digits: 1, min: '0', max: '7', unit: 'd/w' }),
    exposureCondition: dict('接触条件', {
      dict: 'exposureCondition',
      hint: '高温、微波、紫外辐射等按接触条件规定限值的因素填写',
    }),
    controls: text('防护设施', { max: 200 }),
    controlsRunning: text('设施运行情况', { max: 100 }),
    ppe: text('个体防护用品', { max: 200 }),
    ppeWorn: text('佩戴情况', { max: 100 }),
    remark: text('备注'),
    contactPattern: dict('接触方式', { dict: 'contactPattern', hint: '浓度无明显波动的岗位可不测短时间接触浓度' }),
    peakTimes: integer('短时间高浓度接触次数', { min: 1, max: 99, unit: '次/班' }),
    peakMinutes: integer('每次时长', { min: 1, max: 480, unit: 'min' }),
    peakGap: integer('两次间隔', { min: 0, max: 1440, unit: 'min', hint: '上次结束至下次开始' }),
    workTime: dict('工时制度', { dict: 'workTime', hint: '按周计算工时的岗位按40h计算时间加权平均浓度' }),
  },
});
