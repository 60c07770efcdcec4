import { useQuery } from '@tanstack/react-query';
import { Button, Checkbox, Form, Input, Select } from 'antd';
import { useRef, useState } from 'react';
import { failureOf, isUnclear } from '@/api/callFailures';
import { DateInput } from '@/fields/dateInputs';
import { PaneForm } from '@/fields/PaneForm';
import { feedback } from '@/lib/feedback';
import { newId } from '@/lib/newId';
import { useOverlay } from '@/session/overlays';
import { useMay } from '@/session/useCan';
import {
  delegableSteps,
  delegationTexts,
  mayTake,
  stepLabel,
} from '@contract/features/reports/delegation/delegationRules';
import { delegation } from '@contract/features/reports/entities/delegation';
import { addDelegation, fetchCandidates } from '../approval/approvalCalls';
import styles from './delegation.module.css';

interface DelegationDraft {
  readonly steps?: readonly string[];
  readonly delegate?: number;
  readonly validFrom?: string;
  readonly validUntil?: string;
  readonly reason?: string;
}

const noNames: readonly string[] = [];
const { validFrom, validUntil } = delegation.fields;

/** Inputs for the reason, the first and the last day. */
function ReasonAndPeriodItems() {
  return (
    <>
      <Form.Item
        label="委托原因"
        name="reason"
        rules={[
          { required: true, whitespace: true, message: '请填写委托原因' },
          { max: 300, message: '委托原因不能超过300个字' },
        ]}
      >
        <Input maxLength={300} placeholder="例如：出差、休假" />
      </Form.Item>
      <Form.Item label="开始日期" name="validFrom" rules={[{ required: true, message: '请选择开始日期' }]}>
        <DateInput field={validFrom} />
      </Form.Item>
      <Form.Item label="结束日期（含当日）" name="validUntil" rules={[{ required: true, message: '请选择结束日期' }]}>
        <DateInput field={validUntil} />
      </Form.Item>
    </>
  );
}

/** State of the form: the steps that the person may delegate, who may take them, and the saving. */
function useDelegationForm({ onAdded }: { readonly onAdded: () => void }) {
  const [form] = Form.useForm<DelegationDraft>();
  const [busy, setBusy] = useState(false);
  const overlay = useOverlay();
  const hasPermission = useMay();
  const key = useRef(newId());
  const ownSteps = delegableSteps.filter((step) => hasPermission([step.key]) && mayTake(step.key, new Set([step.key])));
  const steps = Form.useWatch('steps', form) ?? noNames;
  const people = useQuery({
    queryKey: [delegation.path, 'candidates', [...steps].sort().join()],
    queryFn: ({ signal }) => fetchCandidates(steps, signal),
    enabled: steps.length > 0,
    retry: false,
  });
  const save = async () => {
    const draft = await form.validateFields().catch(() => null);
    if (!draft || busy) return;
    setBusy(true);
    try {
      feedback.notify('success', await addDelegation(draft as Readonly<Record<string, unknown>>, key.current));
      form.resetFields();
      overlay.markSaved();
      onAdded();
      key.current = newId();
    } catch (error) {
      if (!isUnclear(failureOf(error))) key.current = newId();
      form.setFields(
        (failureOf(error).errors ?? []).map(({ field, message }) => ({
          name: field as keyof DelegationDraft,
          errors: [message],
        })),
      );
    } finally {
      setBusy(false);
    }
  };
  return { form, busy, ownSteps, steps, people, save };
}

/** Asks for steps, deputy, period and reason. */
export function DelegationForm({ today, onAdded }: { readonly today: string; readonly onAdded: () => void }) {
  const { form, busy, ownSteps, steps, people, save } = useDelegationForm({ onAdded });
  if (!ownSteps.length) return null;
  return (
    <PaneForm
      form={form}
      layout="vertical"
      disabled={busy}
      className={styles.form ?? ''}
      initialValues={{ validFrom: today }}
      onFinish={() => void save()}
    >
      <Form.Item
        name="steps"
        label="委托步骤"
        className={styles.wide ?? ''}
        rules={[{ required: true, message: delegationTexts.noSteps }]}
      >
        <Checkbox.Group
          options={ownSteps.map((step) => ({ value: step.key, label: stepLabel(step.key) }))}
          onChange={() => form.setFieldValue('delegate', undefined)}
        />
      </Form.Item>
      <Form.Item
        name="delegate"
        label="受托人"
        rules={[{ required: true, message: '请选择受托人' }]}
        extra="只列出已被授权办理同类审批的人；签发、审核只能委托给同样有此授权的人"
      >
        <Select
          disabled={busy || steps.length === 0}
          loading={people.isFetching}
          showSearch={{ optionFilterProp: 'label' }}
          placeholder={steps.length ? '请选择受托人' : '请先选择步骤'}
          notFoundContent="没有可以接受所选步骤的人"
          options={(people.data ?? []).map(({ id, name, roles }) => ({ value: id, label: `${name}（${roles}）` }))}
        />
      </Form.Item>
      <ReasonAndPeriodItems />
      <div className={styles.wide}>
        <Button type="primary" htmlType="submit" loading={busy}>
          委托
        </Button>
      </div>
    </PaneForm>
  );
}
