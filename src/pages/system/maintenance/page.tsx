import { useQuery } from '@tanstack/react-query';
import { Alert, Skeleton } from 'antd';
import { failureOf } from '@/api/callFailures';
import { client } from '@/api/client';
import { openMaintenance, removeMaintenance } from '@/features/system/maintenance/maintenanceCalls';
import { MaintenanceUploadDialog } from '@/features/system/maintenance/MaintenanceUploadDialog';
import { useMaintenanceUpload } from '@/features/system/maintenance/maintenanceUploadStore';
import { feedback } from '@/lib/feedback';
import { Notice } from '@/lib/notice/Notice';
import { type ActionContext, type CellProps, defineAction, definePage, ListEditor } from '@/listEditor';
import { useSession } from '@/session/sessionStore';
import {
  maintenanceFile,
  type MaintenanceKind,
  maintenanceTexts as texts,
} from '@contract/features/system/maintenanceFiles';
import { bytesText } from '@contract/fields/bytesText';
import { messages } from '@contract/messages';

const SizeCell = ({ row }: CellProps) => bytesText(Number(row['size']));

const uploadAction = (kind: MaintenanceKind, label: string) =>
  defineAction({
    key: `upload-${kind}`,
    label,
    place: 'toolbar',
    run: ({ editor }) => useMaintenanceUpload.setState({ kind, onDone: editor.refresh }),
  });

async function removeFiles({ ids, editor }: ActionContext): Promise<void> {
  const password = await feedback.prompt(texts.askPassword, { placeholder: texts.password, secret: true });
  if (password === null) return;
  try {
    await openMaintenance(password);
  } catch (error) {
    return feedback.notify('error', failureOf(error).pageText);
  }
  await removeMaintenance(ids);
  feedback.notify('success', messages.deleted);
  await editor.refresh();
}

const MaintenanceIntroduction = () => (
  <>
    <Alert type="info" showIcon title={texts.about} />
    <MaintenanceUploadDialog />
  </>
);

const page = definePage({
  entity: maintenanceFile,
  url: 'api/maintenance',
  columns: ['fileName', 'kind', 'size', 'facts', 'command', 'uploadedBy', 'uploadedAt'],
  widths: { fileName: 260, facts: 360, command: 420 },
  filters: ['kind', 'uploadedAt'],
  sort: 'uploadedAt,desc',
  abilities: [],
  empty: '还没有上传过备份或更新包',
  cells: { size: SizeCell },
  slots: { aboveList: MaintenanceIntroduction },
  actions: [
    uploadAction('database', texts.uploadDatabase),
    uploadAction('deploy', texts.uploadDeploy),
    defineAction({
      key: 'remove',
      label: texts.remove,
      place: 'row',
      danger: true,
      confirm: texts.confirmRemove,
      run: removeFiles,
    }),
  ],
});

/**
 * /system/maintenance: uploads a backup to restore and the product's update package, for the operator of the machine.
 */
export default function MaintenancePage() {
  const admin = useSession((session) => session.user?.isAdmin === true);
  const { isPending, error } = useQuery({
    queryKey: ['maintenance'],
    queryFn: async ({ signal }) =>
      (await client.get('api/maintenance', { params: { size: 10 }, signal, quiet: true })).status,
    enabled: admin,
    retry: false,
  });
  if (!admin) return <Notice title="仅平台管理员可用" text="系统维护涉及整个系统，请联系平台管理员。" />;
  if (isPending) return <Skeleton active />;
  const failure = error ? failureOf(error) : null;
  if (failure) return <Notice title="系统维护未开放" text={failure.status === 404 ? texts.off : failure.pageText} />;
  return <ListEditor page={page} />;
}
