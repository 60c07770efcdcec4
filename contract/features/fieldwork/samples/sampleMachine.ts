import { projectDictionaries } from '@contract/dictionaries/projects';
import { defineMachine, statesOf } from '@contract/workflow/stateMachine';

// States of a sample (PRODUCT §2; DOMAIN §1.11 for the refusal at the hand-over).
export const sampleMachine = defineMachine({
  name: 'sample',
  label: '样品',
  initial: 'planned',
  states: statesOf(projectDictionaries.sampleState, {
    completed: { locked: true },
    retained: { locked: true },
    disposed: { locked: true, final: true },
    voided: { locked: true, final: true },
  }),
  moves: [
    { key: 'collect', label: '采样', from: ['planned'], to: 'collected', by: ['field'] },
    // Withdraws a sampling that was recorded by mistake, before anybody used the sample.
    { key: 'reset', label: '重置', from: ['collected'], to: 'planned', by: ['field'] },
    // On-site measurements have no hand-over.
    { key: 'measure', label: '完成测量', from: ['collected'], to: 'received', by: ['field'] },
    // 接续办理: the sample was handed over on paper before the takeover.
    {
      key: 'takeOver',
      label: '接续接收',
      from: ['collected'],
      to: 'received',
      by: ['quality', 'approver'],
      needsReason: true,
    },
    { key: 'handOver', label: '送交', from: ['collected'], to: 'handingOver', by: ['field'], signs: true },
    {
      key: 'receive',
      label: '接收',
      from: ['handingOver'],
      to: 'received',
      by: ['keeper'],
      separateFrom: ['handOver'],
      signs: true,
    },
    { key: 'withdraw', label: '撤回', from: ['handingOver'], to: 'collected', by: ['field'], needsReason: true },
    { key: 'refuse', label: '拒收', from: ['handingOver'], to: 'collected', by: ['keeper'], needsReason: true },
    { key: 'distribute', label: '分发', from: ['received'], to: 'distributed', by: ['keeper'] },
    { key: 'start', label: '开始检测', from: ['distributed'], to: 'testing', by: ['analyst'] },
    { key: 'complete', label: '完成检测', from: ['testing'], to: 'completed', by: ['analyst'] },
    // Happens only together with the moves of the sample's tasks (`labTaskMachine`).
    {
      key: 'giveBack',
      label: '退回',
      from: ['distributed'],
      to: 'received',
      by: ['keeper', 'analyst'],
      needsReason: true,
    },
    { key: 'takeOff', label: '移出记录', from: ['testing'], to: 'distributed', by: ['analyst'] },
    {
      key: 'reopen',
      label: '重新检测',
      from: ['completed'],
      to: 'testing',
      by: ['reviewer', 'approver', 'analyst'],
      needsReason: true,
    },
    { key: 'retain', label: '留样', from: ['completed'], to: 'retained', by: ['keeper'] },
    { key: 'dispose', label: '处置', from: ['completed', 'retained'], to: 'disposed', by: ['keeper'] },
    {
      key: 'void',
      label: '作废',
      from: ['planned', 'collected', 'handingOver', 'received', 'distributed', 'testing'],
      to: 'voided',
      by: ['field', 'keeper', 'analyst'],
      needsReason: true,
    },
  ],
});

/** States in which the laboratory keeps the sample. */
const laboratoryStates: ReadonlySet<string> = new Set(['received', 'distributed', 'testing', 'completed', 'retained']);

/** Returns whether the laboratory keeps a sample of this state, so that its storage place can be recorded. */
export const isInLaboratory = (state: string): boolean => laboratoryStates.has(state);
