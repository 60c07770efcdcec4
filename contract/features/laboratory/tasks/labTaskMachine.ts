import { labDictionaries } from '@contract/dictionaries/laboratory';
import { defineMachine, statesOf } from '@contract/workflow/stateMachine';

// Laboratory task (DOMAIN §7.2, 8–9). The sample changes its state with its first task (`sampleMachine`) and is
// finished with its last.
export const labTaskMachine = defineMachine({
  name: 'labTask',
  label: '检测任务',
  initial: 'waiting',
  states: statesOf(labDictionaries.labTaskState, {
    completed: { locked: true },
    voided: { locked: true, final: true },
  }),
  moves: [
    { key: 'distribute', label: '分发', from: ['waiting'], to: 'distributed', by: ['keeper'] },
    {
      key: 'giveBack',
      label: '退回',
      from: ['distributed'],
      to: 'waiting',
      by: ['keeper', 'analyst'],
      needsReason: true,
    },
    { key: 'start', label: '开始检测', from: ['distributed'], to: 'testing', by: ['analyst'] },
    { key: 'takeOff', label: '移出记录', from: ['testing'], to: 'distributed', by: ['analyst'] },
    { key: 'complete', label: '完成检测', from: ['testing'], to: 'completed', by: ['analyst'] },
    {
      key: 'reopen',
      label: '重新检测',
      from: ['completed'],
      to: 'testing',
      by: ['reviewer', 'approver', 'analyst'],
      needsReason: true,
    },
    {
      key: 'void',
      label: '作废',
      from: ['waiting', 'distributed', 'testing'],
      to: 'voided',
      by: ['keeper', 'analyst'],
      needsReason: true,
    },
  ],
});
