import { defineEntity } from '@contract/entity';
import { dateTime, dict, flag, longText, ref, text } from '@contract/field';

/** 审批单 (PRODUCT §2): the three-step approval of a project's records or of its report. */
export const approval = defineEntity({
  name: 'approval',
  path: 'api/approval',
  label: '审批单',
  titleField: 'title',
  scope: 'organization',
  stateMachine: { machine: 'approval', stateField: 'state' },
  keyword: ['title', 'unitName'],
  sheet: [
    'title',
    'kind',
    'unitName',
    'project',
    'report',
    'incoming',
    'state',
    'stageSince',
    'submitter',
    'submittedAt',
  ],
  fields: {
    title: text('审批事项', { readonly: true, max: 300 }),
    kind: dict('审批类别', { dict: 'approvalKind', readonly: true }),
    project: ref('项目', { required: true, to: 'project', readonly: true }),
    unitName: text('受检单位', { readonly: true, max: 200 }),
    incoming: flag('来样检测', { readonly: true }),
    report: ref('报告', { to: 'report', readonly: true }),
    state: dict('状态', { dict: 'approvalState', readonly: true, initial: 'unsubmitted' }),
    stageSince: dateTime('等待时长', { readonly: true }),
    submitter: ref('提交人', { to: 'user', readonly: true }),
    submittedAt: dateTime('提交时间', { readonly: true }),
  },
});

/** Column of the queue that no table has: the people who can decide the step now. */
export const approvalHolderFields = { holders: longText('待办人', { readonly: true }) };
