import { platformDictionaries } from '@contract/dictionaries/platforms';
import { defineMachine, statesOf } from '@contract/workflow/machine';

// 职业卫生报送: what was submitted is frozen; taking it back needs a reason, and what is submitted then is checked anew.
export const submissionMachine = defineMachine({
  name: 'occupationalHealthReport',
  label: '职业卫生报送',
  initial: 'drafting',
  states: statesOf(platformDictionaries.submissionState, { submitted: { locked: true, final: true } }),
  moves: [
    { key: 'submit', label: '报送', from: ['drafting'], to: 'submitted', by: ['reporter'] },
    { key: 'withdraw', label: '撤回报送', from: ['submitted'], to: 'drafting', by: ['reporter'], needsReason: true },
  ],
});
