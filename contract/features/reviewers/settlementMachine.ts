import { reviewerDictionaries } from '@contract/dictionaries/reviewers';
import { defineMachine, statesOf } from '@contract/workflow/stateMachine';

// States of a settlement. One person creates it, the payee confirms it, and a third person pays.
export const settlementMachine = defineMachine({
  name: 'settlement',
  label: '第三方结算单',
  initial: 'awaitingConfirm',
  states: statesOf(reviewerDictionaries.settlementState, {
    confirmed: { locked: true },
    paid: { locked: true, final: true },
    voided: { locked: true, final: true },
  }),
  moves: [
    { key: 'confirm', label: '确认金额', from: ['awaitingConfirm'], to: 'confirmed', by: ['outside'] },
    {
      key: 'dispute',
      label: '提出异议',
      from: ['awaitingConfirm'],
      to: 'disputed',
      by: ['outside'],
      needsReason: true,
      refuses: true,
    },
    {
      key: 'void',
      label: '作废',
      from: ['awaitingConfirm', 'disputed'],
      to: 'voided',
      by: ['quality'],
      needsReason: true,
    },
    { key: 'pay', label: '登记支付', from: ['confirmed'], to: 'paid', by: ['approver'], separateFrom: ['confirm'] },
  ],
});
