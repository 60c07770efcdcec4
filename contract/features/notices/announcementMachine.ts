import { systemDictionaries } from '@contract/dictionaries/system';
import { defineMachine, statesOf } from '@contract/workflow/stateMachine';

// The keys are the codes of the API: SPEC §9 calls the sent state sendStatus 1.
export const announcementMachine = defineMachine({
  name: 'announcement',
  label: '公告',
  initial: '0',
  states: statesOf(systemDictionaries.sendStatus, { '1': { locked: true }, '2': { locked: true, final: true } }),
  moves: [
    { key: 'publish', label: '发布', from: ['0'], to: '1', by: ['admin'] },
    { key: 'withdraw', label: '撤销', from: ['1'], to: '2', by: ['admin'] },
  ],
});

/**
 * States of one person's copy of an announcement (SPEC §4, Notice). Opening it marks it as read; it can't be marked
 * as unread.
 */
export const noticeMachine = defineMachine({
  name: 'notice',
  label: '消息',
  initial: '0',
  states: statesOf(systemDictionaries.readFlag, { '1': { final: true } }),
  moves: [
    {
      key: 'read',
      label: '阅读',
      from: ['0'],
      to: '1',
      by: [
        'admin',
        'sales',
        'field',
        'keeper',
        'analyst',
        'reviewer',
        'approver',
        'quality',
        'reporter',
        'enterprise',
        'auditor',
      ],
    },
  ],
});
