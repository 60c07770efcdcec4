import { Form } from 'antd';
import { useEffect, useState } from 'react';
import { acceptAnswer } from '@/api/acceptAnswer';
import { client } from '@/api/client';
import { succeeded } from '@/api/succeeded';
import { PaneForm } from '@/fields/PaneForm';
import { feedback } from '@/lib/feedback';
import { OfferedInput } from '@/listEditor';
import { PageModal } from '@/session/overlays';
import { storageTexts } from '@contract/features/laboratory/tasks/storageTexts';
import { text } from '@contract/field';
import type { Answer } from '@contract/wire';
import type { SeenRow } from '@contract/workflow/workflowWire';

const field = text('存放处', { max: 100 });

interface StorageLocationDialogProps {
  readonly open: boolean;
  /** Samples with their displayed versions. */
  readonly samples: readonly (SeenRow & { readonly location: string | null })[];
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Stores the location of samples. Suggests rooms and storage places. */
export function StorageLocationDialog({ open, samples, onClose, onDone }: StorageLocationDialogProps) {
  const [form] = Form.useForm<{ location: string | null }>();
  const [busy, setBusy] = useState(false);
  const shared = new Set(samples.map(({ location }) => location)).size === 1 ? samples[0]?.location : null;
  useEffect(() => {
    if (open) form.setFieldsValue({ location: shared ?? null });
    // Sets the value only when opening.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [open]);
  const submit = async () => {
    if (busy) return;
    const { location } = await form.validateFields();
    setBusy(true);
    const rows = samples.map(({ id, version }) => ({ id, version }));
    const hasSucceeded = await succeeded(
      client.put<Answer>('api/sample/location', { rows, location: location || null }).then(({ data }) => {
        acceptAnswer(data);
        feedback.notify('success', data.message);
      }),
    );
    setBusy(false);
    if (hasSucceeded) onDone();
  };
  return (
    <PageModal
      open={open}
      width={460}
      title={`${storageTexts.act}：${samples.length}个样品`}
      okText="保存"
      confirmLoading={busy}
      onOk={() => void submit()}
      onCancel={onClose}
      mask={{ closable: false }}
    >
      <PaneForm form={form} layout="vertical" requiredMark={false} onFinish={() => void submit()}>
        <Form.Item name="location" label={field.label} extra={storageTexts.hint}>
          <OfferedInput entity="sample" name="location" field={field} />
        </Form.Item>
      </PaneForm>
    </PageModal>
  );
}
