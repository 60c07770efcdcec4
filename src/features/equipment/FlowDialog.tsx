import { useQueryClient } from '@tanstack/react-query';
import { Alert, Form, Input, Select, Space } from 'antd';
import { useEffect, useState } from 'react';
import { Failure } from '@/api/callFailures';
import { PaneForm } from '@/fields/PaneForm';
import { feedback } from '@/lib/feedback';
import { PageModal } from '@/session/overlays';
import { flowRule } from '@contract/arithmetic/air/pumpFlow';
import { follows331, standardEditionOn } from '@contract/arithmetic/limits/standardEdition';
import { equipmentTexts } from '@contract/features/equipment/equipmentRules';
import { judgePumpFlow } from '@contract/features/fieldwork/samples/pumpFlowCheck';
import { saveFlow, type UseRow, usesKey } from './equipmentCalls';
import { useCalibrators } from './useCalibrators';
import styles from './details.module.css';

interface FlowFormValues {
  readonly calibrator?: number;
  readonly flowSet?: string;
  readonly flowReadings?: readonly (string | undefined)[];
  readonly flowBefore?: string;
  readonly flowAfter?: string;
  readonly airTemperature?: string;
  readonly airPressure?: string;
}

const readingNumbers = [0, 1, 2, 3, 4] as const;

const readingsOf = ({ flowReadings }: UseRow): (string | undefined)[] => (flowReadings ? flowReadings.split('、') : []);

const numberRule = { pattern: /^\d{1,6}(\.\d{1,4})?$/, message: '应为数字，最多4位小数' };

const answersOf = (useRow: UseRow) =>
  ({
    calibrator: useRow.calibrator ?? undefined,
    flowSet: useRow.flowSet ?? '',
    flowReadings: readingsOf(useRow),
    flowBefore: useRow.flowBefore ?? '',
    flowAfter: useRow.flowAfter ?? '',
    airTemperature: useRow.airTemperature ?? '',
    airPressure: useRow.airPressure ?? '',
  }) as FlowFormValues;

const typedReadings = (values: FlowFormValues | undefined): readonly string[] =>
  (values?.flowReadings ?? []).flatMap((reading) => reading?.trim() || []);

/**
 * Returns the verdict on the typed readings; null while readings are missing.
 * @param newer true if GBZ 331-2024 applies
 */
function judgedFlow(day: string, newer: boolean, values: FlowFormValues | undefined) {
  const typed = typedReadings(values);
  const hasStarted = newer
    ? typed.length >= flowRule.readings && Boolean(values?.flowSet)
    : Boolean(values?.flowBefore && values.flowAfter);
  if (!hasStarted) return null;
  return judgePumpFlow({
    day,
    flowSet: values?.flowSet || null,
    readings: typed,
    flowBefore: values?.flowBefore || null,
    flowAfter: values?.flowAfter || null,
    constantFlow: false,
  });
}

/** Input of the readings before sampling; their mean applies (GBZ 331-2024). */
function ReadingsItem({ mean }: { readonly mean: string | null }) {
  return (
    <Form.Item
      label={`采样前流量读数（L/min，至少${flowRule.readings}次）`}
      {...(mean ? { extra: `平均值${Number(mean)}` } : {})}
    >
      <Space align="start" wrap>
        {readingNumbers.map((at) => (
          <Form.Item
            key={at}
            name={['flowReadings', at]}
            noStyle
            rules={
              at < flowRule.readings
                ? [{ required: true, message: equipmentTexts.fewReadings(flowRule.readings) }, numberRule]
                : [numberRule]
            }
          >
            <Input inputMode="decimal" aria-label={`采样前流量读数${at + 1}`} className={styles.reading ?? ''} />
          </Form.Item>
        ))}
      </Space>
    </Form.Item>
  );
}

/** Input of the single reading before sampling, by the older rule. */
function FlowBeforeItem() {
  return (
    <Form.Item
      name="flowBefore"
      label="采样前流量（L/min）"
      rules={[{ required: true, message: '请填写采样前流量' }, numberRule]}
    >
      <Input inputMode="decimal" />
    </Form.Item>
  );
}

