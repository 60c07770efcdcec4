import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Form, type FormInstance, Input, Space } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { Failure } from '@/api/callFailures';
import { inputs } from '@/fields/fieldInputs';
import { formRules } from '@/fields/formRules';
import { PaneForm } from '@/fields/PaneForm';
import { feedback } from '@/lib/feedback';
import { newId } from '@/lib/newId';
import { CancelButton, PageDrawer } from '@/session/overlays';
import type { AnyRow } from '@contract/entity';
import { sample } from '@contract/features/fieldwork/entities/sample';
import { type AdjustField, adjustFields, adjustTexts } from '@contract/features/fieldwork/samples/sampleAdjustment';
import { sampleReadings } from '@contract/features/fieldwork/samples/sampleReadings';
import { addExtra, saveAdjustment, fetchTools } from './adjustCalls';
import { ToolSelect } from './ToolSelect';
import styles from './adjust.module.css';

const plannedFields: readonly AdjustField[] = [
  'workshop',
  'place',
  'method',
  'mode',
  'period',
  'medium',
  'plannedFlow',
  'plannedMinutes',
  'representedHours',
  'hoursPerDay',
];
const readingFields: readonly AdjustField[] = adjustFields.filter((name) => !plannedFields.includes(name));
/** Names of readings that a blank does not have. */
const airReadings = new Set<string>([
  'flowSet',
  'flowBefore',
  'flowAfter',
  'temperature',
  'pressure',
  'plannedFlow',
  'plannedMinutes',
  'representedHours',
  'hoursPerDay',
  'endTime',
  'person',
  'personChoice',
  'production',
  'controlsRunning',
  'ppeWorn',
]);

const airFields = new Set<string>(['temperature', 'pressure']);

interface AdjustDrawerProps {
  readonly row: AnyRow | null;
  /** `add` creates another sample beside the row. */
  readonly mode: 'edit' | 'add';
  readonly onClose: () => void;
  readonly onDone: () => void;
}

type Values = Record<string, unknown> & { reason?: string };
type SampleResult = ReturnType<typeof sampleReadings>;

const textOrNull = (value: unknown): string | null =>
  value === null || value === undefined || value === '' ? null : String(value);

interface AdjustItemProps {
  readonly name: AdjustField;
  readonly row: AnyRow | null;
  readonly mode: 'edit' | 'add';
}

/** Input of one reading or one value of the plan. */
function AdjustItem({ name, row, mode }: AdjustItemProps) {
  const described = sample.fields[name];
  const TypedInput = inputs[described.kind];
  return (
    <Form.Item
      key={name}
      name={name}
      label={described.label}
      rules={formRules(described)}
      extra={mode === 'add' && airFields.has(name) ? '不填则取当天最近一次的气象条件' : undefined}
    >
      {name === 'equipment' && row ? (
        <ToolSelect
          project={Number(row.project)}
          sampledOn={textOrNull(row.samplingDayName)}
          sample={{
            hazardName: row.hazardName,
            plannedFlow: row.plannedFlow,
            sampleKind: row.sampleKind,
            remark: row.remark,
          }}
          storedTool={
            mode === 'edit' && row.equipment
              ? { id: Number(row.equipment), eqpNo: String(row.equipmentName ?? '') }
              : null
          }
        />
      ) : (
        <TypedInput field={described as never} />
      )}
    </Form.Item>
  );
}

/** Shows the values that follow from the readings. */
function DerivedValues({ result }: { readonly result: SampleResult }) {
  const { derived } = result;
  return (
    <dl className={styles.derived} aria-label="计算结果">
      <div>
        <dt>计算流量（L/min）</dt>
        <dd>{derived.flow ?? '–'}</dd>
      </div>
      <div>
        <dt>流量偏差（%）</dt>
        <dd data-bad={result.voidReason !== null}>
          {derived.flowDeviation === null ? '–' : derived.flowDeviation.slice(0, 6)}
        </dd>
      </div>
      <div>
        <dt>采样时间（min）</dt>
        <dd>{derived.minutes ?? '–'}</dd>
      </div>
      <div>
        <dt>采样体积（L）</dt>
        <dd>{derived.volume ?? '–'}</dd>
      </div>
      <div>
        <dt>标准采样体积（L）</dt>
        <dd title={derived.standardVolume ?? ''}>
          {result.standardVolumeText ?? '–'}
          {result.converted ? '（已换算）' : ''}
        </dd>
      </div>
    </dl>
  );
}

/** Calculates the sample from the current readings. */
function useSampleResult(row: AnyRow | null, now: Values): SampleResult {
  const projectId = Number(row?.project ?? 0);
  const tools = useQuery({
    queryKey: ['sampleAdjustment', 'tools', projectId],
    queryFn: ({ signal }) => fetchTools(projectId, signal),
    enabled: row !== null,
  });
  return sampleReadings({
    sampleKind: String(now.sampleKind),
    plannedFlow: textOrNull(now.plannedFlow),
    startTime: textOrNull(now.startTime),
    endTime: textOrNull(now.endTime),
    flowBefore: textOrNull(now.flowBefore),
    flowAfter: textOrNull(now.flowAfter),
    temperature: textOrNull(now.temperature),
    pressure: textOrNull(now.pressure),
    flowSet: textOrNull(now.flowSet),
    sampledOn: textOrNull(row?.samplingDayName),
    constantFlow: tools.data?.find(({ id }) => id === now.equipment)?.constantFlow ?? false,
  });
}

