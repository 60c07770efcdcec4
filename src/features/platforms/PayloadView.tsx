import type { ReactNode } from 'react';
import { DictCell, emptyCellText } from '@/fields';
import { type PlatformField, platformSections } from '@contract/features/platforms/platformFields';
import type { PlatformPayload, SectionName } from '@contract/features/platforms/platformPayload';
import type { Finding } from '@contract/features/platforms/pushFindings';
import styles from './platforms.module.css';

const numbers: ReadonlySet<string> = new Set([
  'headcount',
  'exposeHoursPerDay',
  'daysPerWeek',
  'value',
  'limit',
  'size',
  'pointIdx',
]);

type PayloadLine = Readonly<Record<string, unknown>>;

function renderValue({ name, required, dict, values }: PlatformField, value: unknown, isFaulty: boolean): ReactNode {
  const isEmpty = value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
  if (isEmpty) return isFaulty && required ? <span className={styles.missing}>缺少</span> : emptyCellText;
  if (name === 'pointIdx') return Number(value) + 1;
  if (name === 'members')
    return (value as readonly { name: string; certNo: string | null }[])
      .map(({ name: personName, certNo }) => `${personName}（${certNo ?? '缺少证书编号'}）`)
      .join('、');
  if (values) return values.find((option) => option.value === value)?.label ?? String(value);
  if (dict && typeof value === 'string') return <DictCell dict={dict} value={value} />;
  return Array.isArray(value) ? value.join('、') : String(value);
}

interface PayloadViewProps {
  readonly payload: PlatformPayload;
  readonly sections: readonly SectionName[];
  readonly findings: readonly Finding[];
}

interface LinesTableProps {
  readonly faults: Set<string>;
  readonly name: keyof PlatformPayload;
  readonly payload: PlatformPayload;
}

/** Table of a section's lines, with missing values marked. */
function LinesTable({ faults, name, payload }: LinesTableProps) {
  const { label, fields } = platformSections[name];
  const content = payload[name] as unknown;
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col" data-right="true">
            序号
          </th>
          {fields.map((field) => (
            <th key={field.name} scope="col" data-right={numbers.has(field.name)}>
              {field.label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {(content as readonly PayloadLine[]).map((line, index) => (
          <tr key={index}>
            <td data-right="true">{index + 1}</td>
            {fields.map((field) => (
              <td key={field.name} data-right={numbers.has(field.name)}>
                {renderValue(field, line[field.name], faults.has(`${name}[${index}].${field.name}`))}
              </td>
            ))}
          </tr>
        ))}
        {(content as readonly PayloadLine[]).length === 0 && (
          <tr>
            <td colSpan={fields.length + 1} className={faults.has(name) ? styles.missing : styles.quiet}>
              {faults.has(name) ? `缺少${label}` : `没有${label}`}
            </td>
          </tr>
        )}
      </tbody>
    </table>
  );
}

/** Shows the submitted data by section, with missing data marked. */
export function PayloadView({ payload, sections, findings }: PayloadViewProps) {
  const faults = new Set(findings.map(({ field }) => field));
  return sections.map((name) => {
    const { label, many, fields } = platformSections[name];
    const content = payload[name] as unknown;
    return (
      <section key={name} className={styles.section} aria-label={label}>
        <h3>
          {label}
          {many ? `（${(content as readonly PayloadLine[]).length}）` : ''}
        </h3>
        {many ? (
          <div className={styles.wide}>
            <LinesTable faults={faults} name={name} payload={payload} />
          </div>
        ) : (
          <dl className={styles.facts}>
            {fields.map((field) => (
              <div key={field.name}>
                <dt>{field.label}</dt>
                <dd>{renderValue(field, (content as PayloadLine)[field.name], faults.has(`${name}.${field.name}`))}</dd>
              </div>
            ))}
          </dl>
        )}
      </section>
    );
  });
}
