import { Alert } from 'antd';
import { shownSlope } from '@contract/features/laboratory/curves/curveView';
import { type DetectionForm, libraryLimit } from '@contract/features/laboratory/detection/detectionLimitForm';
import type { DeterminationOutcome } from '@contract/features/laboratory/detection/determinationOutcome';
import { detectionColumns } from '@contract/features/laboratory/methods/sheets/detectionColumns';
import type { MethodPageProps } from '../methodPages';
import styles from './detection.module.css';

interface OutcomeProps extends Pick<MethodPageProps, 'work'> {
  readonly form: DetectionForm;
  readonly outcome: DeterminationOutcome;
  /** True if the form is still empty, which is not an error. */
  readonly untouched: boolean;
}

const withUnit = new Set(['lod', 'loq']);

/** Result of the blanks, updated while typing. */
export function DeterminationResult({ work, form, outcome, untouched }: OutcomeProps) {
  const { computed, problem } = outcome;
  const lines = detectionColumns[form.sort].flatMap((column) =>
    column.kind === 'calc' && column.key !== 'meets' ? [column] : [],
  );
  const library = libraryLimit(work);
  const { curve } = work;
  return (
    <section className={styles.outcome} aria-label="检出限结果" aria-live="polite">
      <dl>
        {form.sort === 'blanks' && (
          <>
            <dt>斜率b</dt>
            <dd title={curve?.b ? `未修约：${curve.b}` : undefined}>
              {curve?.b ? shownSlope(curve.b) : '–'}
              <small>{curve ? `曲线${String(curve.curveNo)}` : '尚未选择标准曲线'}</small>
            </dd>
          </>
        )}
        {lines.map(({ key, label, unit }) => (
          <div key={key} className={styles.line}>
            <dt>{label}</dt>
            <dd data-key={key}>
              {computed[key] ?? '–'}
              {computed[key] && <small>{withUnit.has(key) ? form.unit : unit}</small>}
            </dd>
          </div>
        ))}
        <dt>{form.sort === 'blanks' ? '方法检出限' : '方法最低检出浓度'}</dt>
        <dd>
          {library ?? '–'}
          <small>{library ? (form.sort === 'blanks' ? form.unit : 'mg/m³') : '方法库未给出'}</small>
        </dd>
        <dt>是否满足</dt>
        <dd
          className={
            computed['meets'] === '满足' ? styles.good : computed['meets'] === '不满足' ? styles.bad : undefined
          }
        >
          {computed['meets'] || '–'}
        </dd>
      </dl>
      {problem && !untouched && <Alert type="warning" showIcon title={problem} />}
    </section>
  );
}
