import { useQueryClient } from '@tanstack/react-query';
import { Alert, Descriptions, Form } from 'antd';
import { useEffect, useState } from 'react';
import { Failure } from '@/api/callFailures';
import { cellText } from '@/fields';
import { inputs } from '@/fields/fieldInputs';
import { formRules } from '@/fields/formRules';
import { PaneForm } from '@/fields/PaneForm';
import { todayText } from '@/lib/dateTexts';
import { feedback } from '@/lib/feedback';
import { newId } from '@/lib/newId';
import { useLabels } from '@/session/dictionaryStore';
import { PageModal } from '@/session/overlays';
import type { Row } from '@contract/entity';
import { yearPlan } from '@contract/features/conformity/entities/yearPlan';
import { planRecordFields, planRecordTexts } from '@contract/features/conformity/planRecord';
import { recordPlan } from './planCalls';

export type PlanItem = Row<typeof yearPlan>;

const plannedFields = ['planTitle', 'planKind', 'content', 'equipment', 'plannedOn'] as const;

/** Shows what the plan asks for; empty fields are left out. */
function PlannedFacts({ item }: { readonly item: PlanItem }) {
  const labels = useLabels(yearPlan);
  return (
    <Descriptions
      column={1}
      size="small"
      style={{ marginBottom: 12 }}
      items={plannedFields
        .filter((name) => item[name] !== null)
        .map((name) => ({
          key: name,
          label: yearPlan.fields[name].label,
          children: cellText(yearPlan.fields[name], item[name], { ...item }, name, labels),
        }))}
    />
  );
}

/** Input of one field of the record. */
function RecordItem({ name }: { readonly name: (typeof planRecordFields)[number] }) {
  const field = yearPlan.fields[name];
  const Input = inputs[field.kind];
  return (
    <Form.Item
      name={name}
      label={field.label}
      rules={formRules(field)}
      extra={'hint' in field ? field.hint : undefined}
      validateFirst
    >
      <Input field={field as never} />
    </Form.Item>
  );
}

/** Keeps the form of a record: fills it for an item, saves it and shows what is refused. */
function useRecordForm(planItem: PlanItem | null, onClose: () => void) {
  const queryClient = useQueryClient();
  const [form] = Form.useForm<Record<string, unknown>>();
  const [key, setKey] = useState('');
  const [isSaving, setIsSaving] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  useEffect(() => {
    if (!planItem) return;
    form.setFieldsValue({ doneOn: planItem.doneOn ?? todayText(), result: planItem.result, record: planItem.record });
    setKey(newId());
    setRefusal(null);
  }, [planItem, form]);
  const save = async () => {
    const values = await form.validateFields().catch(() => null);
    if (!values || !planItem || isSaving) return;
    setIsSaving(true);
    setRefusal(null);
    try {
      feedback.notify('success', await recordPlan({ ...values, id: planItem.id, version: planItem.version }, key));
      onClose();
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      form.setFields((error.errors ?? []).map(({ field, message }) => ({ name: field, errors: [message] })));
      if (error.code === 'stale') setRefusal(error.message);
      setKey(newId());
    } finally {
      setIsSaving(false);
      void queryClient.invalidateQueries({ queryKey: ['list', yearPlan.path] });
    }
  };
  return { form, isSaving, refusal, save };
}

interface PlanRecordDialogProps {
  readonly item: PlanItem | null;
  readonly onClose: () => void;
}

/** 填写实施记录: day, record and file of an item of a yearly plan, by the person in charge. */
export function PlanRecordDialog({ item, onClose }: PlanRecordDialogProps) {
  const { form, isSaving, refusal, save } = useRecordForm(item, onClose);
  return (
    <PageModal
      open={item !== null}
      about={item}
      width={640}
      title={planRecordTexts.action}
      okText="保存"
      confirmLoading={isSaving}
      onOk={() => void save()}
      onCancel={onClose}
      mask={{ closable: false }}
    >
      {refusal !== null && <Alert type="error" showIcon title={refusal} style={{ marginBottom: 12 }} />}
      {item && <PlannedFacts item={item} />}
      <PaneForm form={form} name="planRecord" layout="vertical" requiredMark={false} onFinish={() => void save()}>
        {planRecordFields.map((name) => (
          <RecordItem key={name} name={name} />
        ))}
      </PaneForm>
    </PageModal>
  );
}
