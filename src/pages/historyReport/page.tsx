import { useState } from 'react';
import { UploadHistoryReportsDialog } from '@/features/reports/history/UploadHistoryReportsDialog';
import { defineAction, definePage, ListEditor, type ListPage } from '@/listEditor';
import { historyReport } from '@contract/features/reports/entities/historyReport';
import { historyTexts } from '@contract/features/reports/historyPapers';
import { permissionOf } from '@contract/permissions';

const list = definePage({
  entity: historyReport,
  url: 'api/historyReport',
  columns: [
    'reportNo',
    'unit',
    'reportKind',
    'issuedOn',
    'sampledOn',
    'exceeded',
    'conclusion',
    'signer',
    'paper',
    'keptUntil',
    'fileName',
    'remark',
    'createTime',
  ],
  filters: ['reportNo', 'unit', 'reportKind', 'issuedOn', 'sampledOn', 'exceeded', 'conclusion', 'keptUntil'],
  form: [
    { title: historyTexts.broughtIn, fields: ['reportNo', 'unit', 'reportKind', 'issuedOn', 'sampledOn', 'signer'] },
    { title: '结论与文件', fields: ['conclusion', 'exceeded', 'paper', 'fileName', 'remark'] },
  ],
});

/** 历史报告: reports that the organization issued before it used the product, as a list and as papers. */
export default function HistoryReports() {
  const [uploading, setUploading] = useState<(() => Promise<void>) | null>(null);
  const [page] = useState<ListPage>(() => ({
    ...list,
    actions: [
      defineAction({
        key: 'papers',
        label: historyTexts.upload,
        place: 'toolbar',
        permission: [permissionOf(historyReport, 'edit')],
        run: ({ editor }) => setUploading(() => editor.refresh),
      }),
    ],
  }));
  return (
    <>
      <ListEditor page={page} />
      {uploading && <UploadHistoryReportsDialog onClose={() => setUploading(null)} onSaved={() => void uploading()} />}
    </>
  );
}
