import { Alert, Form, InputNumber } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { failureOf } from '@/api/callFailures';
import { inputs } from '@/fields/fieldInputs';
import { PaneForm } from '@/fields/PaneForm';
import { feedback } from '@/lib/feedback';
import { newId } from '@/lib/newId';
import { PageModal } from '@/session/overlays';
import { inspectUnit } from '@contract/features/customers/entities/inspectUnit';
import { ref } from '@contract/field';
import { startDeclaration } from './declarationCalls';

const unitField = ref('受检单位', { required: true, to: inspectUnit.name });

interface StartDeclarationDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onStarted: (unitId: number, year: number) => void;
}

/** Chooses unit and year of a first declaration. The unit's newest survey fills the rest. */
export function StartDeclarationDialog({ open, onClose, onStarted }: StartDeclarationDialogProps) {
  const [form] = Form.useForm<{ unit: number; year: number }>();
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const key = useRef('');
  useEffect(() => {
    if (!open) return;
    form.setFieldsValue({ year: new Date().getFullYear() });
    setRefusal(null);
    key.current = newId();
  }, [open, form]);
  const submit = async () => {
    const answers = await form.validateFields().catch(() => null);
    if (!answers || busy) return;
    setBusy(true);
    try {
      feedback.notify('success', await startDeclaration(answers.unit, answers.year, key.current));
      onStarted(answers.unit, answers.year);
    } catch (error) {
      setRefusal(failureOf(error).pageText);
    } finally {
      setBusy(false);
    }
  };
  const RefInput = inputs.ref;
  return (
    <PageModal
      open={open}
      title="初次申报"
      okText="新增申报表"
      confirmLoading={busy}
      onOk={() => void submit()}
      onCancel={onClose}
    >
      {refusal && <Alert type="error" showIcon title={refusal} style={{ marginBottom: 12 }} />}
      <PaneForm form={form} layout="vertical">
        <Form.Item
          name="unit"
          label="受检单位"
          rules={[{ required: true, message: '请选择受检单位' }]}
          extra="按该单位最近的现场调查和单位资料填写"
        >
          <RefInput field={unitField as never} />
        </Form.Item>
        <Form.Item name="year" label="申报年度" rules={[{ required: true, message: '请填写申报年度' }]}>
          <InputNumber min={2000} max={2100} precision={0} />
        </Form.Item>
      </PaneForm>
    </PageModal>
  );
}
