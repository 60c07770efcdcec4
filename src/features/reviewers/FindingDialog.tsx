import { Form, Input, Radio } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { Failure } from '@/api/callFailures';
import { crud } from '@/api/crudClient';
import { inputs } from '@/fields/fieldInputs';
import { formRules } from '@/fields/formRules';
import { PaneForm } from '@/fields/PaneForm';
import { feedback } from '@/lib/feedback';
import { newId } from '@/lib/newId';
import { PageModal } from '@/session/overlays';
import { type AnyRow, type Entity, fieldOf } from '@contract/entity';
import { outsideFinding } from '@contract/features/reviewers/entities/outsideFinding';
import { outsideTexts } from '@contract/features/reviewers/reviewerTexts';
import { messages } from '@contract/messages';
import { answerFinding, judgeFinding } from './reviewerCalls';

export interface FindingTask {
  readonly kind: 'add' | 'edit' | 'answer' | 'judge';
  readonly finding: AnyRow | null;
}

const fieldsOf = {
  add: ['severity', 'description', 'requirement', 'evidence'],
  edit: ['severity', 'description', 'requirement', 'evidence'],
  answer: ['answer', 'answerFile'],
  judge: [],
} as const;
const titles = { add: '登记问题', edit: '编辑问题', answer: '答复问题', judge: '复核答复' } as const;

function BoundFindingInput({ name, ...rest }: { readonly name: string }) {
  const field = fieldOf(outsideFinding, name);
  if (!field) return null;
  const InputComponent = inputs[field.kind];
  return <InputComponent field={field as never} {...(rest as object)} />;
}

/** Sends a typed text about a finding of a task, and returns the sentence for the person. */
function postFinding(
  { kind, finding }: FindingTask,
  taskId: number,
  values: Record<string, unknown>,
  idempotencyKey: string,
): Promise<string> {
  const api = crud<Entity>(outsideFinding);
  const idAndVersion = { id: finding?.id, version: finding?.version };
  if (kind === 'answer') return answerFinding({ ...idAndVersion, ...values });
  if (kind === 'judge') return judgeFinding({ ...idAndVersion, ...values, verdictRemark: values.verdictRemark ?? '' });
  return kind === 'edit'
    ? api.edit({ ...values, ...idAndVersion, task: taskId } as never, { idempotencyKey }).then(() => messages.edited)
    : api.add({ ...values, task: taskId } as never, { idempotencyKey }).then(() => messages.added);
}

function FindingItem({ name }: { readonly name: (typeof fieldsOf)[keyof typeof fieldsOf][number] }) {
  const field = outsideFinding.fields[name];
  return (
    <Form.Item
      name={name}
      label={field.label}
      required={name === 'answer' || ('required' in field && field.required)}
      rules={
        name === 'answer'
          ? [{ required: true, whitespace: true, message: outsideTexts.answerNeeded }]
          : formRules(field)
      }
      validateFirst
    >
      <BoundFindingInput name={name} />
    </Form.Item>
  );
}

/** Inputs for accepting an answer; a refusal needs a reason. */
function VerdictItems({ verdict }: { readonly verdict: unknown }) {
  return (
    <>
      <Form.Item name="verdict" label="复核意见" rules={[{ required: true, message: outsideTexts.verdictNeeded }]}>
        <Radio.Group
          options={[
            { value: 'accepted', label: '认可' },
            { value: 'rejected', label: '不认可' },
          ]}
        />
      </Form.Item>
      <Form.Item
        name="verdictRemark"
        label="复核说明"
        rules={[{ required: verdict === 'rejected', whitespace: true, message: outsideTexts.whyRejected }]}
      >
        <Input.TextArea rows={3} maxLength={500} showCount />
      </Form.Item>
    </>
  );
}

/** One dialog for the four kinds of text about a finding. */
export function FindingDialog({
  task,
  requestedTask: findingTask,
  onClose,
  onDone,
}: {
  readonly task: number;
  readonly requestedTask: FindingTask | null;
  readonly onClose: () => void;
  readonly onDone: () => void;
}) {
  const [form] = Form.useForm<Record<string, unknown>>();
  const [busy, setBusy] = useState(false);
  const key = useRef('');
  const verdict = Form.useWatch('verdict', form);
  useEffect(() => {
    if (!findingTask) return;
    form.resetFields();
    key.current = newId();
    if (findingTask.finding) form.setFieldsValue(findingTask.finding);
  }, [findingTask, form]);
  const submit = async () => {
    const values = await form.validateFields().catch(() => null);
    if (!values || !findingTask || busy) return;
    setBusy(true);
    try {
      feedback.notify('success', await postFinding(findingTask, task, values, key.current));
      onClose();
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      form.setFields((error.errors ?? []).map(({ field, message }) => ({ name: field, errors: [message] })));
    } finally {
      setBusy(false);
      onDone();
    }
  };
  const kind = findingTask?.kind ?? 'add';
  return (
    <PageModal
      open={findingTask !== null}
      width={600}
      title={`${titles[kind]}${findingTask?.finding ? ` ${String(findingTask.finding.findingNo)}` : ''}`}
      okText="保存"
      confirmLoading={busy}
      onOk={() => void submit()}
      onCancel={onClose}
      mask={{ closable: false }}
    >
      <PaneForm form={form} layout="vertical" onFinish={() => void submit()}>
        {findingTask && kind !== 'add' && kind !== 'edit' && (
          <p style={{ whiteSpace: 'pre-wrap' }}>{String(findingTask.finding?.description ?? '')}</p>
        )}
        {findingTask && kind === 'judge' && (
          <p style={{ whiteSpace: 'pre-wrap' }}>答复：{String(findingTask.finding?.answer ?? '')}</p>
        )}
        {fieldsOf[kind].map((name) => (
          <FindingItem key={name} name={name} />
        ))}
        {kind === 'judge' && <VerdictItems verdict={verdict} />}
      </PaneForm>
    </PageModal>
  );
}
