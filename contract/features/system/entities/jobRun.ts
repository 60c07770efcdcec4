import { defineEntity } from '@contract/entity';
import { dateTime, dict, integer, text } from '@contract/field';

/** 任务日志: a run of a scheduled job, written by the server. Runs of one job and day without any work share one line. */
export const jobRun = defineEntity({
  name: 'jobRun',
  path: 'api/jobRun',
  label: '任务日志',
  titleField: 'jobName',
  scope: 'platform',
  keyword: ['jobName', 'result'],
  fields: {
    jobName: text('任务', { readonly: true }),
    jobKey: text('任务代码', { readonly: true }),
    outcome: dict('结果', { dict: 'jobOutcome', readonly: true }),
    result: text('说明', { readonly: true, max: 500 }),
    ticks: integer('次数', { readonly: true }),
    startedAt: dateTime('开始时间', { readonly: true }),
    endedAt: dateTime('结束时间', { readonly: true }),
    jobTrigger: dict('触发方式', { dict: 'jobTrigger', readonly: true }),
    startedBy: text('执行人', { readonly: true }),
    node: text('服务器', { readonly: true }),
  },
});
