import { Form, Input, Select } from 'antd';
import { useState } from 'react';
import { Failure } from '@/api/callFailures';
import { crud } from '@/api/crudClient';
import { PaneForm } from '@/fields/PaneForm';
import { feedback } from '@/lib/feedback';
import { PageModal } from '@/session/overlays';
import { type BatchSample, type BlankBatch, blankTexts } from '@contract/features/fieldwork/blanks/blankBatches';
import { blankRelation } from '@contract/features/fieldwork/entities/blankRelation';
import { messages } from '@contract/messages';

interface OtherBatchBlanksDialogProps {
  readonly open: boolean;
  readonly project: number;
  readonly hazardName: string;
  readonly samples: readonly BatchSample[];
  /** Batches of the same hazard. */
  readonly otherBatches: readonly BlankBatch[];
  readonly onClose: () => void;
  readonly onDone: () => void;
}

interface BlankFormValues {
  readonly blanks?: readonly number[];
  readonly reason?: string;
}

/** Returns the blanks that are not voided, by day and collector lot. */
function optionsOf(others: OtherBatchBlanksDialogProps['otherBatches']) {
  return others.map(({ key, sampledOn, collectorLot, blanks }) => ({
    label: [sampledOn ?? '未定日期', collectorLot && `批号${collectorLot}`].filter(Boolean).join(' '),
    title: key,
    options: blanks
      .filter(({ state }) => state !== 'voided')
      .map(({ id, sampleNo }) => ({ value: id, label: sampleNo })),
  }));
}

/** Assigns blanks of another batch to the selected samples, with a reason that the record prints. */
export function OtherBatchBlanksDialog({
  open,
  project,
  hazardName,
  samples,
  otherBatches,
  onClose,
  onDone,
}: OtherBatchBlanksDialogProps) {
  const [form] = Form.useForm<BlankFormValues>();
  const [busy, setBusy] = useState(false);
  const submit = async () => {
    const blankFormValues = await form.validateFields().catch(() => null);
    if (!blankFormValues || busy) return;
    setBusy(true);
    try {
      const body = {
        projectId: project,
        ids: samples.map(({ id }) => id),
        blkSampleIds: [...(blankFormValues.blanks ?? [])],
        hazardNames: [hazardName],
        reason: blankFormValues.reason ?? '',
      };
      await crud(blankRelation).relation(body);
      feedback.notify('success', messages.related);
      form.resetFields();
      onDone();
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      form.setFields([
        { name: 'reason', errors: [error.errors?.find(({ field }) => field === 'reason')?.message ?? error.message] },
      ]);
    } finally {
      setBusy(false);
    }
  };
  const options = optionsOf(otherBatches);
  return (
    <PageModal
      open={open}
      title={blankTexts.ofOthers}
      okText="关联"
      confirmLoading={busy}
      onOk={() => void submit()}
      onCancel={onClose}
      destroyOnHidden
    >
      <p>{`${hazardName}：${samples.map(({ sampleNo }) => sampleNo).join('、')}`}</p>
      <PaneForm form={form} layout="vertical" requiredMark={false} disabled={busy}>
        <Form.Item name="blanks" label="空白样品" rules={[{ required: true, message: blankTexts.noBlanks }]}>
          <Select mode="multiple" options={options} optionFilterProp="label" placeholder={blankTexts.noBlanks} />
        </Form.Item>
        <Form.Item
          name="reason"
          label={blankTexts.reason}
          rules={[{ required: true, whitespace: true, message: blankTexts.reasonNeeded }]}
        >
          <Input.TextArea rows={2} maxLength={500} showCount />
        </Form.Item>
      </PaneForm>
    </PageModal>
  );
}
