import { platformDictionaries } from '@contract/dictionaries/platforms';
import { defineMachine, statesOf } from '@contract/workflow/stateMachine';

// 职业病危害项目申报 (DOMAIN §7.7): a declared version can't change. A change is a new version, which replaces the old one
// when it is declared.
export const declarationMachine = defineMachine({
  name: 'declaration',
  label: '申报表',
  initial: 'drafting',
  states: statesOf(platformDictionaries.declarationState, {
    declared: { locked: true, final: true },
    replaced: { locked: true, final: true },
  }),
  moves: [
    { key: 'declare', label: '申报', from: ['drafting'], to: 'declared', by: ['reporter', 'sales'] },
    { key: 'replace', label: '变更申报', from: ['declared'], to: 'replaced', by: ['system'], needsReason: true },
    {
      key: 'reopen',
      label: '退回修改',
      from: ['declared'],
      to: 'drafting',
      by: ['reporter', 'sales'],
      needsReason: true,
    },
  ],
});
