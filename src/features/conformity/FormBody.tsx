import { Descriptions, Input, Select } from 'antd';
import { HeadForm } from '@/features/projects/HeadForm';
import type { WorkflowRowProps } from '@/features/projects/workflowRow/WorkflowRowPage';
import { clearable } from '@/lib/clearableInput';
import { useCan } from '@/session/useCan';
import { serviceForm } from '@contract/features/conformity/entities/serviceForm';
import { formOf } from '@contract/features/conformity/forms/allServiceForms';
import { formMachine } from '@contract/features/conformity/forms/formMachine';
import { formTexts } from '@contract/features/conformity/forms/formTexts';
import {
  type FormItem,
  type FormValues,
  type ServiceForm,
  shownItems,
} from '@contract/features/conformity/forms/serviceForm';
import { permissionOf } from '@contract/permissions';
import { mayEdit } from '@contract/workflow/stateMachine';
import { FormTables } from './FormTables';
import styles from './forms.module.css';

const valueFields = ['values', 'remark'] as const;

interface ItemInputProps {
  readonly item: FormItem;
  /** Accessible name, where the label alone does not say it. */
  readonly name?: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** The input of one item: a choice, a line or several lines. */
function ItemInput({ item, name, value, onChange }: ItemInputProps) {
  const id = `form-${item.key}`;
  const commonProps = {
    id,
    ...(item.hint ? { placeholder: item.hint } : {}),
    ...(name ? { 'aria-label': name } : {}),
  };
  if (item.options)
    return (
      <Select
        {...commonProps}
        allowClear={clearable}
        value={value || null}
        options={item.options.map((option) => ({ value: option, label: option }))}
        onChange={(option: string | undefined) => onChange(option ?? '')}
      />
    );
  return item.long ? (
    <Input.TextArea
      {...commonProps}
      autoSize={{ minRows: 2, maxRows: 8 }}
      maxLength={1000}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  ) : (
    <Input
      {...commonProps}
      {...(item.count ? { inputMode: 'numeric' } : {})}
      maxLength={200}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

interface ValuesInputProps {
  readonly value?: FormValues | null;
  readonly onChange?: (value: FormValues) => void;
}

/** Returns the input of a sheet's values, created from its description. */
const valuesInputOf = (form: ServiceForm) =>
  function ValuesInput({ value, onChange }: ValuesInputProps) {
    const values = value ?? {};
    const change = (key: string, text: string) => {
      const { [key]: _former, ...others } = values;
      onChange?.(text ? { ...others, [key]: text } : others);
    };
    return (
      <div className={styles.parts}>
        {form.parts
          .map(({ title, ...part }) => ({ title, items: shownItems(form, { title, ...part }, values) }))
          .filter(({ items }) => items.length > 0)
          .map(({ title, items }) => (
            <fieldset key={title} className={styles.part}>
              <legend>{title}</legend>
              {items.map((formItem) => (
                <div key={formItem.key} className={styles.line}>
                  {[formItem, ...(formItem.cells ?? [])].map((cell) => (
                    <label key={cell.key} htmlFor={`form-${cell.key}`} className={styles.item}>
                      <span>
                        {cell.label}
                        {cell.required ? '（必填）' : ''}
                      </span>
                      <ItemInput
                        item={cell}
                        {...(cell === formItem ? {} : { name: `${formItem.label} ${cell.label}` })}
                        value={values[cell.key] ?? ''}
                        onChange={(text) => change(cell.key, text)}
                      />
                    </label>
                  ))}
                </div>
              ))}
            </fieldset>
          ))}
      </div>
    );
  };

const inputsByKind = new Map<string, Readonly<Record<string, ReturnType<typeof valuesInputOf>>>>();

/** Returns the inputs of a kind. They are created only once, so that they stay mounted. */
function inputsOf(form: ServiceForm) {
  const knownInputs = inputsByKind.get(form.key);
  if (knownInputs) return knownInputs;
  const inputs = { values: valuesInputOf(form) };
  inputsByKind.set(form.key, inputs);
  return inputs;
}

/** Form of a sheet with its items, and the program's answer after its submission. */
export function FormBody({ row, refresh }: WorkflowRowProps) {
  const may = useCan([permissionOf(serviceForm, 'edit')]);
  const form = formOf(row.formKind);
  if (!form) return null;
  const isLocked = !(may && mayEdit(formMachine, String(row.state)));
  const answers = Object.entries((row.answers ?? {}) as FormValues);
  return (
    <>
      {answers.length > 0 && (
        <Descriptions
          size="small"
          bordered
          column={1}
          title={`${formTexts.answers}　${row.answeredAt ? formTexts.answeredOn(String(row.answeredAt)) : ''}`}
          items={answers.map(([label, children]) => ({ key: label, label, children }))}
        />
      )}
      <HeadForm
        entity={serviceForm}
        row={row}
        fields={valueFields}
        inputs={inputsOf(form) as never}
        locked={isLocked}
        onSaved={refresh}
      />
      <FormTables form={form} row={row} locked={isLocked} refresh={refresh} />
    </>
  );
}
