import InboxOutlined from '@ant-design/icons/InboxOutlined';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Empty, Select, Table, type TableColumnsType, Upload } from 'antd';
import { useRef, useState } from 'react';
import { crud } from '@/api/crudClient';
import { saveFile, uploadFile } from '@/api/files';
import { succeeded } from '@/api/succeeded';
import { FilePreview, type PreviewedFile } from '@/fields/preview/FilePreview';
import { acceptOf } from '@/fields/upload/uploadAccept';
import { clearable } from '@/lib/clearableInput';
import { feedback } from '@/lib/feedback';
import { useMay } from '@/session/useCan';
import { fixedDictionaries } from '@contract/dictionaries';
import type { Row } from '@contract/entity';
import { labAttachmentTexts } from '@contract/features/laboratory/attachments/attachmentTexts';
import { labAttachment } from '@contract/features/laboratory/entities/labAttachment';
import { labPeak } from '@contract/features/laboratory/entities/labPeak';
import { messages } from '@contract/messages';
import { permissionOf } from '@contract/permissions';
import type { MethodPageProps } from '../methodPages';
import { workKey } from '../useRecordPage';
import { TakePeaksDrawer } from './TakePeaksDrawer';
import { UnmatchedPeaks } from './UnmatchedPeaks';
import styles from '../methods.module.css';

type LabAttachment = Row<typeof labAttachment>;

const api = crud(labAttachment);
const attachmentKinds = fixedDictionaries.labAttachmentKind.map(({ value, label }) => ({ value, label }));
const table = /\.(csv|txt|xlsx?)$/i;
/** Names of files that 读取数据 can read: tables, and printed reports of instruments. */
const readable = /\.(csv|txt|xlsx?|pdf)$/i;
const picture = /\.(png|jpe?g|gif|webp)$/i;

/** Guesses the kind of a file from its name and the method. A person can change it in the list. */
const kindFor = (name: string, method: string | null): string =>
  table.test(name) ? 'rawData' : picture.test(name) ? 'photo' : method === 'outsourced' ? 'report' : 'spectrum';

type AttachmentEdit = Partial<Pick<LabAttachment, 'attachmentKind' | 'sample'>>;

const keyOf = (sheet: number) => [...workKey(sheet), 'attachments'] as const;

const sizeText = (bytes: number | null): string =>
  bytes === null
    ? '–'
    : bytes < 1024 * 1024
      ? `${Math.max(1, Math.round(bytes / 1024))} KB`
      : `${(bytes / 1024 / 1024).toFixed(1)} MB`;

interface AttachmentColumnsOptions {
  readonly samples: readonly { readonly value: number; readonly label: string }[];
  readonly mayEdit: boolean;
  readonly mayRemove: boolean;
  readonly mayTake: boolean;
  readonly openPreview: (file: PreviewedFile) => void;
  readonly edit: (row: LabAttachment, values: AttachmentEdit) => Promise<void>;
  readonly remove: (row: LabAttachment) => Promise<void>;
  readonly takePeaks: (row: LabAttachment) => void;
}

type AttachmentColumn = TableColumnsType<LabAttachment>[number];

const fileColumn = (show: AttachmentColumnsOptions['openPreview']): AttachmentColumn => ({
  title: '文件',
  dataIndex: 'fileName',
  width: 224,
  ellipsis: true,
  render: (name: string | null, row) => (
    <Button
      type="link"
      size="small"
      className={styles.fileLink}
      title={name ?? ''}
      onClick={() => show({ title: name ?? '', content: row.file })}
    >
      {name}
    </Button>
  ),
});

const kindColumn = ({ mayEdit, edit }: AttachmentColumnsOptions): AttachmentColumn => ({
  title: '类型',
  dataIndex: 'attachmentKind',
  width: 124,
  render: (value: string, row) =>
    mayEdit ? (
      <Select
        size="small"
        variant="borderless"
        aria-label={`类型：${row.fileName ?? ''}`}
        value={value}
        options={attachmentKinds}
        style={{ width: 108 }}
        onChange={(next) => void edit(row, { attachmentKind: next })}
      />
    ) : (
      attachmentKinds.find((kind) => kind.value === value)?.label
    ),
});

const sampleColumn = ({ samples, mayEdit, edit }: AttachmentColumnsOptions): AttachmentColumn => ({
  title: '样品编号',
  dataIndex: 'sample',
  width: 200,
  render: (value: number | null, row) =>
    mayEdit ? (
      <Select
        size="small"
        variant="borderless"
        allowClear={clearable}
        aria-label={`样品：${row.fileName ?? ''}`}
        placeholder="整份记录"
        value={value}
        options={[...samples]}
        style={{ width: 184 }}
        onChange={(next: number | undefined) => void edit(row, { sample: next ?? null })}
      />
    ) : (
      (row.sampleName ?? '整份记录')
    ),
});

const actionsColumn = ({ mayTake, mayRemove, takePeaks, remove }: AttachmentColumnsOptions): AttachmentColumn => ({
  title: '操作',
  key: 'actions',
  width: 196,
  fixed: 'right',
  render: (_, row) => (
    <>
      {mayTake && readable.test(row.fileName ?? '') && (
        <Button type="link" size="small" onClick={() => takePeaks(row)}>
          读取数据
        </Button>
      )}
      <Button type="link" size="small" onClick={() => void succeeded(saveFile(row.file))}>
        下载
      </Button>
      {mayRemove && (
        <Button type="link" size="small" danger onClick={() => void remove(row)}>
          删除
        </Button>
      )}
    </>
  ),
});

