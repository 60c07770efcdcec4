import { labDictionaries } from '@contract/dictionaries/laboratory';
import { defineMachine, statesOf } from '@contract/workflow/stateMachine';

// One person draws a curve, another approves it. An approved curve is never changed; a new version retires it.
export const labCurveMachine = defineMachine({
  name: 'labCurve',
  label: '标准曲线',
  initial: 'drafting',
  states: statesOf(labDictionaries.labCurveState, {
    awaitingApproval: { locked: true },
    approved: { locked: true },
    retired: { locked: true, final: true },
  }),
  moves: [
    { key: 'submit', label: '提交审核', from: ['drafting'], to: 'awaitingApproval', by: ['analyst'], signs: true },
    {
      key: 'approve',
      label: '审核通过',
      from: ['awaitingApproval'],
      to: 'approved',
      by: ['reviewer', 'approver'],
      separateFrom: ['submit'],
      signs: true,
    },
    {
      key: 'return',
      label: '退回',
      from: ['awaitingApproval'],
      to: 'drafting',
      by: ['reviewer', 'approver'],
      needsReason: true,
    },
    {
      key: 'retire',
      label: '停用',
      from: ['approved'],
      to: 'retired',
      by: ['analyst', 'reviewer', 'approver'],
      needsReason: true,
    },
  ],
});
