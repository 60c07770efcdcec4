import { projectDictionaries } from '@contract/dictionaries/projects';
import { defineMachine, statesOf } from '@contract/workflow/stateMachine';

// Hand-over: one person gives, another receives, and both sign (DOMAIN §1.11). The states of the samples follow the
// sheet (`sampleMachine`).
export const handOverMachine = defineMachine({
  name: 'handOver',
  label: '样品流转单',
  initial: 'drafting',
  states: statesOf(projectDictionaries.handOverState, {
    waiting: { locked: true },
    received: { locked: true, final: true },
    refused: { locked: true, final: true },
  }),
  moves: [
    { key: 'submit', label: '送交', from: ['drafting'], to: 'waiting', by: ['field'], signs: true },
    { key: 'withdraw', label: '撤回', from: ['waiting'], to: 'drafting', by: ['field'], needsReason: true },
    {
      key: 'receive',
      label: '接收',
      from: ['waiting'],
      to: 'received',
      by: ['keeper'],
      separateFrom: ['submit'],
      signs: true,
    },
    {
      key: 'refuse',
      label: '拒收',
      from: ['waiting'],
      to: 'refused',
      by: ['keeper'],
      separateFrom: ['submit'],
      needsReason: true,
      refuses: true,
    },
  ],
});
