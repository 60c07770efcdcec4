import { conformityDictionaries } from '@contract/dictionaries/conformity';
import { defineMachine, statesOf } from '@contract/workflow/stateMachine';

// 规范表单: two or three different people sign. The definition of the form says who (`signers`).
export const formMachine = defineMachine({
  name: 'serviceForm',
  label: '规范表单',
  initial: 'drafting',
  states: statesOf(conformityDictionaries.serviceFormState, {
    first: { locked: true },
    second: { locked: true },
    completed: { locked: true, final: true },
  }),
  moves: [
    {
      key: 'handIn',
      label: '签字提交',
      from: ['drafting'],
      to: 'first',
      by: ['sales', 'field', 'reporter', 'quality', 'reviewer'],
      signs: true,
    },
    {
      key: 'second',
      label: '第二人签字',
      from: ['first'],
      to: 'second',
      by: ['reviewer', 'quality', 'approver'],
      separateFrom: ['handIn'],
      signs: true,
    },
    {
      key: 'third',
      label: '第三人签字',
      from: ['second'],
      to: 'completed',
      by: ['quality', 'approver'],
      separateFrom: ['handIn', 'second'],
      signs: true,
    },
    {
      key: 'confirm',
      label: '签字确认',
      from: ['first'],
      to: 'completed',
      by: ['reviewer', 'quality', 'approver', 'reporter', 'field'],
      separateFrom: ['handIn'],
      signs: true,
    },
    {
      key: 'return',
      label: '退回修改',
      from: ['first', 'second'],
      to: 'drafting',
      by: ['reviewer', 'quality', 'approver'],
      needsReason: true,
    },
  ],
});
