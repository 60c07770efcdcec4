import { Button, Form, Input } from 'antd';
import { useState } from 'react';
import { acceptAnswer } from '@/api/acceptAnswer';
import { Failure } from '@/api/callFailures';
import { client } from '@/api/client';
import type { WorkflowRowProps } from '@/features/projects/workflowRow/WorkflowRowPage';
import { PaneForm } from '@/fields/PaneForm';
import { feedback } from '@/lib/feedback';
import { PageModal } from '@/session/overlays';
import { nonconformity } from '@contract/features/nonconformities/entities/nonconformity';
import { nonconformityTexts } from '@contract/features/nonconformities/nonconformityTexts';
import type { Answer } from '@contract/wire';

/** 验证: asks for the verification and makes the closing move in one request. */
export function VerifyButton({ row, timeline, refresh }: WorkflowRowProps) {
  const [form] = Form.useForm<{ verification: string }>();
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  if (!timeline?.moves.some(({ key }) => key === 'verify')) return null;
  const submit = async () => {
    const answers = await form.validateFields().catch(() => null);
    if (!answers || busy) return;
    setBusy(true);
    try {
      const { data } = await client.put<Answer>(
        `${nonconformity.path}/verify`,
        { id: row.id, version: row.version, verification: answers.verification },
        { once: true, quiet: ({ errors }) => Boolean(errors?.length) },
      );
      acceptAnswer(data);
      feedback.notify('success', data.message);
      setOpen(false);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      form.setFields((error.errors ?? []).map(({ message }) => ({ name: 'verification', errors: [message] })));
    } finally {
      setBusy(false);
      refresh();
    }
  };
  return (
    <>
      <Button type="primary" onClick={() => setOpen(true)}>
        验证通过并关闭
      </Button>
      <PageModal
        open={open}
        width={560}
        title={`验证不符合项 ${String(row.nonconformityNo)}`}
        okText="验证通过并关闭"
        confirmLoading={busy}
        onOk={() => void submit()}
        onCancel={() => setOpen(false)}
        mask={{ closable: false }}
      >
        <PaneForm form={form} layout="vertical" requiredMark={false} onFinish={() => void submit()}>
          <Form.Item
            name="verification"
            label="验证情况"
            extra="验证人与提交整改的人不能是同一人；关闭后不能再修改"
            rules={[
              { required: true, whitespace: true, message: nonconformityTexts.verificationNeeded },
              { max: 1000, message: '验证情况不能超过1000个字' },
            ]}
          >
            <Input.TextArea rows={4} maxLength={1000} showCount autoFocus placeholder="核对了哪些证据，措施是否有效" />
          </Form.Item>
        </PaneForm>
      </PageModal>
    </>
  );
}