interface AdjustingOptions {
  readonly row: AnyRow | null;
  readonly mode: 'edit' | 'add';
  readonly form: FormInstance<Values>;
  readonly onDone: () => void;
}

/**
 * Fills the form with the sample and sends the changed values. A refusal is shown at its field, else above the form.
 */
function useAdjusting({ row, mode, form, onDone }: AdjustingOptions) {
  const [busy, setBusy] = useState(false);
  const [generalError, setGeneralError] = useState('');
  const key = useRef('');
  useEffect(() => {
    if (!row) return;
    form.resetFields();
    const shownFields = mode === 'edit' ? adjustFields : plannedFields;
    form.setFieldsValue(Object.fromEntries(shownFields.map((name) => [name, row[name] ?? null])));
    setGeneralError('');
    key.current = newId();
  }, [row, mode, form]);
  const submit = async () => {
    const answers = await form.validateFields().catch(() => null);
    if (!answers || !row || busy) return;
    const { reason = '', ...rest } = answers;
    const changedValues = Object.fromEntries(
      Object.entries(rest).filter(
        ([name, value]) => mode === 'add' || JSON.stringify(value ?? null) !== JSON.stringify(row[name] ?? null),
      ),
    );
    setBusy(true);
    setGeneralError('');
    try {
      feedback.notify(
        'success',
        mode === 'edit'
          ? await saveAdjustment(row, { reason, values: changedValues })
          : await addExtra(row.id, { reason, values: changedValues }, key.current),
      );
      onDone();
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      const knownErrors = (error.errors ?? []).filter(
        ({ field }) => field === 'reason' || (adjustFields as readonly string[]).includes(field),
      );
      form.setFields(knownErrors.map(({ field, message }) => ({ name: field, errors: [message] })));
      if (knownErrors[0]) form.scrollToField(knownErrors[0].field, { focus: true, block: 'center' });
      else setGeneralError(error.pageText);
    } finally {
      setBusy(false);
    }
  };
  return { busy, generalError, go: submit };
}

/** Corrects the readings and the plan of a taken sample, with a reason. Derived values are shown while typing. */
export function AdjustDrawer({ row, mode, onClose, onDone }: AdjustDrawerProps) {
  const [form] = Form.useForm<Values>();
  const values = Form.useWatch([], form) as Values | undefined;
  const { busy, generalError, go } = useAdjusting({ row, mode, form, onDone });
  const isBlank = row?.sampleKind === 'blank';
  const currentValues = { ...row, ...values };
  const readingsResult = useSampleResult(row, currentValues);
  const fieldsOf = (names: readonly AdjustField[]) =>
    names
      .filter((name) => !(isBlank && airReadings.has(name)))
      .map((name) => <AdjustItem key={name} name={name} row={row} mode={mode} />);
  return (
    <PageDrawer
      open={row !== null}
      size={760}
      title={
        row === null
          ? ''
          : mode === 'edit'
            ? `采样调整：${String(row.sampleNo)}`
            : `补录样品：与${String(row.sampleNo)}同因素、同日、同点位`
      }
      mask={{ closable: false }}
      closable={!busy}
      keyboard={!busy}
      onClose={onClose}
      footer={
        <Space className={styles.footer}>
          <CancelButton disabled={busy} />
          <Button type="primary" loading={busy} onClick={() => void go()}>
            保存
          </Button>
        </Space>
      }
    >
      {generalError && <Alert type="error" showIcon title={generalError} className={styles.alert ?? ''} />}
      <PaneForm
        form={form}
        layout="horizontal"
        labelCol={{ flex: '150px' }}
        wrapperCol={{ flex: '1 1 0' }}
        labelWrap
        requiredMark={false}
        disabled={busy}
      >
        <Form.Item
          name="reason"
          label="调整原因"
          rules={[{ required: true, whitespace: true, message: adjustTexts.reason }]}
        >
          <Input.TextArea rows={2} maxLength={500} showCount placeholder="写入样品的修改记录" />
        </Form.Item>
        <h3 className={styles.part}>采样记录</h3>
        {fieldsOf(readingFields)}
        {!isBlank && <DerivedValues result={readingsResult} />}
        {readingsResult.faults.length > 0 && (
          <Alert
            type="error"
            showIcon
            title={readingsResult.faults.map(({ message }) => message).join('；')}
            className={styles.alert ?? ''}
          />
        )}
        <h3 className={styles.part}>计划</h3>
        {fieldsOf(plannedFields)}
      </PaneForm>
    </PageDrawer>
  );
}
