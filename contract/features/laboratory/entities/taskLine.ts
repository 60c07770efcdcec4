import { defineEntity } from '@contract/entity';
import { date, dict, text } from '@contract/field';

/**
 * A test as the pages 样品分发 and 实验室 list it. It has no table: the server adds facts of sample, project and record
 * to the tasks.
 */
export const taskLine = defineEntity({
  name: 'taskLine',
  path: 'api/labTask/tasks',
  label: '检测任务',
  titleField: 'sampleNo',
  scope: 'organization',
  fields: {
    sampleNo: text('样品编号', { readonly: true }),
    sampleKind: dict('类别', { dict: 'sampleKind', readonly: true }),
    project: text('项目', { readonly: true }),
    hazard: text('检测项目', { readonly: true }),
    method: text('检测方法', { readonly: true }),
    scope: text('资质', { readonly: true }),
    state: dict('状态', { dict: 'labTaskState', readonly: true }),
    analyst: text('检测人', { readonly: true }),
    keepUntil: date('保存截止日期', { readonly: true }),
    dueOn: date('要求完成日期', { readonly: true }),
    place: text('采样点/对象', { readonly: true }),
    medium: text('采样介质', { readonly: true }),
    storage: text('保存条件', { readonly: true }),
    sheet: text('检测记录', { readonly: true }),
    stateReason: text('退回原因', { readonly: true }),
  },
});
