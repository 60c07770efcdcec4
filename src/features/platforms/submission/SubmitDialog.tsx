import { Alert, Form, Input, Select } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { failureOf } from '@/api/callFailures';
import { PaneForm } from '@/fields/PaneForm';
import { feedback } from '@/lib/feedback';
import { newId } from '@/lib/newId';
import { PageModal } from '@/session/overlays';
import { fixedDictionaries } from '@contract/dictionaries';
import { submissionTexts } from '@contract/features/platforms/submissionWire';
import { type SubmissionRequest, submitReport } from '../pushCalls';

interface SubmitDialogProps {
  readonly project: number;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Asks how a report was submitted, before its content is frozen. */
export function SubmitDialog({ project, open, onClose, onDone }: SubmitDialogProps) {
  const [form] = Form.useForm<Omit<SubmissionRequest, 'project'>>();
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const key = useRef('');
  useEffect(() => {
    if (!open) return;
    form.resetFields();
    setRefusal(null);
    key.current = newId();
  }, [open, form]);
  const submit = async () => {
    const answers = await form.validateFields().catch(() => null);
    if (!answers || busy) return;
    setBusy(true);
    try {
      feedback.notify('success', await submitReport({ project, ...answers }, key.current));
      onDone();
      onClose();
    } catch (error) {
      setRefusal(failureOf(error).pageText);
    } finally {
      setBusy(false);
    }
  };
  return (
    <PageModal
      open={open}
      title="报送"
      okText="报送"
      confirmLoading={busy}
      onOk={() => void submit()}
      onCancel={onClose}
    >
      {refusal && <Alert type="error" showIcon title={refusal} style={{ marginBottom: 12 }} />}
      <PaneForm form={form} layout="vertical">
        <Form.Item
          name="channel"
          label="报送方式"
          rules={[{ required: true, message: submissionTexts.channelMissing }]}
        >
          <Select options={fixedDictionaries.submissionChannel.map(({ value, label }) => ({ value, label }))} />
        </Form.Item>
        <Form.Item name="receiptNo" label="回执编号" extra="平台或主管部门给出的编号，没有时留空">
          <Input maxLength={100} />
        </Form.Item>
        <Form.Item name="remark" label="备注">
          <Input.TextArea maxLength={500} autoSize={{ minRows: 2, maxRows: 5 }} />
        </Form.Item>
      </PaneForm>
    </PageModal>
  );
}
