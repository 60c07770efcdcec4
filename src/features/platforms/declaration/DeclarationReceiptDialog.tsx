import { Alert, Form, Input } from 'antd';
import { useEffect, useState } from 'react';
import { failureOf } from '@/api/callFailures';
import { PaneForm } from '@/fields/PaneForm';
import { feedback } from '@/lib/feedback';
import { PageModal } from '@/session/overlays';
import type { DeclarationVersion } from '@contract/features/platforms/declaration/declarationWire';
import { declaration } from '@contract/features/platforms/entities/declaration';
import { registerReceipt } from './declarationCalls';

interface DeclarationReceiptDialogProps {
  /** Declared version; null while the dialog is closed. */
  readonly version: DeclarationVersion | null;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

/** Enters the receipt number after a declaration. The declared content does not change. */
export function DeclarationReceiptDialog({ version, onClose, onSaved }: DeclarationReceiptDialogProps) {
  const [form] = Form.useForm<{ receiptNo: string }>();
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  useEffect(() => {
    if (!version) return;
    form.setFieldsValue({ receiptNo: version.receiptNo ?? '' });
    setRefusal(null);
  }, [version, form]);
  const submit = async () => {
    const answers = await form.validateFields().catch(() => null);
    if (!answers || busy || !version) return;
    setBusy(true);
    try {
      feedback.notify('success', await registerReceipt(version.id, answers.receiptNo));
      onSaved();
      onClose();
    } catch (error) {
      setRefusal(failureOf(error).pageText);
    } finally {
      setBusy(false);
    }
  };
  const { label, max } = declaration.fields.receiptNo;
  return (
    <PageModal
      open={version !== null}
      title={`登记${label}`}
      okText="保存"
      confirmLoading={busy}
      onOk={() => void submit()}
      onCancel={onClose}
    >
      {refusal && <Alert type="error" showIcon title={refusal} style={{ marginBottom: 12 }} />}
      <PaneForm form={form} layout="vertical">
        <Form.Item
          name="receiptNo"
          label={label}
          rules={[{ required: true, whitespace: true, message: `请填写${label}` }]}
        >
          <Input maxLength={max} onPressEnter={() => void submit()} />
        </Form.Item>
      </PaneForm>
    </PageModal>
  );
}
