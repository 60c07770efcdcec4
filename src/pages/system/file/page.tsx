import { useMemo, useState } from 'react';
import { client } from '@/api/client';
import { saveFile } from '@/api/files';
import { HashCell, SizeCell, UseCell } from '@/features/system/files/fileCells';
import { FileDetail } from '@/features/system/files/FileDetail';
import { FileUsageLine } from '@/features/system/files/FileUsageLine';
import { isPdf, isPicture } from '@/fields/preview/fileEnding';
import { FilePreview, type PreviewedFile } from '@/fields/preview/FilePreview';
import { feedback } from '@/lib/feedback';
import { defineAction, definePage, ListEditor, type ListPage } from '@/listEditor';
import type { AnyRow } from '@contract/entity';
import { storedFile } from '@contract/features/system/entities/storedFile';
import { messages } from '@contract/messages';
import { permissionOf } from '@contract/permissions';

/** Checks whether a file belongs to no row and is less than a day old. A form that is still open may need it. */
const isFresh = (row: AnyRow): boolean => row['clearFrom'] !== null && row['orphan'] !== true;

function cleanQuestion(rows: readonly AnyRow[]): string {
  const freshCount = rows.filter(isFresh).length;
  return `确定删除选中的${rows.length}个文件吗？文件内容将被删除，不能恢复；正被使用的文件不会被删除。${freshCount ? `其中${freshCount}个上传未满一天，可能有人正在填写的表单要用，将立即删除。` : ''}`;
}

const list = definePage({
  entity: storedFile,
  url: 'api/storedFile',
  columns: ['name', 'usedBy', 'mime', 'size', 'createByName', 'createTime', 'clearFrom', 'open', 'sha256'],
  filters: ['name', 'orphan', 'createTime', 'createByName', 'mime', 'size', 'sha256'],
  sort: 'createTime,desc',
  abilities: [],
  cells: { usedBy: UseCell, size: SizeCell, sha256: HashCell },
  slots: { detail: FileDetail },
  actions: [
    defineAction({
      key: 'orphans',
      label: '查找可删除的文件',
      place: 'toolbar',
      permission: [permissionOf(storedFile, 'del')],
      run: ({ open }) => open('/system/file', { orphan: 'true' }),
    }),
    defineAction({
      key: 'save',
      label: '下载',
      place: 'row',
      run: ({ rows: [row] }) => (row ? saveFile(String(row.id)) : undefined),
    }),
    defineAction({
      key: 'clean',
      label: '删除',
      place: 'selection',
      danger: true,
      permission: [permissionOf(storedFile, 'del')],
      confirm: cleanQuestion,
      async run({ rows, editor }) {
        await client.delete(`${storedFile.path}/delete`, {
          data: rows.map(({ id }) => id),
          ...(rows.some(isFresh) && { params: { now: true } }),
        });
        feedback.notify('success', messages.deleted);
        editor.clearSelection();
        await editor.refresh();
      },
    }),
  ],
});

/** /system/file: uploader and use of each file, and deletion of files that no row refers to. */
export default function FilePage() {
  const [previewedFile, setPreviewedFile] = useState<PreviewedFile | null>(null);
  const page = useMemo<ListPage>(() => {
    const preview = defineAction({
      key: 'preview',
      label: '预览',
      place: 'row',
      enabled: (rows) => rows.every(({ name }) => isPicture(String(name)) || isPdf(String(name))),
      run: ({ rows: [row] }) => void (row && setPreviewedFile({ title: String(row.name), content: String(row.id) })),
    });
    return { ...list, actions: [preview, ...(list.actions ?? [])] };
  }, []);
  return (
    <>
      <FileUsageLine />
      <ListEditor page={page} />
      <FilePreview file={previewedFile} onClose={() => setPreviewedFile(null)} />
    </>
  );
}
