import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, DatePicker, Form, Input, Select, Skeleton, type FormInstance } from 'antd';
import type { Dayjs } from 'dayjs';
import { useEffect, useState } from 'react';
import { failureOf } from '@/api/callFailures';
import { succeeded } from '@/api/succeeded';
import { PaneForm } from '@/fields/PaneForm';
import { FilePreview, type PreviewedFile } from '@/fields/preview/FilePreview';
import { feedback } from '@/lib/feedback';
import { FailureAlert } from '@/lib/notice/FailureAlert';
import { PageModal } from '@/session/overlays';
import { useCan } from '@/session/useCan';
import { type ClientMatterReply, matterTexts } from '@contract/features/customers/enterprise/clientMatters';
import { clientMatter } from '@contract/features/customers/entities/clientMatter';
import { clientReply } from '@contract/features/customers/entities/clientReply';
import { permissionOf } from '@contract/permissions';
import { answerClient, askClient, closeMatter, fetchProjectMatters } from './clientCalls';
import { ReplyBox, MatterThread } from './MatterThread';
import styles from './thread.module.css';

const rights = {
  ask: [permissionOf(clientMatter, 'add')],
  reply: [permissionOf(clientReply, 'add')],
  close: [permissionOf(clientMatter, 'status')],
};
const matterKindOptions = [
  { value: 'document', label: '提供资料' },
  { value: 'visit', label: '到场确认' },
  { value: 'plan', label: '方案确认' },
  { value: 'question', label: '咨询' },
];

interface MatterValues {
  readonly matterKind: string;
  readonly title: string;
  readonly content?: string;
  readonly day?: Dayjs | null;
}

interface AskDialogProps {
  readonly project: number;
  readonly open: boolean;
  /** Shows the outcome of a call and reloads the matters. Resolves to false after a failure. */
  readonly runAndRefresh: (work: Promise<string>) => Promise<boolean>;
  readonly onClose: () => void;
}

/** Kind, title, day and content of a new matter. */
function MatterForm({ form, kind }: { readonly form: FormInstance<MatterValues>; readonly kind: string }) {
  return (
    <PaneForm form={form} layout="vertical" initialValues={{ matterKind: 'document' }}>
      <Form.Item name="matterKind" label="类型" rules={[{ required: true, message: matterTexts.kindMissing }]}>
        <Select options={matterKindOptions} />
      </Form.Item>
      {kind === 'plan' && <p className={styles.quiet}>{matterTexts.planHint}</p>}
      <Form.Item
        name="title"
        label="标题"
        rules={[{ required: true, whitespace: true, message: matterTexts.titleMissing }]}
      >
        <Input maxLength={100} />
      </Form.Item>
      {(kind === 'visit' || kind === 'document') && (
        <Form.Item
          name="day"
          label={kind === 'visit' ? '到场日期' : '希望提供日期'}
          rules={kind === 'visit' ? [{ required: true, message: matterTexts.visitMissing }] : []}
        >
          <DatePicker style={{ width: '100%' }} />
        </Form.Item>
      )}
      <Form.Item name="content" label="内容">
        <Input.TextArea rows={4} maxLength={2000} showCount />
      </Form.Item>
    </PaneForm>
  );
}

/** Asks the client for a document, a day on site or an answer. */
function AskDialog({ project, open, runAndRefresh, onClose }: AskDialogProps) {
  const [form] = Form.useForm<MatterValues>();
  const kind = Form.useWatch('matterKind', form);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    if (open) form.resetFields();
  }, [open, form]);
  const submit = async () => {
    const values = await form.validateFields().catch(() => null);
    if (!values || busy) return;
    setBusy(true);
    const { matterKind, title, content = '', day } = values;
    const dayText = day?.format('YYYY-MM-DD') ?? null;
    const isSent = await runAndRefresh(
      askClient({
        project,
        matterKind,
        title,
        content,
        ...(matterKind === 'visit' ? { visitOn: dayText } : matterKind === 'document' ? { dueOn: dayText } : {}),
      }),
    );
    setBusy(false);
    if (isSent) onClose();
  };
  return (
    <PageModal
      open={open}
      title="新事项"
      okText="发送给企业"
      confirmLoading={busy}
      onOk={() => void submit()}
      onCancel={onClose}
    >
      <MatterForm form={form} kind={kind} />
    </PageModal>
  );
}

/** Lists 客户往来 for the organization, which can request documents and dates, answer, and close matters. */
export function OrganizationMatters({ project }: { readonly project: number }) {
  const queryClient = useQueryClient();
  const [mayAsk, mayReply, mayClose] = [useCan(rights.ask), useCan(rights.reply), useCan(rights.close)];
  const key = ['list', clientMatter.path, 'of', project] as const;
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => fetchProjectMatters(project, signal),
    retry: false,
  });
  const [isDialogOpen, setDialogOpen] = useState(false);
  const [file, setFile] = useState<PreviewedFile | null>(null);
  const refresh = () => void queryClient.invalidateQueries({ queryKey: key });
  const open = ({ attachment }: ClientMatterReply) =>
    attachment && setFile({ title: attachment.name, content: attachment.id });
  const runAndRefresh = (work: Promise<string>) =>
    succeeded(
      work.then((message) => {
        feedback.notify('success', message);
        refresh();
      }),
    );
  if (error) return <FailureAlert message={failureOf(error).pageText} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton active />;
  return (
    <>
      {mayAsk && <Button onClick={() => setDialogOpen(true)}>新事项</Button>}
      {data.length === 0 && <p className={styles.quiet}>{matterTexts.none}</p>}
      {data.map((clientMatter) => (
        <MatterThread key={clientMatter.id} matter={clientMatter} onOpen={open}>
          {mayReply && (
            <ReplyBox
              label={clientMatter.title}
              onSend={async (reply) => {
                const message = await answerClient({ matter: clientMatter.id, ...reply });
                refresh();
                return message;
              }}
            />
          )}
          {mayClose && (
            <Button size="small" onClick={() => void runAndRefresh(closeMatter(clientMatter.id))}>
              办结
            </Button>
          )}
        </MatterThread>
      ))}
      <AskDialog
        project={project}
        open={isDialogOpen}
        runAndRefresh={runAndRefresh}
        onClose={() => setDialogOpen(false)}
      />
      <FilePreview file={file} onClose={() => setFile(null)} />
    </>
  );
}
