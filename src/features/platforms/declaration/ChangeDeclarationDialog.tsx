import { Alert, Checkbox, Form, Input, InputNumber } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { failureOf } from '@/api/callFailures';
import { PaneForm } from '@/fields/PaneForm';
import { feedback } from '@/lib/feedback';
import { newId } from '@/lib/newId';
import { PageModal } from '@/session/overlays';
import { declarationTexts } from '@contract/features/platforms/declarationTexts';
import { changeDeclaration } from './declarationCalls';

interface ChangeDeclarationDialogProps {
  /** Declared version to change; null while the dialog is closed. */
  readonly id: number | null;
  /** Number of the project whose survey can fill the version. */
  readonly surveyedProjectNo: string | null;
  /** Number of the project whose survey filled the old version. */
  readonly sourceProjectNo: string | null;
  readonly onClose: () => void;
  readonly onChanged: () => void;
}

/** Asks for the reason of a change. The new version starts as a copy of the old one or from the newest survey. */
export function ChangeDeclarationDialog({
  id,
  surveyedProjectNo,
  sourceProjectNo,
  onClose,
  onChanged,
}: ChangeDeclarationDialogProps) {
  const [form] = Form.useForm<{ reason: string; year: number; refill: boolean }>();
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const key = useRef('');
  // For the same survey, refilling is not preset, because it would discard edits.
  const isOtherSurvey = surveyedProjectNo !== null && surveyedProjectNo !== sourceProjectNo;
  useEffect(() => {
    if (id === null) return;
    form.setFieldsValue({ reason: '', year: new Date().getFullYear(), refill: isOtherSurvey });
    setRefusal(null);
    key.current = newId();
  }, [id, isOtherSurvey, form]);
  const submit = async () => {
    const answers = await form.validateFields().catch(() => null);
    if (!answers || busy || id === null) return;
    setBusy(true);
    try {
      feedback.notify('success', await changeDeclaration({ id, ...answers }, key.current));
      onChanged();
      onClose();
    } catch (error) {
      setRefusal(failureOf(error).pageText);
    } finally {
      setBusy(false);
    }
  };
  return (
    <PageModal
      open={id !== null}
      title="变更申报"
      okText="新增版本"
      confirmLoading={busy}
      onOk={() => void submit()}
      onCancel={onClose}
    >
      {refusal && <Alert type="error" showIcon title={refusal} style={{ marginBottom: 12 }} />}
      <PaneForm form={form} layout="vertical">
        <Form.Item
          name="reason"
          label="变更原因"
          rules={[{ required: true, whitespace: true, message: declarationTexts.reasonMissing }]}
        >
          <Input.TextArea maxLength={300} autoSize={{ minRows: 2, maxRows: 5 }} />
        </Form.Item>
        <Form.Item name="year" label="申报年度" rules={[{ required: true, message: '请填写申报年度' }]}>
          <InputNumber min={2000} max={2100} precision={0} />
        </Form.Item>
        <Form.Item name="refill" valuePropName="checked">
          <Checkbox disabled={surveyedProjectNo === null}>
            {surveyedProjectNo === null
              ? '该单位没有现场调查，沿用原版本'
              : `按项目${surveyedProjectNo}的现场调查重新填写${isOtherSurvey ? '' : '（原版本已按该调查填写，重新填写后不保留其中的修改）'}`}
          </Checkbox>
        </Form.Item>
      </PaneForm>
    </PageModal>
  );
}
