import { projectDictionaries } from '@contract/dictionaries/projects';
import { defineMachine, statesOf } from '@contract/workflow/stateMachine';

// 编制→审核→批准 by three people, each of whom signs once. The stage of the project follows: 方案审核 at submission, 现场采样 at
// approval.
export const samplePlanMachine = defineMachine({
  name: 'samplePlan',
  label: '采样方案',
  initial: 'drafting',
  states: statesOf(projectDictionaries.planState, {
    awaitingReview: { locked: true },
    awaitingApproval: { locked: true },
    approved: { locked: true, final: true },
  }),
  moves: [
    {
      key: 'submit',
      label: '提交方案',
      from: ['drafting'],
      to: 'awaitingReview',
      by: ['field'],
      separateFrom: ['review', 'approve'],
      signs: true,
    },
    {
      key: 'review',
      label: '审核方案',
      from: ['awaitingReview'],
      to: 'awaitingApproval',
      by: ['reviewer'],
      separateFrom: ['submit', 'approve'],
      signs: true,
    },
    {
      key: 'approve',
      label: '批准方案',
      from: ['awaitingApproval'],
      to: 'approved',
      by: ['approver'],
      separateFrom: ['submit', 'review'],
      signs: true,
    },
    {
      key: 'return',
      label: '退回方案',
      from: ['awaitingReview', 'awaitingApproval'],
      to: 'drafting',
      by: ['reviewer', 'approver'],
      needsReason: true,
    },
  ],
});
