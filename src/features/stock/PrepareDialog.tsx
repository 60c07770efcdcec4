import { useQueries, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, DatePicker, Form, type FormInstance, Input, Select } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useEffect, useRef, useState } from 'react';
import { Failure } from '@/api/callFailures';
import { crud } from '@/api/crudClient';
import { PaneForm } from '@/fields/PaneForm';
import { feedback } from '@/lib/feedback';
import { newId } from '@/lib/newId';
import { PageModal } from '@/session/overlays';
import { useMay } from '@/session/useCan';
import { fixedDictionaries } from '@contract/dictionaries';
import type { AnyRow, Entity } from '@contract/entity';
import { consumable } from '@contract/features/stock/entities/consumable';
import { reagent } from '@contract/features/stock/entities/reagent';
import { standard } from '@contract/features/stock/entities/standard';
import { ledgerTexts } from '@contract/features/stock/ledgerTexts';
import { amountText, unitLabel } from '@contract/features/stock/stockAmounts';
import {
  lotOf,
  lotTitle,
  type StockKind,
  stockKinds,
  stockLabels,
  stockPermission,
  stockTitles,
} from '@contract/features/stock/stockKinds';
import { prepareLot, stockKey } from './stockCalls';
import { useOverride } from './useOverride';
import styles from './stock.module.css';

const lotEntities: Readonly<Record<StockKind, Entity>> = { standard, reagent, consumable };

interface SolutionFormValues {
  readonly no?: string;
  readonly name: string;
  readonly amount: string;
  readonly amountUnit: string;
  readonly validUntil: Dayjs;
  readonly specification?: string;
  readonly storage?: string;
  readonly location?: string;
  readonly reason?: string;
  readonly from?: readonly { readonly lot?: string; readonly amount?: string }[];
}

const titleOfName = (kind: 'standard' | 'reagent') => (kind === 'standard' ? '标准溶液名称' : '试剂名称');

/** Returns lots to prepare from: in use, not empty, of kinds that the person may move. */
function useSources(open: boolean) {
  const hasPermission = useMay();
  const kinds = stockKinds.filter((kind) => kind !== 'consumable' && hasPermission([stockPermission(kind)]));
  const optionQueries = useQueries({
    queries: kinds.map((kind) => ({
      queryKey: [...stockKey(kind), 'sources'],
      queryFn: async ({ signal }: { signal: AbortSignal }) =>
        (await crud(lotEntities[kind]).list({ status: '1', size: 1000, sort: `${stockTitles[kind].no},asc` }, signal))
          .content,
      enabled: open,
      gcTime: 0,
    })),
  });
  return kinds.map((kind, index) => ({
    label: stockLabels[kind],
    options: (optionQueries[index]?.data ?? [])
      .map((row: AnyRow) => lotOf(kind, row))
      .filter(({ balance }) => Number(balance ?? 0) > 0)
      .map((lot) => ({
        value: `${kind}:${lot.id}`,
        unit: lot.amountUnit,
        label: `${lotTitle(lot)} 结存${amountText(lot.balance, lot.amountUnit)}${lot.validUntil ? ` 有效期至${lot.validUntil}` : ''}`,
      })),
  }));
}

const requiredRule = (message: string) => [{ required: true, whitespace: true, message }];

/** Shows the faults at their inputs. Returns the text of faults without an input, or null. */
function placeErrors(form: FormInstance<SolutionFormValues>, kind: StockKind, failure: Failure): string | null {
  const { no: noField, name: nameField } = stockTitles[kind];
  const places: Readonly<Record<string, string>> = {
    [noField]: 'no',
    [nameField]: 'name',
    validUntil: 'validUntil',
    amount: 'amount',
    receivedOn: 'validUntil',
  };
  const errors = failure.errors ?? [];
  const fieldErrors = errors.flatMap(({ field, message }) => {
    const line = /^lines\.(\d+)\.amount$/.exec(field);
    const name = line ? ['from', Number(line[1]), 'amount'] : places[field];
    return name ? [{ name: name as never, errors: [message] }] : [];
  });
  form.setFields(fieldErrors);
  return fieldErrors.length ? null : [...new Set(errors.map(({ message }) => message))].join('；') || failure.pageText;
}

/** Returns the body of the call. */
function bodyOf(solutionFormValues: SolutionFormValues, kind: StockKind) {
  const { no: noField, name: nameField } = stockTitles[kind];
  const usedLots = (solutionFormValues.from ?? []).flatMap(({ lot, amount }) => {
    const [lotKind, id] = lot?.split(':') ?? [];
    return lotKind && id ? [{ kind: lotKind, lot: Number(id), amount: amount ?? '' }] : [];
  });
  const { no, name, amount, amountUnit, validUntil, specification, storage, location, reason } = solutionFormValues;
  const draft = {
    [noField]: no ?? '',
    [nameField]: name,
    amountUnit,
    validUntil: validUntil.format('YYYY-MM-DD'),
    specification: specification ?? null,
    storage: storage ?? null,
    location: location ?? null,
  };
  return { draft, amount, from: usedLots, reason: reason ?? null };
}

