import { crud, type DistributePayload } from '@/api/crudClient';
import { feedback } from '@/lib/feedback';
import type { AnyRow, Entity } from '@contract/entity';
import { messages } from '@contract/messages';
import { permissionOf } from '@contract/permissions';
import type { Action } from '../page';

/**
 * Returns the action 分发 for the selected rows (SPEC §7).
 * @param payloadOf asks the person for the recipients; null cancels the action
 */
export function distribute(
  entity: Entity,
  payloadOf: (rows: readonly AnyRow[]) => Promise<DistributePayload | null>,
): Action {
  return {
    key: 'distribute',
    label: '分发',
    at: 'selection',
    permission: [permissionOf(entity, 'distribute')],
    async run({ rows, editor }) {
      const payload = await payloadOf(rows);
      if (!payload) return;
      await crud(entity, editor.url).distribute(payload);
      feedback.notify('success', messages.submitted);
      editor.clearSelection();
      await editor.refresh();
    },
  };
}
