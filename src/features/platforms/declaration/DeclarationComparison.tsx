import { Select } from 'antd';
import { useState } from 'react';
import { DictCell, emptyCellText, Tone } from '@/fields';
import { fieldDifferences, rowDifferences } from '@contract/features/platforms/declaration/declarationDifference';
import type { DeclarationVersion } from '@contract/features/platforms/declaration/declarationWire';
import { declaration } from '@contract/features/platforms/entities/declaration';
import styles from './declarations.module.css';

const changes = { added: ['新增', 'good'], removed: ['删除', 'bad'], changed: ['修改', 'active'] } as const;

const valueText = (field: string, value: unknown) => {
  const fieldDefinition = (declaration.fields as Readonly<Record<string, { kind: string; dict?: string }>>)[field];
  if (fieldDefinition?.dict) return <DictCell dict={fieldDefinition.dict} value={value} />;
  if (fieldDefinition?.kind === 'flag') return value ? '是' : '否';
  return value === null ? emptyCellText : String(value);
};
const countsText = (pair: readonly [number | null, number | null] | null): string =>
  pair ? `${pair[0] ?? '–'}／${pair[1] ?? '–'}` : '–';
const nameOf = ({ versionNo, declareYear }: DeclarationVersion): string =>
  `第${versionNo ?? 1}版（${declareYear ?? ''}年）`;

interface DifferencesProps {
  readonly older: DeclarationVersion;
  readonly newer: DeclarationVersion;
}

/** Fields of the declaration that differ between two versions. */
function FieldDifferences({ older, newer }: DifferencesProps) {
  const fields = fieldDifferences(older, newer);
  return (
    <table className={styles.table}>
      <caption>申报内容（{fields.length}处不同）</caption>
      <thead>
        <tr>
          <th scope="col">项目</th>
          <th scope="col">{nameOf(older)}</th>
          <th scope="col">{nameOf(newer)}</th>
        </tr>
      </thead>
      <tbody>
        {fields.map(({ field, label, before: beforeValue, after: afterValue }) => (
          <tr key={field}>
            <td>{label}</td>
            <td>{valueText(field, beforeValue)}</td>
            <td>{valueText(field, afterValue)}</td>
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
  );
}

/** Lines of 危害因素分布 that differ between two versions. */
function HazardDifferences({ older, newer }: DifferencesProps) {
  const rows = rowDifferences(older, newer);
  return (
    <table className={styles.table}>
      <caption>危害因素分布（{rows.length}行不同；人数为可重复／不重复）</caption>
      <thead>
        <tr>
          <th scope="col">变化</th>
          <th scope="col">作业场所</th>
          <th scope="col">危害因素</th>
          <th scope="col">{nameOf(older)}</th>
          <th scope="col">{nameOf(newer)}</th>
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
            <td>{countsText(row.before)}</td>
            <td>{countsText(row.after)}</td>
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
  );
}

/** Shows the changes between two versions: fields, and lines of 危害因素分布. */
export function DeclarationComparison({
  versions,
  shown: shownVersion,
}: {
  readonly versions: readonly DeclarationVersion[];
  readonly shown: DeclarationVersion;
}) {
  const otherVersions = versions.filter(({ id }) => id !== shownVersion.id);
  const [chosenId, setChosenId] = useState<number | null>(null);
  const comparedVersion =
    otherVersions.find(({ id }) => id === (chosenId ?? shownVersion.previous)) ?? otherVersions[0];
  if (!comparedVersion) return <p className={styles.quiet}>只有一个版本，没有可比较的内容。</p>;
  const [olderVersion, newerVersion] =
    (comparedVersion.versionNo ?? 0) < (shownVersion.versionNo ?? 0)
      ? [comparedVersion, shownVersion]
      : [shownVersion, comparedVersion];
  return (
    <div className={styles.compare}>
      <span>
        {nameOf(shownVersion)} 与{' '}
        <Select
          aria-label="比较的版本"
          value={comparedVersion.id}
          options={otherVersions.map((version) => ({ value: version.id, label: nameOf(version) }))}
          onChange={setChosenId}
          style={{ minWidth: 160 }}
        />{' '}
        比较
      </span>
      <FieldDifferences older={olderVersion} newer={newerVersion} />
      <HazardDifferences older={olderVersion} newer={newerVersion} />
    </div>
  );
}