/** Inputs of the air at the calibration (GBZ 331-2024 F.2). */
function AirItems() {
  return (
    <>
      <Form.Item
        name="airTemperature"
        label="校准气温（℃）"
        rules={[{ pattern: /^-?\d{1,2}(\.\d)?$/, message: '应为数字，最多1位小数' }]}
      >
        <Input inputMode="decimal" />
      </Form.Item>
      <Form.Item
        name="airPressure"
        label="校准气压（kPa）"
        rules={[{ pattern: /^(?:[5-9]\d|1[0-2]\d)(\.\d{1,2})?$/, message: '应为50～129的数字，最多2位小数' }]}
      >
        <Input inputMode="decimal" />
      </Form.Item>
    </>
  );
}

function FlowVerdict({ judged }: { readonly judged: ReturnType<typeof judgedFlow> }) {
  return (
    <>
      {judged?.message && (
        <Alert type={judged.verdict === 'fail' ? 'error' : 'success'} showIcon title={judged.message} />
      )}
      {judged?.faults.map(({ message }) => (
        <Alert key={message} type="warning" showIcon title={message} />
      ))}
    </>
  );
}

/** State of the dialog: the typed readings, the judgement that follows from them, and the saving. */
function useFlowForm({ use, onClose }: { readonly use: UseRow | null; readonly onClose: () => void }) {
  const queryClient = useQueryClient();
  const [form] = Form.useForm<FlowFormValues>();
  const [busy, setBusy] = useState(false);
  const values = Form.useWatch([], form) as FlowFormValues | undefined;
  const calibrators = useCalibrators(use !== null);
  useEffect(() => {
    if (use) form.setFieldsValue(answersOf(use));
  }, [use, form]);
  const day = (use?.outAt ?? '').slice(0, 10);
  const newer = follows331(standardEditionOn(day));
  const typed = typedReadings(values);
  const judgement = judgedFlow(day, newer, values);
  const submit = async () => {
    const flowFormValues = await form.validateFields().catch(() => null);
    if (!flowFormValues || !use || busy) return;
    setBusy(true);
    try {
      const { verdict, message } = await saveFlow({
        id: use.id,
        version: use.version,
        ...flowFormValues,
        flowReadings: newer ? typed : null,
      });
      feedback.notify(verdict === 'fail' ? 'error' : 'success', message, verdict === 'fail' ? { duration: 8000 } : {});
      onClose();
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      form.setFields(
        (error.errors ?? []).map(({ field, message }) => ({
          name: field === 'flowReadings' ? ['flowReadings', 0] : (field as keyof FlowFormValues),
          errors: [message],
        })),
      );
    } finally {
      setBusy(false);
      void queryClient.invalidateQueries({ queryKey: usesKey });
    }
  };
  return { form, busy, calibrators, newer, judgement, submit };
}

/** Dialog for the flow before and after use, judged while typing (GBZ 331-2024 E.1–E.3). The server judges again. */
export function FlowDialog({ use, onClose }: { readonly use: UseRow | null; readonly onClose: () => void }) {
  const { form, busy, calibrators, newer, judgement, submit } = useFlowForm({ use, onClose });
  return (
    <PageModal
      open={use !== null}
      width={480}
      title={use ? `流量校准：${String(use.equipmentName)}` : ''}
      okText="保存"
      confirmLoading={busy}
      onOk={() => void submit()}
      onCancel={onClose}
      mask={{ closable: false }}
    >
      <PaneForm form={form} layout="vertical" onFinish={() => void submit()} requiredMark={false}>
        <Form.Item
          name="calibrator"
          label="流量校准器"
          rules={[{ required: true, message: equipmentTexts.calibratorNeeded }]}
        >
          <Select
            options={calibrators}
            showSearch={{ optionFilterProp: 'label' }}
            placeholder="请选择有效期内的流量校准器"
            aria-label="流量校准器"
          />
        </Form.Item>
        <Form.Item
          name="flowSet"
          label="设定流量（L/min）"
          rules={newer ? [{ required: true, message: equipmentTexts.setNeeded }, numberRule] : [numberRule]}
        >
          <Input inputMode="decimal" />
        </Form.Item>
        {newer ? <ReadingsItem mean={judgement?.flowBefore ?? null} /> : <FlowBeforeItem />}
        <Form.Item
          name="flowAfter"
          label="采样后流量（L/min）"
          rules={[numberRule]}
          extra="采样结束、带采集器校准后填写"
        >
          <Input inputMode="decimal" />
        </Form.Item>
        <AirItems />
        <FlowVerdict judged={judgement} />
        <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
      </PaneForm>
    </PageModal>
  );
}
