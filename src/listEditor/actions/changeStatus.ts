import { crud } from '@/api/crudClient';
import { feedback } from '@/lib/feedback';
import type { AnyRow, Entity } from '@contract/entity';
import { messages } from '@contract/messages';
import { permissionOf } from '@contract/permissions';
import type { Action } from '../page';

/** Fields that a status change leaves out of the row that it sends (SPEC §4). */
const notSent = new Set(['createBy', 'updateBy', 'createTime', 'updateTime']);

interface StatusOptions {
  readonly label: string;
  readonly field?: string;
  /** Value to set; `"2"` by default (SPEC §4). */
  readonly value?: string | boolean;
  /** Sends one request with all ids instead of one edit per row. */
  readonly bulk?: boolean;
  readonly danger?: boolean;
  readonly enabled?: (rows: readonly AnyRow[]) => boolean;
}

/**
 * Returns an action that sets one field of every selected row. With `bulk` the server changes all rows or none.
 * Otherwise rows are edited one by one and the first refusal stops.
 */
export function changeStatus(
  entity: Entity,
  { label, field = 'status', value = '2', bulk = false, danger, enabled }: StatusOptions,
): Action {
  return {
    key: `status:${field}:${String(value)}`,
    label,
    place: 'selection',
    permission: [permissionOf(entity, bulk ? 'status' : 'edit')],
    confirm: (rows) => `确定将选中的${rows.length}条数据设为“${label}”吗？`,
    danger,
    enabled: (rows) => rows.length > 0 && (enabled?.(rows) ?? true),
    async run({ rows, editor }) {
      const api = crud(entity, editor.calls);
      if (bulk) await api.status(rows, field, value);
      else {
        // `quiet: false` lets the client show a refusal, because no form is open that could show it.
        const edit = (row: AnyRow) =>
          api.edit(
            {
              ...Object.fromEntries(Object.entries(row).filter(([name]) => !notSent.has(name))),
              id: row.id,
              [field]: value,
            },
            { quiet: () => false },
          );
        await editEach(rows, edit, editor.refresh);
      }
      feedback.notify('success', messages.submitted);
      editor.clearSelection();
      await editor.refresh();
    },
  };
}

/** Edits rows one after another. On the first refusal it stops, reports the number of changed rows and rethrows. */
async function editEach(
  rows: readonly AnyRow[],
  edit: (row: AnyRow) => Promise<unknown>,
  refresh: () => Promise<void>,
): Promise<void> {
  let doneCount = 0;
  try {
    for (const row of rows) {
      await edit(row);
      doneCount += 1;
    }
  } catch (error) {
    if (doneCount > 0) feedback.notify('warning', `${doneCount}条成功，其余${rows.length - doneCount}条未修改`);
    await refresh();
    throw error;
  }
}
