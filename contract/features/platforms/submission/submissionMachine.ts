import { platformDictionaries } from '@contract/dictionaries/platforms';
import { defineMachine, statesOf } from '@contract/workflow/stateMachine';

// 职业卫生报送: a submitted report is frozen. Withdrawing it requires a reason, and a new submission is checked again.
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
