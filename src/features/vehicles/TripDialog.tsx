import { useQueryClient } from '@tanstack/react-query';
import { Descriptions, Form, Input } from 'antd';
import { useEffect, useState } from 'react';
import { Failure } from '@/api/callFailures';
import { PaneForm } from '@/fields/PaneForm';
import { feedback } from '@/lib/feedback';
import { PageModal } from '@/session/overlays';
import { vehicle } from '@contract/features/vehicles/entities/vehicle';
import { vehiclePlan } from '@contract/features/vehicles/entities/vehiclePlan';
import { timesText } from '@contract/features/vehicles/tripConflicts';
import { vehicleTexts } from '@contract/features/vehicles/vehicleTexts';
import { type PlanRow, tripCall } from './vehicleCalls';

export interface TripStep {
  readonly verb: 'depart' | 'comeBack' | 'cancel';
  readonly row: PlanRow;
}

const dialogTitles = { depart: '登记出车', comeBack: '登记收车', cancel: '取消用车计划' } as const;

const readingRules = [
  { required: true, message: vehicleTexts.mileageNeeded },
  { pattern: /^\d{1,7}(\.\d)?$/, message: '里程应为数字，最多1位小数' },
];

interface TripDialogProps {
  readonly step: TripStep | null;
  readonly onClose: () => void;
}

interface TripAnswers {
  /** Mileage, or the reason of a cancellation. */
  readonly value: string;
  readonly startMileage?: string;
}

/** Returns the fields of the call: a reason, or the mileage with a corrected start. */
const answerFields = (verb: TripStep['verb'], { value, startMileage }: TripAnswers) =>
  verb === 'cancel' ? { reason: value } : { mileage: value, ...(verb === 'comeBack' ? { startMileage } : {}) };

/** Keeps the form of the step and stores it. */
function useTripStep({ step, onClose }: TripDialogProps) {
  const queryClient = useQueryClient();
  const [form] = Form.useForm<TripAnswers>();
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    form.resetFields();
    if (step?.verb === 'comeBack') form.setFieldsValue({ startMileage: String(step.row.startMileage ?? '') });
  }, [step, form]);
  const submit = async () => {
    const tripAnswers = await form.validateFields().catch(() => null);
    if (!tripAnswers || !step || busy) return;
    setBusy(true);
    try {
      const { id, version } = step.row;
      const fields = answerFields(step.verb, tripAnswers);
      feedback.notify('success', await tripCall(step.verb, { id, version, ...fields }));
      onClose();
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      form.setFields(
        (error.errors ?? []).map(({ field, message }) => ({
          name: field === 'startMileage' ? field : 'value',
          errors: [message],
        })),
      );
    } finally {
      setBusy(false);
      for (const { path } of [vehiclePlan, vehicle]) void queryClient.invalidateQueries({ queryKey: ['list', path] });
    }
  };
  return { form, busy, submit };
}

/** Dialog of a trip: 出车 and 收车 ask for the mileage, 取消 asks for a reason. */
export function TripDialog({ step, onClose }: TripDialogProps) {
  const { form, busy, submit } = useTripStep({ step, onClose });
  const isCancellation = step?.verb === 'cancel';
  const isReturn = step?.verb === 'comeBack';
  return (
    <PageModal
      open={step !== null}
      width={520}
      title={step ? dialogTitles[step.verb] : ''}
      okText={step ? dialogTitles[step.verb] : ''}
      okButtonProps={{ danger: isCancellation }}
      cancelText="关闭"
      confirmLoading={busy}
      onOk={() => void submit()}
      onCancel={onClose}
      mask={{ closable: false }}
    >
      {step && (
        <Descriptions
          size="small"
          column={1}
          style={{ marginBottom: 12 }}
          items={[
            { key: 'no', label: '计划', children: `${String(step.row.planNo)} ${String(step.row.vehicleName ?? '')}` },
            { key: 'when', label: '时间', children: timesText(step.row) },
            { key: 'where', label: '目的地', children: step.row.destination },
          ]}
        />
      )}
      <PaneForm form={form} layout="vertical" requiredMark={false} onFinish={() => void submit()}>
        {isCancellation ? (
          <Form.Item
            name="value"
            label="取消原因"
            rules={[{ required: true, whitespace: true, message: '请填写取消原因' }]}
          >
            <Input.TextArea rows={2} maxLength={200} showCount autoFocus />
          </Form.Item>
        ) : (
          <Form.Item name="value" label={isReturn ? '收车里程' : '里程表读数'} rules={readingRules}>
            <Input suffix="km" inputMode="decimal" autoFocus />
          </Form.Item>
        )}
        {isReturn && (
          <Form.Item name="startMileage" label="出车里程" extra="出车时登记有误的在此更正" rules={readingRules}>
            <Input suffix="km" inputMode="decimal" />
          </Form.Item>
        )}
      </PaneForm>
    </PageModal>
  );
}
