import { reviewerDictionaries } from '@contract/dictionaries/reviewers';
import { defineMachine, statesOf } from '@contract/workflow/stateMachine';

// The reviewer who reported a finding also decides about the answer, which another person gave.
export const outsideTaskMachine = defineMachine({
  name: 'outsideTask',
  label: '第三方质控任务',
  initial: 'assigned',
  states: statesOf(reviewerDictionaries.outsideTaskState, {
    awaitingAnswer: { locked: true },
    awaitingReview: { locked: true },
    closed: { locked: true, final: true },
    revoked: { locked: true, final: true },
    declined: { locked: true, final: true },
  }),
  moves: [
    { key: 'start', label: '开始检查', from: ['assigned'], to: 'checking', by: ['outside'] },
    { key: 'decline', label: '谢绝任务', from: ['assigned'], to: 'declined', by: ['outside'], needsReason: true },
    {
      key: 'submit',
      label: '提交检查',
      from: ['checking'],
      to: 'awaitingAnswer',
      by: ['outside'],
      separateFrom: ['answer'],
    },
    {
      key: 'pass',
      label: '检查通过并关闭',
      from: ['checking'],
      to: 'closed',
      by: ['outside'],
      separateFrom: ['answer'],
    },
    {
      key: 'answer',
      label: '提交答复',
      from: ['awaitingAnswer'],
      to: 'awaitingReview',
      by: ['quality'],
      separateFrom: ['submit', 'close'],
    },
    {
      key: 'return',
      label: '退回重新答复',
      from: ['awaitingReview'],
      to: 'awaitingAnswer',
      by: ['outside'],
      needsReason: true,
    },
    {
      key: 'close',
      label: '复核通过并关闭',
      from: ['awaitingReview'],
      to: 'closed',
      by: ['outside'],
      separateFrom: ['answer'],
    },
    {
      key: 'revoke',
      label: '撤销任务',
      from: ['assigned', 'checking'],
      to: 'revoked',
      by: ['quality'],
      needsReason: true,
    },
  ],
});
