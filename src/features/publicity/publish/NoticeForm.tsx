import { Form, type FormInstance } from 'antd';
import { formRules } from '@/fields/formRules';
import { PaneForm } from '@/fields/PaneForm';
import { BoundInput } from '@/listEditor/form/BoundInput';
import { reportFormula } from '@contract/features/publicity/entities/reportFormula';
import { type NoticeDraft, signedFacts, wordedFacts } from '@contract/features/publicity/noticePublication';
import type { Field } from '@contract/field';
import styles from './publish.module.css';

type NoticeFieldName = keyof typeof reportFormula.fields;

interface NoticeFormProps {
  readonly form: FormInstance<Record<string, unknown>>;
  readonly draft: NoticeDraft;
  readonly fixed: readonly string[];
  readonly disabled: boolean;
  readonly onValues: (values: Readonly<Record<string, unknown>>) => void;
}

/** Form of a notice's free texts. Data from the signed report are shown only in the preview. */
export function NoticeForm({ form, draft, fixed, disabled, onValues }: NoticeFormProps) {
  const names: readonly NoticeFieldName[] = [...wordedFacts, ...signedFacts.filter((name) => !fixed.includes(name))];
  return (
    <PaneForm
      form={form}
      layout="vertical"
      disabled={disabled}
      initialValues={draft}
      className={styles.fields ?? ''}
      scrollToFirstError={false}
      onValuesChange={(_, values: Readonly<Record<string, unknown>>) => onValues(values)}
    >
      {names.map((name) => {
        const field: Field = reportFormula.fields[name];
        return (
          <Form.Item
            key={name}
            name={name}
            label={field.label}
            required={field.required}
            rules={formRules(field)}
            {...(field.hint ? { extra: field.hint } : {})}
            validateTrigger={['onBlur', 'onChange']}
            validateFirst
            className={['title', 'conclusion', 'remark', 'address'].includes(name) ? styles.wide : undefined}
          >
            <BoundInput field={field} />
          </Form.Item>
        );
      })}
    </PaneForm>
  );
}
