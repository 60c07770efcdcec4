import { defineEntity } from '@contract/entity';
import { date, dateTime, decimal, dict, integer, longText, ref, text } from '@contract/field';
import { outsideTexts } from '../reviewerTexts';

/** 第三方质控任务: one project, one check form, one external reviewer. Its states are in `outsideTaskMachine`. */
export const outsideTask = defineEntity({
  name: 'outsideTask',
  path: 'api/sfQualityDetail',
  label: '第三方质控任务',
  titleField: 'taskNo',
  scope: 'organization',
  stateMachine: {
    machine: 'outsideTask',
    stateField: 'state',
    partEntities: [
      { entity: 'outsideFinding', by: 'task' },
      { entity: 'outsideItem', by: 'task' },
    ],
  },
  locks: [{ field: 'state', unless: ['assigned', 'checking'], message: outsideTexts.editLate }],
  fields: {
    taskNo: text('任务编号', { readonly: true, unique: true, max: 40 }),
    project: ref('项目', { to: 'project', required: true }),
    reviewer: ref('检查人', { to: 'user', required: true }),
    checkForm: dict('检查表', { dict: 'outsideForm', required: true }),
    requirement: longText('检查要求', { max: 500 }),
    dueOn: date('要求完成日期', { required: true }),
    /** Later due day that the reviewer requested; set until the laboratory answers. */
    askedOn: date('希望完成日期', { readonly: true }),
    askedReason: text('改期原因', { readonly: true, max: 300 }),
    state: dict('状态', { dict: 'outsideTaskState', readonly: true, initial: 'assigned' }),
    stageSince: dateTime('进入状态时间', { readonly: true }),
    /** Score out of 100 over the applicable lines; shown once the check is submitted. */
    score: decimal('得分', { digits: 1, readonly: true }),
    findingCount: integer('问题数', { readonly: true, initial: 0 }),
    conclusion: longText('检查结论', { readonly: true, max: 1000 }),
    submittedOn: date('提交检查日期', { readonly: true }),
    closedOn: date('关闭日期', { readonly: true }),
  },
  sheet: [
    'taskNo',
    'project',
    'reviewer',
    'checkForm',
    'requirement',
    'dueOn',
    'state',
    'score',
    'findingCount',
    'conclusion',
    'submittedOn',
    'closedOn',
  ],
});
