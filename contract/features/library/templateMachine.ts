import { reportDictionaries } from '@contract/dictionaries/reports';
import { defineMachine, statesOf } from '@contract/workflow/stateMachine';

/**
 * States of a version of a template. A published version can't change, so that everything generated from it can be
 * traced (QUALITY §1, 18).
 */
export const templateMachine = defineMachine({
  name: 'template',
  label: '模板',
  initial: 'draft',
  states: statesOf(reportDictionaries.templateState, {
    published: { locked: true },
    retired: { locked: true, final: true },
  }),
  moves: [
    { key: 'publish', label: '发布', from: ['draft'], to: 'published', by: ['admin'] },
    { key: 'retire', label: '停用', from: ['published'], to: 'retired', by: ['admin'] },
  ],
});
