import { Alert, Checkbox, Form, Input } from 'antd';
import { useState } from 'react';
import { failureOf } from '@/api/callFailures';
import { PaneForm } from '@/fields/PaneForm';
import { feedback } from '@/lib/feedback';
import { PageModal } from '@/session/overlays';
import { exportTexts as texts } from '@contract/features/system/organizationExport';
import { exportAll, openExports } from './exportCalls';

interface ExportFormValues {
  readonly papers: boolean;
  readonly password: string;
}

/** Starts the export of all data of the organization after the password. The dialog shows a refusal. */
export function AllDataDialog({ onClose, onStarted }: { onClose: () => void; onStarted: () => void }) {
  const [form] = Form.useForm<ExportFormValues>();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const start = async () => {
    const { papers, password } = await form.validateFields();
    setBusy(true);
    setProblem(null);
    try {
      await openExports(password);
      await exportAll(papers);
    } catch (error) {
      return setProblem(failureOf(error).pageText);
    } finally {
      setBusy(false);
    }
    feedback.notify('success', texts.started);
    onStarted();
    return onClose();
  };
  return (
    <PageModal
      open
      title={texts.all}
      okText={texts.start}
      confirmLoading={busy}
      onOk={() => void start().catch(() => undefined)}
      onCancel={onClose}
    >
      <Alert type="info" showIcon title={texts.aboutAll} style={{ marginBottom: 16 }} />
      <PaneForm<ExportFormValues> form={form} layout="vertical" initialValues={{ papers: true }} disabled={busy}>
        <Form.Item name="papers" valuePropName="checked">
          <Checkbox>{texts.papers}</Checkbox>
        </Form.Item>
        <Form.Item name="password" label={texts.password} rules={[{ required: true, message: '请输入登录密码' }]}>
          <Input.Password autoComplete="current-password" />
        </Form.Item>
      </PaneForm>
      {problem !== null && <Alert type="error" showIcon title={problem} />}
    </PageModal>
  );
}
