import { crud } from '@/api/crudClient';
import { feedback } from '@/lib/feedback';
import type { Entity } from '@contract/entity';
import { messages } from '@contract/messages';
import { permissionOf } from '@contract/permissions';
import type { Action } from '../page';

/**
 * Returns the action 重置 for one row, by its id (SPEC §7).
 * @param enabled checks which rows offer the action; all by default
 */
export function resetRow(entity: Entity, enabled?: Action['enabled']): Action {
  return {
    key: 'reset',
    label: '重置',
    place: 'row',
    permission: [permissionOf(entity, 'reset')],
    confirm: messages.confirmReset,
    enabled,
    async run({ ids: [id], editor }) {
      if (id === undefined) return;
      await crud(entity, editor.calls).reset(id);
      feedback.notify('success', messages.resetDone);
      await editor.refresh();
    },
  };
}
