import { crud } from '@/api/crudClient';
import { feedback } from '@/lib/feedback';
import type { AnyRow, Entity } from '@contract/entity';
import { messages } from '@contract/messages';
import { permissionOf } from '@contract/permissions';
import type { Action } from '../page';

/** SPEC §4: what a status change takes away from a row before it is sent. */
const notSent = new Set(['createBy', 'updateBy', 'createTime', 'updateTime']);

interface StatusOptions {
  readonly label: string;
  readonly field?: string;
  /** "2" unless told (SPEC §4). */
  readonly value?: string | boolean;
  /** One call with all ids, instead of one edit per row. */
  readonly bulk?: boolean;
  readonly danger?: boolean;
  readonly enabled?: (rows: readonly AnyRow[]) => boolean;
}

/** Sets a field of every selected row: through edit, row by row, or through the bulk call, all or none. */
export function changeStatus(
  entity: Entity,
  { label, field = 'status', value = '2', bulk = false, danger, enabled }: StatusOptions,
): Action {
  return {
    key: `status:${field}:${String(value)}`,
    label,
    at: 'selection',
    permission: [permissionOf(entity, bulk ? 'status' : 'edit')],
    confirm: (rows) => `确定将选中的${rows.length}条数据设为“${label}”吗？`,
    danger,
    enabled: (rows) => rows.length > 0 && (enabled?.(rows) ?? true),
    async run({ rows, ids, editor }) {
      const api = crud(entity, editor.url);
      if (bulk) await api.status(ids, field, value);
      else {
        // No form is open that could show a refusal, so the client says it.
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

/** One after the other, so that the first refusal stops the rest and says how far it came. */
async function editEach(
  rows: readonly AnyRow[],
  edit: (row: AnyRow) => Promise<unknown>,
  refresh: () => Promise<void>,
): Promise<void> {
  let done = 0;
  try {
    for (const row of rows) {
      await edit(row);
      done += 1;
    }
  } catch (error) {
    if (done > 0) feedback.notify('warning', `${done}条成功，其余${rows.length - done}条未修改`);
    await refresh();
    throw error;
  }
}
