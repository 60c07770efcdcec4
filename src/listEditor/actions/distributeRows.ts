import { crud, type DistributePayload } from '@/api/crudClient';
import { feedback } from '@/lib/feedback';
import type { AnyRow, Entity } from '@contract/entity';
import { messages } from '@contract/messages';
import { permissionOf } from '@contract/permissions';
import type { Action } from '../page';

interface DistributeOptions {
  readonly key?: string;
  readonly label?: string;
  readonly place?: Action['place'];
  readonly confirm?: Action['confirm'];
  readonly enabled?: Action['enabled'];
}

/**
 * Returns the action 分发 (SPEC §7). The page asks for the analyst (null: the person cancelled), or names the sample and
 * its plan row.
 * @param payloadOf returns what is sent for the selected rows, or null if the person cancelled
 */
export function distributeAction(
  entity: Entity,
  payloadOf: (rows: readonly AnyRow[]) => DistributePayload | null | Promise<DistributePayload | null>,
  { key = 'distribute', label = '分发', place = 'selection', confirm, enabled }: DistributeOptions = {},
): Action {
  return {
    key,
    label,
    place: place,
    permission: [permissionOf(entity, 'distribute')],
    confirm,
    enabled,
    async run({ rows, editor }) {
      const payload = await payloadOf(rows);
      if (!payload) return;
      await crud(entity, editor.calls).distribute(payload);
      feedback.notify('success', messages.submitted);
      editor.clearSelection();
      await editor.refresh();
    },
  };
}
