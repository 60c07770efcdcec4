import { storedFile } from '@contract/entities/system/storedFile';
import { messages } from '@contract/messages';
import { permissionOf } from '@contract/permissions';
import { client } from '@/api/client';
import { openFile, saveFile } from '@/api/files';
import { feedback } from '@/lib/feedback';
import { defineAction, definePage } from '@/listEditor';
import { HashCell, SizeCell, UseCell } from './cells';
import { FileDetail } from './FileDetail';

/** /system/file: who brought what, where it is used; and cleaning away what no row refers to. */
export default definePage({
  entity: storedFile,
  columns: ['name', 'usedBy', 'mime', 'size', 'createByName', 'createTime', 'open', 'sha256'],
  filters: ['name', 'orphan', 'createTime', 'createByName', 'mime', 'size', 'sha256'],
  sort: 'createTime,desc',
  can: [],
  cells: { usedBy: UseCell, size: SizeCell, sha256: HashCell },
  slots: { detail: FileDetail },
  actions: [
    defineAction({ key: 'orphans', label: '查找可清理的文件', at: 'toolbar', permission: [permissionOf(storedFile, 'del')], run: ({ open }) => open('/system/file', { orphan: 'true' }) }),
    defineAction({ key: 'preview', label: '预览', at: 'row', enabled: (rows) => rows.every((row) => /^image\//.test(String(row.mime))), run: ({ rows: [row] }) => (row ? openFile(String(row.id)) : undefined) }),
    defineAction({ key: 'save', label: '下载', at: 'row', run: ({ rows: [row] }) => (row ? saveFile(String(row.id)) : undefined) }),
    defineAction({
      key: 'clean',
      label: '清理',
      at: 'selection',
      danger: true,
      permission: [permissionOf(storedFile, 'del')],
      confirm: (rows) => `确定清理选中的${rows.length}个文件吗？文件内容将被删除，不能恢复。正被使用或上传未满一天的文件不会被清理。`,
      async run({ rows, editor }) {
        await client.delete(`${storedFile.path}/delete`, { data: rows.map(({ id }) => id) });
        feedback.notify('success', messages.deleted);
        editor.clearSelection();
        await editor.refresh();
      },
    }),
  ],
});
