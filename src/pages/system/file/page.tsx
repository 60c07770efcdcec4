import { storedFile } from '@contract/features/system/entities/storedFile';
import { messages } from '@contract/messages';
import { permissionOf } from '@contract/permissions';
import { useMemo, useState } from 'react';
import { client } from '@/api/client';
import { saveFile } from '@/api/files';
import { isPdf, isPicture } from '@/fields/preview/fileEnding';
import { FilePreview, type PreviewedFile } from '@/fields/preview/FilePreview';
import { feedback } from '@/lib/feedback';
import { defineAction, definePage, ListEditor, type ListPage } from '@/listEditor';
import { HashCell, SizeCell, UseCell } from '@/features/system/files/cells';
import { FileDetail } from '@/features/system/files/FileDetail';
import { FileUsageLine } from '@/features/system/files/FileUsageLine';

const list = definePage({
  entity: storedFile,
  columns: ['name', 'usedBy', 'mime', 'size', 'createByName', 'createTime', 'open', 'sha256'],
  filters: ['name', 'orphan', 'createTime', 'createByName', 'mime', 'size', 'sha256'],
  sort: 'createTime,desc',
  can: [],
  cells: { usedBy: UseCell, size: SizeCell, sha256: HashCell },
  slots: { detail: FileDetail },
  actions: [
    defineAction({ key: 'orphans', label: '查找可清理的文件', at: 'toolbar', permission: [permissionOf(storedFile, 'del')], run: ({ open }) => open('/system/file', { orphan: 'true' }) }),
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

/** /system/file: who brought what, where it is used; and cleaning away what no row refers to. */
export default function FilePage() {
  const [shown, setShown] = useState<PreviewedFile | null>(null);
  const page = useMemo<ListPage>(() => {
    const preview = defineAction({
      key: 'preview', label: '预览', at: 'row',
      enabled: (rows) => rows.every(({ name }) => isPicture(String(name)) || isPdf(String(name))),
      run: ({ rows: [row] }) => void (row && setShown({ title: String(row.name), content: String(row.id) })),
    });
    return { ...list, actions: [preview, ...(list.actions ?? [])] };
  }, []);
  return (
    <>
      <FileUsageLine />
      <ListEditor page={page} />
      <FilePreview file={shown} onClose={() => setShown(null)} />
    </>
  );
}
