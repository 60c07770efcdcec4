import { labDictionaries } from '@contract/dictionaries/laboratory';
import { defineMachine, statesOf } from '@contract/workflow/stateMachine';

// States of a nonconformity (ISO/IEC 17025 7.10, 8.7): finding, cause, action, and verification by another person.
export const nonconformityMachine = defineMachine({
  name: 'nonconformity',
  label: '不符合项',
  initial: 'open',
  states: statesOf(labDictionaries.nonconformityState, {
    verifying: { locked: true },
    closed: { locked: true, final: true },
  }),
  moves: [
    { key: 'analyse', label: '提交原因分析', from: ['open'], to: 'correcting', by: ['quality', 'analyst', 'reviewer'] },
    {
      key: 'correct',
      label: '提交验证',
      from: ['correcting'],
      to: 'verifying',
      by: ['quality', 'analyst', 'reviewer'],
      separateFrom: ['verify'],
    },
    {
      key: 'return',
      label: '退回整改',
      from: ['verifying'],
      to: 'correcting',
      by: ['quality', 'reviewer', 'approver'],
      needsReason: true,
    },
    {
      key: 'verify',
      label: '验证通过并关闭',
      from: ['verifying'],
      to: 'closed',
      by: ['quality', 'reviewer', 'approver'],
      separateFrom: ['correct'],
    },
    { key: 'dismiss', label: '不成立并关闭', from: ['open'], to: 'closed', by: ['quality'], needsReason: true },
  ],
});
