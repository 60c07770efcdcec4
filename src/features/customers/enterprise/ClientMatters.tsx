import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Form, Input, Select, Skeleton, type FormInstance } from 'antd';
import { useState } from 'react';
import { failureOf } from '@/api/callFailures';
import { succeeded } from '@/api/succeeded';
import { ReplyBox, MatterThread } from '@/features/projects/clients/MatterThread';
import { PaneForm } from '@/fields/PaneForm';
import { FilePreview, type PreviewedFile } from '@/fields/preview/FilePreview';
import { feedback } from '@/lib/feedback';
import { FailureAlert } from '@/lib/notice/FailureAlert';
import { PageModal } from '@/session/overlays';
import { useSession } from '@/session/sessionStore';
import {
  type ClientMatter,
  type ClientMatterReply,
  matterTexts,
} from '@contract/features/customers/enterprise/clientMatters';
import { answerOrganization, answerVisit, askOrganization, fetchMatters, fetchReplyFile } from './clientSideCalls';
import styles from './enterprise.module.css';

const kindOptions = [
  { value: 'question', label: '咨询' },
  { value: 'objection', label: '异议' },
];

interface QuestionValues {
  readonly matterKind: string;
  readonly title: string;
  readonly content?: string;
}

const answerTexts = {
  visit: { label: '说明或可以的日期', agree: matterTexts.confirmVisit, decline: matterTexts.otherDay },
  plan: { label: '说明或意见', agree: matterTexts.confirmPlan, decline: matterTexts.otherPlan },
} as const;

/** Answer of a client to 到场确认 or 方案确认: agrees, or gives a reason and proposes another day or plan. */
function AgreementButtons({ matter, onDone }: { readonly matter: ClientMatter; readonly onDone: () => void }) {
  const { label, agree, decline } = answerTexts[matter.matterKind === 'plan' ? 'plan' : 'visit'];
  const [declineReason, setDeclineReason] = useState('');
  const [busy, setBusy] = useState(false);
  const answer = async (agreed: boolean) => {
    setBusy(true);
    await succeeded(
      answerVisit(matter.id, { agreed, content: declineReason }).then((message) => {
        feedback.notify('success', message);
        onDone();
      }),
    );
    setBusy(false);
  };
  return (
    <div className={styles.replyActs}>
      <Input
        size="small"
        aria-label={label}
        placeholder={label}
        maxLength={500}
        value={declineReason}
        onChange={(event) => setDeclineReason(event.target.value)}
      />
      <Button size="small" type="primary" loading={busy} onClick={() => void answer(true)}>
        {agree}
      </Button>
      <Button size="small" disabled={busy || !declineReason.trim()} onClick={() => void answer(false)}>
        {decline}
      </Button>
    </div>
  );
}

interface AskDialogProps {
  readonly isOpen: boolean;
  readonly busy: boolean;
  readonly submit: () => Promise<void>;
  readonly setOpen: (isAsking: boolean) => void;
  readonly form: FormInstance<QuestionValues>;
}

/** Dialog for a question or an objection to the agency. */
function AskDialog({ isOpen, busy, submit, setOpen, form }: AskDialogProps) {
  return (
    <PageModal
      open={isOpen}
      title="咨询或提出异议"
      okText="提交"
      confirmLoading={busy}
      onOk={() => void submit()}
      onCancel={() => setOpen(false)}
    >
      <PaneForm form={form} layout="vertical" initialValues={{ matterKind: 'question' }}>
        <Form.Item name="matterKind" label="类型" rules={[{ required: true, message: matterTexts.kindMissing }]}>
          <Select options={kindOptions} />
        </Form.Item>
        <Form.Item
          name="title"
          label="标题"
          rules={[{ required: true, whitespace: true, message: matterTexts.titleMissing }]}
        >
          <Input maxLength={100} />
        </Form.Item>
        <Form.Item name="content" label="内容">
          <Input.TextArea rows={4} maxLength={2000} showCount />
        </Form.Item>
      </PaneForm>
    </PageModal>
  );
}

/** Lists 客户往来 for the client, who can answer questions, confirm dates, and ask questions. */
export function ClientMatters({ project }: { readonly project: number }) {
  const queryClient = useQueryClient();
  const client = useSession((session) => session.user?.isQy === true);
  const key = ['enterprise', 'matters', project] as const;
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => fetchMatters(project, signal),
    retry: false,
  });
  const [form] = Form.useForm<QuestionValues>();
  const [isAsking, setIsAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [file, setFile] = useState<PreviewedFile | null>(null);
  const refresh = () => void queryClient.invalidateQueries({ queryKey: key });
  const open = (reply: ClientMatterReply) =>
    void succeeded(
      fetchReplyFile(reply.id).then((content) => setFile({ title: reply.attachment?.name ?? '', content })),
    );
  const submitQuestion = async () => {
    const values = await form.validateFields().catch(() => null);
    if (!values || busy) return;
    setBusy(true);
    const isSent = await succeeded(
      askOrganization(project, { ...values, content: values.content ?? '' }).then((message) =>
        feedback.notify('success', message),
      ),
    );
    setBusy(false);
    if (!isSent) return;
    setIsAsking(false);
    refresh();
  };
  if (error) return <FailureAlert message={failureOf(error).pageText} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton active />;
  return (
    <>
      {client && (
        <Button
          onClick={() => {
            form.resetFields();
            setIsAsking(true);
          }}
        >
          咨询或提出异议
        </Button>
      )}
      {data.length === 0 && <p className={styles.quiet}>{matterTexts.none}</p>}
      {data.map((clientMatter) => (
        <MatterThread key={clientMatter.id} matter={clientMatter} onOpen={open}>
          {client && clientMatter.state === 'open' && (clientMatter.visitOn || clientMatter.matterKind === 'plan') && (
            <AgreementButtons matter={clientMatter} onDone={refresh} />
          )}
          {client && (
            <ReplyBox
              label={clientMatter.title}
              onSend={async (reply) => {
                const message = await answerOrganization(clientMatter.id, reply);
                refresh();
                return message;
              }}
            />
          )}
        </MatterThread>
      ))}
      <AskDialog isOpen={isAsking} busy={busy} submit={submitQuestion} setOpen={setIsAsking} form={form} />
      <FilePreview file={file} onClose={() => setFile(null)} />
    </>
  );
}
