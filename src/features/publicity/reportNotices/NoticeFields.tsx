import { Form } from 'antd';
import { formRules } from '@/fields/formRules';
import { BoundInput } from '@/listEditor/form/BoundInput';
import { reportFormula } from '@contract/features/publicity/entities/reportFormula';
import type { Field } from '@contract/field';
import styles from './detail.module.css';

type NoticeFieldName = keyof typeof reportFormula.fields;

const groups: readonly { readonly title: string; readonly fields: readonly NoticeFieldName[] }[] = [
  { title: '报告', fields: ['project', 'reportNo', 'title', 'reportType', 'reportDate'] },
  {
    title: '用人单位',
    fields: ['unitName', 'region', 'address', 'contact', 'contactPhone', 'companion', 'companionPublic'],
  },
  { title: '项目组', fields: ['leader', 'team'] },
  {
    title: '现场与检测',
    fields: [
      'surveyors',
      'surveyFrom',
      'surveyTo',
      'samplers',
      'samplingFrom',
      'samplingTo',
      'testers',
      'testFrom',
      'testTo',
    ],
  },
  { title: '结论', fields: ['conclusion', 'remark'] },
];

const wideFields: ReadonlySet<NoticeFieldName> = new Set(['title', 'conclusion', 'remark']);

/** All fields of a notice, with the rules of the entity. */
export function NoticeFields() {
  return groups.map((group) => (
    <fieldset key={group.title} className={styles.group}>
      <legend>{group.title}</legend>
      {group.fields.map((name) => {
        const field: Field = reportFormula.fields[name];
        return (
          <Form.Item
            key={name}
            name={name}
            label={field.label}
            required={field.required}
            rules={formRules(field)}
            extra={field.hint}
            validateTrigger={['onBlur', 'onChange']}
            validateFirst
            className={wideFields.has(name) ? styles.wide : undefined}
          >
            <BoundInput field={field} />
          </Form.Item>
        );
      })}
    </fieldset>
  ));
}
