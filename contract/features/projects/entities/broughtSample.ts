import { defineEntity } from '@contract/entity';
import { date, decimal, dict, integer, ref, text } from '@contract/field';
import { takeOverTexts } from '../projectTakeOver';

/**
 * 前期样品: a sample and one of its tests, from before the job was taken over. The takeover creates the sample, its task
 * and, at 报告编制, the record of its result.
 */
export const broughtSample = defineEntity({
  name: 'broughtSample',
  path: 'api/broughtSample',
  label: takeOverTexts.samples,
  titleField: 'sampleNo',
  scope: 'organization',
  // The panel determines the project (`importFixed`).
  key: ['sampleNo', 'hazard'],
  sheet: [
    'sampleNo',
    'sampleKind',
    'sampledOn',
    'hazard',
    'method',
    'workshop',
    'place',
    'siteNo',
    'person',
    'mode',
    'period',
    'minutes',
    'standardVolume',
    'representedHours',
    'hoursPerDay',
    'result',
    'unit',
    'testedOn',
    'remark',
  ],
  lists: {
    sampleNo: { columnNames: ['样品号', '编号'] },
    sampledOn: { columnNames: ['采样时间', '采样日'] },
    hazard: { columnNames: ['危害因素', '检测指标', '因素', '项目', '检测参数'] },
    method: { columnNames: ['检测依据', '方法'] },
    place: { columnNames: ['采样点', '采样地点', '岗位', '检测点'] },
    standardVolume: { columnNames: ['标准体积', '标况体积'] },
    result: { columnNames: ['结果', '浓度', '检测值'] },
  },
  keyword: ['sampleNo', 'place'],
  fields: {
    project: ref('项目', { required: true, to: 'project' }),
    rowSort: integer('序号', { min: 0, max: 100_000 }),
    sampleNo: text('样品编号', { required: true, max: 60 }),
    sampleKind: dict('样品类别', { dict: 'sampleKind', required: true, initial: 'sample' }),
    sampledOn: date('采样日期', { required: true }),
    hazard: ref('检测项目', { required: true, to: 'hazard' }),
    method: ref('检测方法', { to: 'labMethod', hint: '不填则按方法库' }),
    workshop: text('车间', { max: 100 }),
    place: text('采样点/对象', { max: 100 }),
    siteNo: text('采样点号', { max: 10 }),
    person: text('采样对象', { max: 50 }),
    mode: dict('采样方式', { dict: 'samplingMode' }),
    period: dict('采样时间类型', { dict: 'samplingPeriod' }),
    minutes: decimal('采样时间', { min: '0', digits: 2, unit: 'min' }),
    standardVolume: decimal('标准采样体积', { min: '0', unit: 'L' }),
    representedHours: decimal('代表接触时间', { digits: 4, min: '0', max: '24', unit: 'h' }),
    hoursPerDay: decimal('日接触时间', { digits: 2, min: '0', max: '24', unit: 'h/d' }),
    result: text('检测结果', { rule: 'valueOrBelowLimit', max: 40, hint: '从报告编制接续时填写' }),
    unit: text('单位', { max: 20 }),
    testedOn: date('检测日期'),
    remark: text('备注', { max: 300 }),
  },
  checks: [{ field: 'sampledOn', notAbove: 'testedOn', message: '采样日期不能晚于检测日期' }],
});
