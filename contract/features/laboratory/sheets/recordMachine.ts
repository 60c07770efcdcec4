import { labDictionaries } from '@contract/dictionaries/laboratory';
import { defineMachine, statesOf } from '@contract/workflow/stateMachine';

// Analyst, reviewer and approver of one version of a record are three different people (PRODUCT §2).
export const recordMachine = defineMachine({
  name: 'record',
  label: '原始记录',
  initial: 'drafting',
  states: statesOf(labDictionaries.recordState, {
    awaitingReview: { locked: true },
    awaitingApproval: { locked: true },
    approved: { locked: true },
    // A corrected record stays readable beside the version that replaced it.
    corrected: { locked: true, final: true },
  }),
  moves: [
    {
      key: 'submit',
      label: '提交',
      from: ['drafting'],
      to: 'awaitingReview',
      by: ['analyst'],
      separateFrom: ['review', 'approve'],
      signs: true,
    },
    {
      key: 'review',
      label: '复核',
      from: ['awaitingReview'],
      to: 'awaitingApproval',
      by: ['reviewer'],
      separateFrom: ['submit', 'approve'],
      signs: true,
    },
    {
      key: 'approve',
      label: '审核',
      from: ['awaitingApproval'],
      to: 'approved',
      by: ['approver'],
      separateFrom: ['submit', 'review'],
      signs: true,
    },
    // 接续办理: three people signed the record on paper. One person confirms here that the results equal those on paper.
    {
      key: 'bringIn',
      label: '确认前期结果',
      from: ['drafting'],
      to: 'approved',
      by: ['quality', 'approver'],
      separateFrom: ['submit', 'review', 'approve'],
      signs: true,
    },
    {
      key: 'return',
      label: '退回',
      from: ['awaitingReview', 'awaitingApproval'],
      to: 'drafting',
      by: ['reviewer', 'approver'],
      needsReason: true,
    },
    {
      key: 'correct',
      label: '更正',
      from: ['approved'],
      to: 'corrected',
      by: ['analyst'],
      needsReason: true,
      opensVersion: true,
    },
  ],
});
