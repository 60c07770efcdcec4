import { crud, type RelationPayload } from '@/api/crudClient';
import { feedback } from '@/lib/feedback';
import type { AnyRow, Entity } from '@contract/entity';
import { messages } from '@contract/messages';
import { permissionOf } from '@contract/permissions';
import type { Action } from '../page';

/**
 * Returns the action 关联, which relates blanks to their samples (SPEC §7).
 * @param payloadOf builds the body of the request from the selected rows
 */
export function relateAction(
  entity: Entity,
  payloadOf: (rows: readonly AnyRow[]) => RelationPayload | Promise<RelationPayload>,
): Action {
  return {
    key: 'relation',
    label: '关联',
    place: 'selection',
    permission: [permissionOf(entity, 'relation')],
    confirm: messages.confirmRelate,
    async run({ rows, editor }) {
      await crud(entity, editor.calls).relation(await payloadOf(rows));
      feedback.notify('success', messages.related);
      editor.clearSelection();
      await editor.refresh();
    },
  };
}

/**
 * Returns the action 取消关联, which sends only the ids.
 * @param successMessage message after a success
 */
export function cancelRelation(entity: Entity, successMessage: string = messages.removed): Action {
  return {
    key: 'cancelRelation',
    label: '取消关联',
    place: 'selection',
    permission: [permissionOf(entity, 'cancelRelation')],
    confirm: messages.confirmCancelRelate,
    async run({ ids, editor }) {
      await crud(entity, editor.calls).cancelRelation(ids);
      feedback.notify('success', successMessage);
      editor.clearSelection();
      await editor.refresh();
    },
  };
}