const attachmentColumns = (options: AttachmentColumnsOptions): TableColumnsType<LabAttachment> => [
  fileColumn(options.openPreview),
  kindColumn(options),
  sampleColumn(options),
  { title: '大小', dataIndex: 'size', width: 84, align: 'right', render: sizeText },
  {
    title: 'SHA-256',
    dataIndex: 'sha256',
    width: 118,
    render: (hash: string | null) => <code title={hash ?? ''}>{hash?.slice(0, 10) ?? '–'}</code>,
  },
  { title: '上传人', dataIndex: 'createByName', width: 92 },
  { title: '上传时间', dataIndex: 'createTime', width: 156 },
  actionsColumn(options),
];

/** Returns the writing calls of a record's attachments, and the number of running uploads. */
function useAttachmentCalls({ work: { sheet }, reload }: Pick<MethodPageProps, 'work' | 'reload'>) {
  const queryClient = useQueryClient();
  const [busy, setBusy] = useState(0);
  const refreshAll = async () => {
    await queryClient.invalidateQueries({ queryKey: keyOf(sheet.id) });
    await reload();
  };
  // Uploads one after another, so that files keep the order in which they were chosen.
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  const bring = async (file: File) => {
    setBusy((count) => count + 1);
    const upload = async () => {
      const storedFile = await uploadFile(file, 'document');
      await api.add(
        {
          sheet: sheet.id,
          curve: null,
          sample: null,
          attachmentKind: kindFor(storedFile.name, sheet.methodKind),
          file: storedFile.id,
          remark: null,
        },
        { quiet: () => false },
      );
      feedback.notify('success', messages.uploaded);
      await refreshAll();
    };
    const queuedUpload = queue.current.then(() => succeeded(upload()));
    queue.current = queuedUpload.catch(() => undefined);
    await queuedUpload.finally(() => setBusy((count) => count - 1));
  };
  const edit = async (row: LabAttachment, values: AttachmentEdit) => {
    if (await succeeded(api.edit({ ...row, ...values } as never, { quiet: () => false }))) await refreshAll();
  };
  const remove = async (row: LabAttachment) => {
    if (!(await feedback.confirm(messages.confirmDelete, { danger: true }))) return;
    if (!(await succeeded(api.remove([row])))) return;
    feedback.notify('success', messages.deleted);
    await refreshAll();
  };
  return { busy, bring, edit, remove, changed: refreshAll };
}

/** Area to drop files on. */
function UploadArea({ busy, onFile }: { readonly busy: boolean; readonly onFile: (file: File) => void }) {
  return (
    <Upload.Dragger
      accept={acceptOf('document')}
      multiple
      showUploadList={false}
      disabled={busy}
      customRequest={({ file }) => onFile(file as File)}
    >
      <p className={styles.drop}>
        <InboxOutlined aria-hidden="true" />　{busy ? '正在上传…' : labAttachmentTexts.drop}
      </p>
      <small>{labAttachmentTexts.limits}</small>
    </Upload.Dragger>
  );
}

/**
 * 样品附件: chromatograms, photographs and exports, each with its hash at the upload. Peak tables are transferred
 * into the record.
 */
export function AttachmentPage({ work, reload }: MethodPageProps) {
  const { sheet, locked, rows } = work;
  const hasPermission = useMay();
  const { busy, bring, edit, remove, changed } = useAttachmentCalls({ work, reload });
  const [previewedFile, setPreviewedFile] = useState<PreviewedFile | null>(null);
  const [peakAttachment, setPeakAttachment] = useState<LabAttachment | null>(null);
  const { data, isPending, isError } = useQuery({
    queryKey: keyOf(sheet.id),
    queryFn: async ({ signal }) =>
      (await api.list({ sheet: sheet.id, page: 0, size: 500, sort: 'id,desc' }, signal)).content,
  });
  const mayAdd = locked === null && hasPermission([permissionOf(labAttachment, 'add')]);
  const mayEdit = locked === null && hasPermission([permissionOf(labAttachment, 'edit')]);
  const mayRemove = locked === null && hasPermission([permissionOf(labAttachment, 'del')]);
  const mayTake = locked === null && hasPermission([permissionOf(labPeak, 'edit')]);
  const samples = [...new Map(rows.map((row) => [row.sample, { value: row.sample, label: row.sampleNo }])).values()];
  return (
    <>
      {mayAdd && <UploadArea busy={busy > 0} onFile={(file) => void bring(file)} />}
      <Table<LabAttachment>
        size="small"
        rowKey="id"
        loading={isPending}
        dataSource={data ?? []}
        pagination={false}
        scroll={{ x: 1194 }}
        locale={{
          emptyText: (
            <Empty
              image={Empty.PRESENTED_IMAGE_SIMPLE}
              description={isError ? '附件加载失败，请刷新后重试' : labAttachmentTexts.none}
            />
          ),
        }}
        columns={attachmentColumns({
          samples,
          mayEdit,
          mayRemove,
          mayTake,
          openPreview: setPreviewedFile,
          edit,
          remove,
          takePeaks: setPeakAttachment,
        })}
      />
      <UnmatchedPeaks work={work} may={mayTake} onSettled={() => void changed()} />
      <FilePreview file={previewedFile} onClose={() => setPreviewedFile(null)} />
      <TakePeaksDrawer
        work={work}
        attachment={peakAttachment}
        onClose={() => setPeakAttachment(null)}
        onTaken={() => void changed()}
      />
    </>
  );
}
