import { defineEntity } from '@contract/entity';
import { date, dateTime, dict, flag, longText, ref, text } from '@contract/field';
import { nonconformityTexts } from '../nonconformityTexts';

/** 不符合工作 (ISO/IEC 17025 7.10). A person files it, or the program where somebody used an expired item. */
export const nonconformity = defineEntity({
  name: 'nonconformity',
  path: 'api/nonconformity',
  label: '不符合项',
  titleField: 'nonconformityNo',
  scope: 'organization',
  stateMachine: { machine: 'nonconformity', stateField: 'state' },
  keyword: ['nonconformityNo', 'description'],
  locks: [
    { field: 'state', when: ['closed'], message: nonconformityTexts.closedLocked },
    { field: 'state', when: ['verifying'], message: nonconformityTexts.verifyingLocked },
  ],
  fields: {
    nonconformityNo: text('编号', { readonly: true, unique: true, max: 40 }),
    nonconformityKind: dict('类型', { dict: 'nonconformityKind', required: true }),
    description: longText('情况说明', { required: true, max: 1000 }),
    project: ref('项目', { to: 'project' }),
    sheet: ref('检测记录', { to: 'labSheet' }),
    /** The program filed it; object and day can't be edited. */
    automatic: flag('系统登记', { readonly: true, initial: false }),
    state: dict('状态', { dict: 'nonconformityState', readonly: true, initial: 'open' }),
    stageSince: dateTime('进入状态时间', { readonly: true }),
    responsible: ref('责任人', { to: 'user' }),
    dueOn: date('要求完成日期'),
    /** 原因分析, with the effect on results that were already reported (ISO/IEC 17025 7.10.1 c). */
    cause: longText('原因分析', { max: 1000 }),
    impact: longText('对结果的影响', { max: 1000 }),
    action: longText('纠正措施', { max: 1000 }),
    /** Checks and findings, written by the verifier. */
    verification: longText('验证情况', { readonly: true, max: 1000 }),
    closedBy: ref('关闭人', { to: 'user', readonly: true }),
    closedAt: dateTime('关闭时间', { readonly: true }),
  },
  sheet: [
    'nonconformityNo',
    'nonconformityKind',
    'state',
    'description',
    'project',
    'sheet',
    'automatic',
    'responsible',
    'dueOn',
    'cause',
    'impact',
    'action',
    'verification',
    'closedBy',
    'closedAt',
  ],
});
