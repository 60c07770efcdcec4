import { useQueryClient } from '@tanstack/react-query';
import { Button, Form, type FormInstance } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { failureOf } from '@/api/callFailures';
import { crud } from '@/api/crudClient';
import { ConflictPanel } from '@/fields/conflict/ConflictPanel';
import { inputs } from '@/fields/fieldInputs';
import type { FieldInput } from '@/fields/fieldInputTypes';
import { formRules } from '@/fields/formRules';
import { PaneForm } from '@/fields/PaneForm';
import { feedback } from '@/lib/feedback';
import { usePageDirty } from '@/session/tabs/pageState';
import { type AnyRow, type Entity, fieldOf } from '@contract/entity';
import type { Field } from '@contract/field';
import { messages } from '@contract/messages';
import styles from './projects.module.css';

interface HeadFormProps {
  readonly entity: Entity;
  readonly row: AnyRow;
  readonly fields: readonly string[];
  readonly locked: boolean;
  readonly onSaved: () => void;
  readonly onDirty?: (dirty: boolean) => void;
  /** Caption of the button where the values wait for a person's look; the form is then saved without a change, too. */
  readonly confirmLabel?: string | null;
  /** Called with all values on each change. */
  readonly onValues?: (values: Readonly<Record<string, unknown>>) => void;
  /** Saves instead of the generic edit, with `id` and `version`, for refusals that the person can override. */
  readonly save?: (draft: Readonly<Record<string, unknown>>) => Promise<AnyRow | undefined>;
  /** Replaces the input of a kind, by field. Receives `field`, `value` and `onChange`. */
  readonly inputs?: Readonly<Record<string, FieldInput>>;
}

const haveSameValues = (names: readonly string[], a: AnyRow, b: AnyRow): boolean =>
  names.every((name) => JSON.stringify(a[name] ?? null) === JSON.stringify(b[name] ?? null));

type ValueForm = FormInstance<Record<string, unknown>>;

/**
 * Returns the state of the form compared with the stored row: unsaved values, changes by other people, and the
 * function that saves.
 */
function useHead({ entity, row, fields, locked, onSaved, onDirty, save: edit }: HeadFormProps, form: ValueForm) {
  const [base, setBase] = useState(row);
  const [dirty, setDirty] = useState(false);
  const [busy, setBusy] = useState(false);
  const [theirRow, setTheirRow] = useState<AnyRow | null>(null);
  const queryClient = useQueryClient();
  usePageDirty(`head:${entity.name}:${fields[0] ?? ''}`, dirty);
  const latestOnDirty = useRef(onDirty);
  latestOnDirty.current = onDirty;
  useEffect(() => latestOnDirty.current?.(dirty), [dirty]);

  // The row was changed on another page. Its values are shown unless this form has unsaved input in these fields.
  // After a save the row is older than the form until it is loaded again, with the values from before the save.
  useEffect(() => {
    if (row.id === base.id && row.version <= base.version) return;
    if (!dirty) form.setFieldsValue(Object.fromEntries(fields.map((name) => [name, row[name] ?? null])));
    if (!dirty || haveSameValues(fields, row, base)) setBase(row);
  }, [row, base, dirty, fields, form]);

  const rememberFocus = useFocusKept(busy);
  const save = async () => {
    if (busy || locked) return;
    rememberFocus();
    const values = await form.validateFields().catch((problem: { errorFields?: { name: string[] }[] }) => {
      const firstField = problem.errorFields?.[0]?.name;
      if (firstField) form.scrollToField(firstField, { focus: true, block: 'center' });
      return undefined;
    });
    if (!values) return;
    setBusy(true);
    try {
      const draft = { ...values, id: base.id, version: base.version };
      const savedRow = edit ? await edit(draft) : await crud<Entity>(entity).edit(draft, { once: true });
      if (savedRow) setBase(savedRow as AnyRow);
      setDirty(false);
      setTheirRow(null);
      feedback.notify('success', messages.edited);
      void queryClient.invalidateQueries({ queryKey: ['history', entity.name] });
      onSaved();
    } catch (error) {
      const failure = failureOf(error);
      if (failure.code === 'stale' && failure.current) setTheirRow(failure.current as AnyRow);
      form.setFields((failure.errors ?? []).map(({ field, message }) => ({ name: field, errors: [message] })));
    } finally {
      setBusy(false);
    }
  };
  return { base, setBase, dirty, setDirty, busy, theirs: theirRow, setTheirs: setTheirRow, save };
}

