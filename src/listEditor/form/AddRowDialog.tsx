import { Form } from 'antd';
import { useEffect, useState } from 'react';
import { Failure } from '@/api/callFailures';
import { crud } from '@/api/crudClient';
import { addableEntities } from '@/fields/addableEntities';
import { inputs } from '@/fields/fieldInputs';
import { formRules } from '@/fields/formRules';
import { PaneForm } from '@/fields/PaneForm';
import { PageModal } from '@/session/overlays';
import type { Entity } from '@contract/entity';

export interface AddRowDialogProps {
  readonly open: boolean;
  /** Name of the entity. */
  readonly entityName: string;
  readonly label: string;
  /** Initial name of the new row: what was typed into the select; '' for none. */
  readonly name: string;
  /** Additional values of the new row, besides the typed ones. */
  readonly values: Readonly<Record<string, unknown>>;
  readonly onClose: () => void;
  readonly onAdded: (id: number) => void;
}

function useAddableEntity(entityName: string): Entity | null {
  const [entity, setEntity] = useState<Entity | null>(null);
  useEffect(() => {
    void addableEntities[entityName]?.().then(setEntity);
  }, [entityName]);
  return entity;
}

/** Adds a row that the form behind it needs, by the entity's short form. Shows a refusal at its field. */
export function AddRowDialog({ open, entityName, label, name, values, onClose, onAdded }: AddRowDialogProps) {
  const [form] = Form.useForm<Record<string, unknown>>();
  const entity = useAddableEntity(entityName);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    if (!open || !entity) return;
    form.resetFields();
    if (name && entity.titleField) form.setFieldValue(entity.titleField, name);
  }, [open, entity, name, form]);
  const submit = async () => {
    const typed = await form.validateFields().catch(() => null);
    if (!typed || !entity || busy) return;
    setBusy(true);
    try {
      const row = await crud(entity).add({ ...values, ...typed } as never, {
        quiet: ({ errors }) => Boolean(errors?.length),
      });
      if (row) onAdded(row.id);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      form.setFields((error.errors ?? []).map(({ field, message }) => ({ name: field, errors: [message] })));
    }
    setBusy(false);
  };
  return (
    <PageModal
      open={open && entity !== null}
      width={560}
      title={`新增${label}`}
      okText="保存"
      confirmLoading={busy}
      onOk={() => void submit()}
      onCancel={onClose}
      mask={{ closable: false }}
    >
      <PaneForm form={form} name={`added_${entityName}`} layout="vertical">
        {(entity?.shortForm ?? []).map((fieldName) => {
          const field = entity?.fields[fieldName];
          if (!field) return null;
          const Input = inputs[field.kind];
          return (
            <Form.Item
              key={fieldName}
              name={fieldName}
              label={field.label}
              required={field.required === true}
              rules={formRules(field)}
              extra={field.hint}
              validateFirst
            >
              <Input field={field as never} />
            </Form.Item>
          );
        })}
      </PaneForm>
    </PageModal>
  );
}
