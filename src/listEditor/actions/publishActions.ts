import { publishRows, withdrawRows } from '@/api/publishing';
import { feedback } from '@/lib/feedback';
import type { AnyRow, Entity } from '@contract/entity';
import { publicityStatus, publicityTexts } from '@contract/features/publicity/publicityWire';
import { permissionOf } from '@contract/permissions';
import type { Action } from '../page';

interface PublishOptions {
  /** Label of the publish action: 公示 or 发布. */
  readonly label: string;
  /** Path of the public page; the row's id is appended as `?id=`. */
  readonly publicPath: string;
}

const isPublished = (row: AnyRow | undefined): boolean => row?.status === publicityStatus.published;

/**
 * Returns the actions for publishing, withdrawing (with a reason) and viewing the public page, for an entity with a
 * `publicityStatus`.
 */
export function publishActions(entity: Entity, { label, publicPath }: PublishOptions): readonly Action[] {
  const permission = [permissionOf(entity, 'status')];
  return [
    {
      key: 'publish',
      label,
      place: 'selection',
      permission,
      confirm: (rows) => `${label}后任何人都可以查看，确定${label}选中的${rows.length}条数据吗？`,
      enabled: (rows) => rows.length > 0 && !rows.some(isPublished),
      async run({ rows, ids, editor }) {
        await publishRows(entity.path, rows);
        feedback.notify('success', publicityTexts.published(ids.length));
        editor.clearSelection();
        await editor.refresh();
      },
    },
    {
      key: 'withdraw',
      label: '撤回',
      place: 'selection',
      permission,
      danger: true,
      enabled: (rows) => rows.length > 0 && rows.every(isPublished),
      async run({ rows, ids, editor }) {
        const reason = await feedback.prompt(`撤回后公众将无法查看。请填写撤回原因（共${ids.length}条）`, {
          placeholder: '撤回原因',
          check: (text) => (text.trim() ? null : publicityTexts.noReason),
          okText: '撤回',
        });
        if (reason === null) return;
        await withdrawRows(entity.path, rows, reason);
        feedback.notify('success', publicityTexts.withdrawn);
        editor.clearSelection();
        await editor.refresh();
      },
    },
    {
      key: 'public',
      label: '公开',
      place: 'row',
      enabled: ([row]) => isPublished(row),
      run: ({ ids: [id] }) => void window.open(`${publicPath}?id=${id}`, '_blank', 'noopener'),
    },
  ];
}
