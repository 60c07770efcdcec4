import { Form, Input, Select } from 'antd';
import { useState } from 'react';
import { succeeded } from '@/api/succeeded';
import { PaneForm } from '@/fields/PaneForm';
import { PageModal } from '@/session/overlays';
import { fixedDictionaries } from '@contract/dictionaries';
import type { SheetLine } from '@contract/features/fieldwork/handOver/handOverSheet';
import { handOverTexts } from '@contract/features/fieldwork/handOver/handOverTexts';
import { markLines } from './handOverCalls';

const choices = fixedDictionaries.sampleCondition
  .filter(({ value }) => value !== 'intact')
  .map(({ value, label }) => ({ value, label }));

interface MarkDialogProps {
  readonly open: boolean;
  readonly sheetId: number;
  readonly lines: readonly SheetLine[];
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Marks damaged or missing samples. They are refused with the reason when the sheet is received. */
export function MarkDialog({ open, sheetId, lines, onClose, onDone }: MarkDialogProps) {
  const [form] = Form.useForm<{ condition: string; reason: string }>();
  const [busy, setBusy] = useState(false);
  const submit = async () => {
    const values = await form.validateFields().catch(() => null);
    if (!values || busy) return;
    setBusy(true);
    const isSaved = await succeeded(markLines(sheetId, lines, values.condition, values.reason));
    setBusy(false);
    if (!isSaved) return;
    form.resetFields();
    onDone();
  };
  return (
    <PageModal
      open={open}
      width={460}
      title={`标记拒收：${lines.length}个样品`}
      okText="标记拒收"
      okButtonProps={{ danger: true }}
      confirmLoading={busy}
      onOk={() => void submit()}
      onCancel={onClose}
      mask={{ closable: false }}
    >
      <PaneForm form={form} layout="vertical" initialValues={{ condition: 'damaged' }} requiredMark={false}>
        <Form.Item name="condition" label="样品状态">
          <Select options={choices} aria-label="样品状态" />
        </Form.Item>
        <Form.Item
          name="reason"
          label="拒收原因"
          rules={[{ required: true, whitespace: true, message: handOverTexts.reasonNeeded }]}
        >
          <Input.TextArea rows={3} maxLength={300} showCount placeholder="接收后退回现场并显示在样品上" />
        </Form.Item>
      </PaneForm>
    </PageModal>
  );
}