/**
 * Returns a function that remembers the focus. Disabled inputs lose the focus; the function restores it unless the
 * person has moved it.
 */
function useFocusKept(busy: boolean): () => void {
  const lastFocused = useRef<HTMLElement | null>(null);
  useEffect(() => {
    const active = document.activeElement;
    if (!busy && (active === document.body || active?.closest('[role="dialog"]'))) lastFocused.current?.focus();
  }, [busy]);
  return () => {
    lastFocused.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
  };
}

interface HeadFieldProps extends Pick<HeadFormProps, 'entity' | 'locked'> {
  readonly name: string;
  readonly input: FieldInput | undefined;
}

function HeadField({ entity, name, locked, input }: HeadFieldProps) {
  const field = fieldOf(entity, name);
  if (!field) return null;
  return (
    <Form.Item
      name={name}
      label={field.label}
      required={field.required}
      rules={formRules(field)}
      {...(field.hint && !locked ? { extra: field.hint } : {})}
      validateTrigger={['onBlur', 'onChange']}
      validateFirst
      className={field.kind === 'longText' || field.kind === 'keyed' ? styles.wide : undefined}
    >
      <BoundInput field={field} input={input} />
    </Form.Item>
  );
}

interface SaveLineProps {
  readonly dirty: boolean;
  readonly busy: boolean;
  readonly stale: boolean;
  /** Caption of a button that saves without a change, too; null for an ordinary form. */
  readonly caption: string | null;
  readonly onSave: () => Promise<void>;
}

const SaveLine = ({ dirty, busy, stale, caption, onSave }: SaveLineProps) => (
  <div className={styles.headSave}>
    <Button
      type="primary"
      loading={busy}
      disabled={!(dirty || caption !== null) || stale}
      onClick={() => void onSave()}
    >
      {caption ?? '保存'}
    </Button>
    <span role="status">{dirty ? '有未保存的修改' : ''}</span>
  </div>
);

/**
 * Form for some fields of an existing row, edited in place, such as a project's survey or plan. Several forms may share
 * a row.
 */
export function HeadForm(props: HeadFormProps) {
  const { entity, row, fields, locked, onValues, confirmLabel = null, inputs: customInputs } = props;
  const [form] = Form.useForm<Record<string, unknown>>();
  const { base, setBase, dirty, setDirty, busy, theirs: theirRow, setTheirs, save } = useHead(props, form);
  return (
    <div
      className={styles.headForm}
      onKeyDown={(event) => {
        const isSaveShortcut = (event.ctrlKey || event.metaKey) && (event.key === 'Enter' || event.key === 's');
        if (!isSaveShortcut) return;
        event.preventDefault();
        if (dirty || confirmLabel !== null) void save();
      }}
    >
      {theirRow && (
        <ConflictPanel
          entity={entity}
          base={base}
          mine={{ ...base, ...form.getFieldsValue(true) }}
          theirs={theirRow}
          onTake={(values) => {
            form.setFieldsValue(
              Object.fromEntries(fields.flatMap((name) => (name in values ? [[name, values[name]]] : []))),
            );
            setBase(theirRow);
            setTheirs(null);
          }}
        />
      )}
      <PaneForm
        form={form}
        layout="horizontal"
        labelCol={{ flex: '112px' }}
        wrapperCol={{ flex: '1 1 0' }}
        labelWrap
        disabled={locked || busy}
        initialValues={row}
        scrollToFirstError={false}
        className={styles.headFields}
        onValuesChange={(_, values: Readonly<Record<string, unknown>>) => {
          setDirty(true);
          onValues?.(values);
        }}
      >
        {fields.map((name) => (
          <HeadField key={name} entity={entity} name={name} locked={locked} input={customInputs?.[name]} />
        ))}
      </PaneForm>
      {!locked && <SaveLine dirty={dirty} busy={busy} stale={theirRow !== null} caption={confirmLabel} onSave={save} />}
    </div>
  );
}

/** Renders the input of a field. antd passes `value`, `onChange` and `id`. */
function BoundInput({ field, input, ...rest }: { field: Field; input: FieldInput | undefined }) {
  const Input = input ?? inputs[field.kind];
  return <Input field={field as never} {...(rest as object)} />;
}
