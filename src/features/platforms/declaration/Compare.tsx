import { Select } from 'antd';
import { useState } from 'react';
import { DictCell, missing, Tone } from '@/fields';
import { fieldDifferences, rowDifferences } from '@contract/features/platforms/declaration/declarationDifference';
import type { DeclarationVersion } from '@contract/features/platforms/declaration/declarationWire';
import { declaration } from '@contract/features/platforms/entities/declaration';
import styles from './declarations.module.css';

const changes = { added: ['新增', 'good'], removed: ['删除', 'bad'], changed: ['修改', 'active'] } as const;

const words = (field: string, value: unknown) => {
  const own = (declaration.fields as Readonly<Record<string, { kind: string; dict?: string }>>)[field];
  if (own?.dict) return <DictCell dict={own.dict} value={value} />;
  if (own?.kind === 'flag') return value ? '是' : '否';
  return value === null ? missing : String(value);
};
const counts = (pair: readonly [number | null, number | null] | null): string =>
  pair ? `${pair[0] ?? '–'}／${pair[1] ?? '–'}` : '–';
const nameOf = ({ versionNo, declareYear }: DeclarationVersion): string =>
  `第${versionNo ?? 1}版（${declareYear ?? ''}年）`;

/** Shows the changes between two versions: fields, and lines of 危害因素分布. */
export function Compare({
  versions,
  shown,
}: {
  readonly versions: readonly DeclarationVersion[];
  readonly shown: DeclarationVersion;
}) {
  const others = versions.filter(({ id }) => id !== shown.id);
  const [chosen, setChosen] = useState<number | null>(null);
  const other = others.find(({ id }) => id === (chosen ?? shown.previous)) ?? others[0];
  if (!other) return <p className={styles.quiet}>只有一个版本，没有可比较的内容。</p>;
  const [before, after] = (other.versionNo ?? 0) < (shown.versionNo ?? 0) ? [other, shown] : [shown, other];
  const fields = fieldDifferences(before, after);
  const rows = rowDifferences(before, after);
  return (
    <div className={styles.compare}>
      <span>
        {nameOf(shown)} 与{' '}
        <Select
          aria-label="比较的版本"
          value={other.id}
          options={others.map((one) => ({ value: one.id, label: nameOf(one) }))}
          onChange={setChosen}
          style={{ minWidth: 160 }}
        />{' '}
        比较
      </span>
      <table className={styles.table}>
        <caption>申报内容（{fields.length}处不同）</caption>
        <thead>
          <tr>
            <th scope="col">项目</th>
            <th scope="col">{nameOf(before)}</th>
            <th scope="col">{nameOf(after)}</th>
          </tr>
        </thead>
        <tbody>
          {fields.map(({ field, label, before: was, after: is }) => (
            <tr key={field}>
              <td>{label}</td>
              <td>{words(field, was)}</td>
              <td>{words(field, is)}</td>
            </tr>
          ))}
          {fields.length === 0 && (
            <tr>
              <td colSpan={3} className={styles.quiet}>
                没有不同
              </td>
            </tr>
          )}
        </tbody>
      </table>
      <table className={styles.table}>
        <caption>危害因素分布（{rows.length}行不同；人数为可重复／不重复）</caption>
        <thead>
          <tr>
            <th scope="col">变化</th>
            <th scope="col">作业场所</th>
            <th scope="col">危害因素</th>
            <th scope="col">{nameOf(before)}</th>
            <th scope="col">{nameOf(after)}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={`${row.workplace}${row.hazardName}`}>
              <td>
                <Tone tone={changes[row.change][1]}>{changes[row.change][0]}</Tone>
              </td>
              <td>{row.workplace}</td>
              <td>{row.hazardName}</td>
              <td>{counts(row.before)}</td>
              <td>{counts(row.after)}</td>
            </tr>
          ))}
          {rows.length === 0 && (
            <tr>
              <td colSpan={5} className={styles.quiet}>
                没有不同
              </td>
            </tr>
          )}
        </tbody>
      </table>
    </div>
  );
}
