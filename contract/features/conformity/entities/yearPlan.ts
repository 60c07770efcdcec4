import { defineEntity } from '@contract/entity';
import { date, dict, file, integer, longText, ref, text } from '@contract/field';

/**
 * 年度计划: an item of the yearly quality plans, with the record of its completion (GBZ 331-2024 8.2.5.1, 8.2.5.4,
 * 8.2.5.5).
 */
export const yearPlan = defineEntity({
  name: 'yearPlan',
  path: 'api/yearPlan',
  label: '年度计划',
  titleField: 'planTitle',
  scope: 'organization',
  keyword: ['planTitle', 'content'],
  sheet: [
    'planYear',
    'planKind',
    'planTitle',
    'content',
    'person',
    'equipment',
    'plannedOn',
    'doneOn',
    'result',
    'remark',
  ],
  key: ['planYear', 'planKind', 'planTitle'],
  fields: {
    planYear: integer('年度', { required: true, min: 2000, max: 2100 }),
    planKind: dict('计划类别', { dict: 'yearPlanKind', required: true }),
    planTitle: text('计划内容', { required: true, max: 200 }),
    content: longText('要求', { max: 1000 }),
    person: ref('责任人', { to: 'user', required: true }),
    equipment: ref('仪器设备', { to: 'equipment', hint: '校准、期间核查和维护时选择' }),
    plannedOn: date('计划日期', { required: true }),
    doneOn: date('完成日期'),
    result: longText('实施记录与结论', { max: 2000, hint: '期间核查写明修正因子和是否合格' }),
    record: file('记录文件', { accept: 'document' }),
    remark: longText('备注', { max: 500 }),
  },
});
