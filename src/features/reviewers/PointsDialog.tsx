import { useQueryClient } from '@tanstack/react-query';
import { Form, Input, InputNumber, Radio } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { acceptAnswer } from '@/api/acceptAnswer';
import { Failure } from '@/api/callFailures';
import { client } from '@/api/client';
import { PaneForm } from '@/fields/PaneForm';
import { feedback } from '@/lib/feedback';
import { newId } from '@/lib/newId';
import { PageModal } from '@/session/overlays';
import { pointEntry } from '@contract/features/reviewers/entities/pointEntry';
import { outsideTexts } from '@contract/features/reviewers/reviewerTexts';
import type { Answer } from '@contract/wire';
import { ReviewerInput } from './ReviewerInput';

const changeKindOptions = [
  { value: 'reward', label: '奖励' },
  { value: 'deduct', label: '扣减' },
  { value: 'redeem', label: '兑换' },
];

/** Adds a line to the ledger. An amount above the balance is refused. */
export function PointsDialog({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const queryClient = useQueryClient();
  const [form] = Form.useForm<Record<string, unknown>>();
  const [busy, setBusy] = useState(false);
  const key = useRef('');
  useEffect(() => {
    if (open) key.current = newId();
  }, [open]);
  const submit = async () => {
    const values = await form.validateFields().catch(() => null);
    if (!values || busy) return;
    setBusy(true);
    try {
      const { data } = await client.post<Answer>(`${pointEntry.path}/add`, values, {
        idempotencyKey: key.current,
        quiet: ({ errors }) => Boolean(errors?.length),
      });
      acceptAnswer(data);
      feedback.notify('success', data.message);
      form.resetFields();
      onClose();
      void queryClient.invalidateQueries({ queryKey: ['list', pointEntry.path] });
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      form.setFields((error.errors ?? []).map(({ field, message }) => ({ name: field, errors: [message] })));
    } finally {
      setBusy(false);
    }
  };
  return (
    <PageModal
      open={open}
      width={480}
      title="登记积分"
      okText="登记"
      confirmLoading={busy}
      onOk={() => void submit()}
      onCancel={onClose}
      mask={{ closable: false }}
    >
      <PaneForm form={form} layout="vertical" initialValues={{ pointKind: 'reward' }} onFinish={() => void submit()}>
        <Form.Item name="person" label="检查人" rules={[{ required: true, message: '请选择检查人' }]}>
          <ReviewerInput />
        </Form.Item>
        <Form.Item name="pointKind" label="类别">
          <Radio.Group options={changeKindOptions} />
        </Form.Item>
        <Form.Item
          name="points"
          label="积分"
          rules={[{ required: true, message: outsideTexts.pointsSign }]}
          extra="填写正数；扣减和兑换不能超过余额"
        >
          <InputNumber min={1} max={100_000} precision={0} style={{ width: '100%' }} />
        </Form.Item>
        <Form.Item
          name="explanation"
          label="说明"
          rules={[{ required: true, whitespace: true, message: '请填写说明' }]}
          extra="积分登记后不能修改或删除"
        >
          <Input.TextArea rows={2} maxLength={200} showCount />
        </Form.Item>
      </PaneForm>
    </PageModal>
  );
}
