import { reportDictionaries } from '@contract/dictionaries/reports';
import { defineMachine, statesOf } from '@contract/workflow/stateMachine';

// Approval of records and reports (PRODUCT §2). Each step may send the project back, with a reason, to a step that the
// reviewer chooses.
export const approvalMachine = defineMachine({
  name: 'approval',
  label: '审批单',
  initial: 'unsubmitted',
  states: statesOf(reportDictionaries.approvalState, {
    first: { locked: true },
    second: { locked: true },
    third: { locked: true },
    passed: { locked: true, final: true },
  }),
  moves: [
    { key: 'submit', label: '提交', from: ['unsubmitted'], to: 'first', by: ['reporter', 'analyst'], signs: true },
    {
      key: 'passFirst',
      label: '一审通过',
      from: ['first'],
      to: 'second',
      by: ['reviewer'],
      separateFrom: ['submit'],
      signs: true,
    },
    {
      key: 'passSecond',
      label: '二审通过',
      from: ['second'],
      to: 'third',
      by: ['quality', 'approver'],
      separateFrom: ['submit', 'passFirst'],
      signs: true,
    },
    {
      key: 'sign',
      label: '签发',
      from: ['third'],
      to: 'passed',
      by: ['approver'],
      separateFrom: ['submit', 'passFirst', 'passSecond'],
      signs: true,
    },
    {
      key: 'returnToStart',
      label: '退回提交人',
      from: ['first', 'second', 'third'],
      to: 'unsubmitted',
      by: ['reviewer', 'quality', 'approver'],
      needsReason: true,
    },
    // An error found while the report is written returns the project to the laboratory; the records are then approved
    // again.
    {
      key: 'reopen',
      label: '退回检测',
      from: ['passed'],
      to: 'unsubmitted',
      by: ['quality', 'approver'],
      needsReason: true,
    },
    {
      key: 'returnToFirst',
      label: '退回一审',
      from: ['second', 'third'],
      to: 'first',
      by: ['quality', 'approver'],
      needsReason: true,
    },
    { key: 'returnToSecond', label: '退回二审', from: ['third'], to: 'second', by: ['approver'], needsReason: true },
  ],
});
