import { Alert } from 'antd';
import { useMemo, useState } from 'react';
import { failureOf } from '@/api/callFailures';
import { AllDataDialog } from '@/features/system/exports/AllDataDialog';
import { openExports, saveExport } from '@/features/system/exports/exportCalls';
import { ExportStateCell } from '@/features/system/exports/exportCells';
import { useExportRefresh } from '@/features/system/exports/useExportRefresh';
import { feedback } from '@/lib/feedback';
import { type ActionContext, defineAction, definePage, ListEditor, type ListPage } from '@/listEditor';
import { useSession } from '@/session/sessionStore';
import { exportRun } from '@contract/features/system/entities/exportRun';
import { exportTexts as texts } from '@contract/features/system/organizationExport';
import { permissionOf } from '@contract/permissions';

/** Downloads a finished export; all data of the organization only after the password. */
async function saveExportFile({ rows: [row] }: ActionContext): Promise<void> {
  if (!row) return;
  if (row['content'] === 'organization') {
    const password = await feedback.prompt(texts.askPassword, { placeholder: texts.password, secret: true });
    if (password === null) return;
    try {
      await openExports(password);
    } catch (error) {
      return feedback.notify('error', failureOf(error).pageText);
    }
  }
  await saveExport(row.id);
}

const RunningExportsNotice = () => {
  useExportRefresh();
  return <Alert type="info" showIcon title={texts.about} />;
};

const list = definePage({
  entity: exportRun,
  url: 'api/exportRun',
  columns: ['title', 'content', 'state', 'result', 'size', 'createTime', 'endedAt', 'keptUntil', 'sha256'],
  widths: { title: 240, state: 160, result: 280 },
  filters: ['content', 'state', 'createTime'],
  abilities: [],
  empty: '还没有导出过',
  cells: { state: ExportStateCell },
  slots: { aboveList: RunningExportsNotice },
});

/** /system/export: the person's exports in the background, and the export of all data of the organization. */
export default function ExportPage() {
  const [started, setStarted] = useState<(() => Promise<void>) | null>(null);
  const page = useMemo<ListPage>(
    () => ({
      ...list,
      actions: [
        defineAction({
          key: 'all',
          label: texts.all,
          place: 'toolbar',
          permission: [permissionOf(exportRun, 'add')],
          // The server refuses a platform administrator, who backs up the whole system instead.
          run: ({ editor }) =>
            useSession.getState().user?.isAdmin
              ? feedback.notify('warning', texts.platformAdmin)
              : setStarted(() => editor.refresh),
        }),
        defineAction({
          key: 'download',
          label: texts.download,
          place: 'row',
          enabled: ([row]) => row?.['state'] === 'done',
          run: saveExportFile,
        }),
      ],
    }),
    [],
  );
  return (
    <>
      <ListEditor page={page} />
      {started && <AllDataDialog onClose={() => setStarted(null)} onStarted={() => void started()} />}
    </>
  );
}
