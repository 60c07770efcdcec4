import { Alert, Button, DatePicker, Form, Input } from 'antd';
import type { Dayjs } from 'dayjs';
import { useState } from 'react';
import { failureOf } from '@/api/callFailures';
import type { WorkflowRowProps } from '@/features/projects/workflowRow/WorkflowRowPage';
import { PaneForm } from '@/fields/PaneForm';
import { feedback } from '@/lib/feedback';
import { PageModal } from '@/session/overlays';
import { useSession } from '@/session/sessionStore';
import { useCan } from '@/session/useCan';
import { outsideTask } from '@contract/features/reviewers/entities/outsideTask';
import { outsideTexts } from '@contract/features/reviewers/reviewerTexts';
import { permissionOf } from '@contract/permissions';
import { answerDayRequest, requestOtherDay } from './reviewerCalls';
import styles from './outside.module.css';

const editPermissions = [permissionOf(outsideTask, 'edit')];
const isOpen = (state: unknown): boolean => state === 'assigned' || state === 'checking';

interface NewDayValues {
  readonly askedOn: Dayjs;
  readonly askedReason: string;
}

/** 申请改期: the reviewer asks for another date, with a reason. */
export function AskDay({ row, refresh }: Pick<WorkflowRowProps, 'row' | 'refresh'>) {
  const isMine = useSession((session) => session.user?.id === row.reviewer);
  const [form] = Form.useForm<NewDayValues>();
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  if (!isMine || !isOpen(row.state)) return null;
  const send = async () => {
    const values = await form.validateFields().catch(() => null);
    if (!values || busy) return;
    setBusy(true);
    try {
      feedback.notify(
        'success',
        await requestOtherDay({
          id: row.id,
          version: row.version,
          askedOn: values.askedOn.format('YYYY-MM-DD'),
          askedReason: values.askedReason,
        }),
      );
      setOpen(false);
      refresh();
    } catch (error) {
      form.setFields(
        (failureOf(error).errors ?? []).map(({ field, message }) => ({
          name: field as keyof NewDayValues,
          errors: [message],
        })),
      );
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Button
        onClick={() => {
          form.resetFields();
          setOpen(true);
        }}
      >
        {outsideTexts.askDay}
      </Button>
      <PageModal
        open={open}
        title={outsideTexts.askDay}
        okText="提交申请"
        confirmLoading={busy}
        onOk={() => void send()}
        onCancel={() => setOpen(false)}
      >
        <PaneForm form={form} layout="vertical">
          <Form.Item name="askedOn" label="希望完成日期" rules={[{ required: true, message: outsideTexts.dayMissing }]}>
            <DatePicker style={{ width: '100%' }} />
          </Form.Item>
          <Form.Item
            name="askedReason"
            label="原因"
            rules={[{ required: true, whitespace: true, message: outsideTexts.dayReasonMissing }]}
          >
            <Input.TextArea rows={3} maxLength={300} showCount />
          </Form.Item>
        </PaneForm>
      </PageModal>
    </>
  );
}

/** Shows the requested date to people who may accept it. */
export function RequestedDay({ row, refresh }: Pick<WorkflowRowProps, 'row' | 'refresh'>) {
  const mayAnswer = useCan(editPermissions);
  const isMine = useSession((session) => session.user?.id === row.reviewer);
  const [busy, setBusy] = useState(false);
  if (typeof row.askedOn !== 'string' || !isOpen(row.state)) return null;
  const answer = async (agreed: boolean) => {
    setBusy(true);
    try {
      feedback.notify('success', await answerDayRequest({ id: row.id, version: row.version, agreed }));
    } catch (error) {
      failureOf(error);
    } finally {
      setBusy(false);
      refresh();
    }
  };
  const actionButtons =
    mayAnswer && !isMine ? (
      <span className={styles.bar}>
        <Button size="small" type="primary" loading={busy} onClick={() => void answer(true)}>
          同意改期
        </Button>
        <Button size="small" disabled={busy} onClick={() => void answer(false)}>
          不同意
        </Button>
      </span>
    ) : undefined;
  return (
    <Alert
      type="info"
      showIcon
      title={`检查人申请改为${row.askedOn}完成：${String(row.askedReason ?? '')}`}
      action={actionButtons}
    />
  );
}