/** Inputs for name, number, amount, validity and storage of the prepared solution. */
function ProductItems({ kind }: { readonly kind: 'standard' | 'reagent' }) {
  return (
    <div className={styles.twos}>
      <Form.Item name="name" label={titleOfName(kind)} rules={requiredRule('请填写名称')}>
        <Input maxLength={100} autoFocus />
      </Form.Item>
      <Form.Item name="no" label="编号" extra="不填自动编号">
        <Input maxLength={50} />
      </Form.Item>
      <Form.Item label="配制量" required style={{ marginBottom: 0 }}>
        <div style={{ display: 'flex', gap: 8 }}>
          <Form.Item name="amount" style={{ flex: 1 }} rules={requiredRule('请填写配制量')}>
            <Input inputMode="decimal" aria-label="配制量" />
          </Form.Item>
          <Form.Item name="amountUnit" style={{ width: 96 }}>
            <Select
              aria-label="计量单位"
              options={fixedDictionaries.stockUnit.map(({ value, label }) => ({ value, label }))}
            />
          </Form.Item>
        </div>
      </Form.Item>
      <Form.Item name="validUntil" label="有效期至（含当日）" rules={[{ required: true, message: '请选择有效期' }]}>
        <DatePicker style={{ width: '100%' }} minDate={dayjs()} />
      </Form.Item>
      <Form.Item name="specification" label="浓度或规格">
        <Input maxLength={60} />
      </Form.Item>
      <Form.Item name="storage" label="保存条件">
        <Input maxLength={60} />
      </Form.Item>
    </div>
  );
}

interface SourceItemsProps {
  readonly sources: ReturnType<typeof useSources>;
  /** Returns the unit of the lot that is chosen in a line. */
  readonly unitAt: (index: number) => string | null;
}

/** Lots that are used, with their amounts. */
function SourceItems({ sources, unitAt }: SourceItemsProps) {
  return (
    <Form.List
      name="from"
      rules={[
        {
          validator: async (_rule, value: unknown[] | undefined) => {
            if (!value?.length) throw new Error(ledgerTexts.oneLeast);
          },
        },
      ]}
    >
      {(lines, { add, remove }, { errors }) => (
        <fieldset style={{ border: 0, padding: 0, margin: 0 }}>
          <legend className={styles.quiet}>所用批次</legend>
          {lines.map(({ key: index, name }) => (
            <div key={index} style={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) 130px auto', gap: 8 }}>
              <Form.Item name={[name, 'lot']} rules={[{ required: true, message: '请选择批次' }]}>
                <Select
                  showSearch={{ optionFilterProp: 'label' }}
                  options={sources}
                  placeholder="请选择批次"
                  aria-label={`所用批次${name + 1}`}
                />
              </Form.Item>
              <Form.Item name={[name, 'amount']} rules={requiredRule('请填写用量')}>
                <Input inputMode="decimal" placeholder="用量" suffix={unitAt(name)} aria-label={`用量${name + 1}`} />
              </Form.Item>
              <Button type="text" onClick={() => remove(name)} disabled={lines.length === 1}>
                移出
              </Button>
            </div>
          ))}
          <Form.ErrorList errors={errors} />
          <Button type="dashed" block onClick={() => add({})} style={{ marginBottom: 12 }}>
            新增所用批次
          </Button>
        </fieldset>
      )}
    </Form.List>
  );
}

interface PrepareDialogProps {
  readonly kind: 'standard' | 'reagent';
  readonly open: boolean;
  /** Lot that is preselected. */
  readonly preselectedLot: AnyRow | null;
  readonly onClose: () => void;
}

/** 配制: product, sources and validity. Creates a new lot. */
export function PrepareDialog({ kind, open, preselectedLot, onClose }: PrepareDialogProps) {
  const queryClient = useQueryClient();
  const [form] = Form.useForm<SolutionFormValues>();
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const key = useRef('');
  const sources = useSources(open);
  const from = Form.useWatch('from', form);
  const unitAt = (index: number): string | null => {
    const chosenSource = sources.flatMap(({ options }) => options).find(({ value }) => value === from?.[index]?.lot);
    return chosenSource ? unitLabel(chosenSource.unit) : null;
  };
  const { withOverride, overrideDialog } = useOverride();
  useEffect(() => {
    if (!open) return;
    form.resetFields();
    form.setFieldsValue({ amountUnit: 'mL', from: [preselectedLot ? { lot: `${kind}:${preselectedLot.id}` } : {}] });
    setProblem(null);
    key.current = newId();
  }, [open, preselectedLot, kind, form]);
  const submit = async () => {
    const solutionFormValues = await form.validateFields().catch(() => null);
    if (!solutionFormValues || busy) return;
    setBusy(true);
    setProblem(null);
    const body = bodyOf(solutionFormValues, kind);
    try {
      const text = await withOverride((override) =>
        prepareLot(kind, { ...body, ...(override ? { override } : {}) }, key.current),
      );
      feedback.notify('success', text);
      onClose();
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      setProblem(placeErrors(form, kind, error));
    } finally {
      setBusy(false);
      for (const stockKind of stockKinds) void queryClient.invalidateQueries({ queryKey: stockKey(stockKind) });
    }
  };
  return (
    <PageModal
      open={open}
      width={760}
      title={kind === 'standard' ? '配制标准溶液' : '配制试剂'}
      okText="确定配制"
      confirmLoading={busy}
      onOk={() => void submit()}
      onCancel={onClose}
      mask={{ closable: false }}
    >
      {problem && <Alert type="error" showIcon title={problem} style={{ marginBottom: 12 }} role="alert" />}
      <PaneForm form={form} name="stockPrepare" layout="vertical" requiredMark={false} onFinish={() => void submit()}>
        <ProductItems kind={kind} />
        <SourceItems sources={sources} unitAt={unitAt} />
        <Form.Item name="reason" label="配制方法与说明">
          <Input.TextArea rows={2} maxLength={300} showCount />
        </Form.Item>
      </PaneForm>
      {overrideDialog}
    </PageModal>
  );
}
