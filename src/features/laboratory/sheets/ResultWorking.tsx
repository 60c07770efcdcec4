import type { Values } from '@/grid/DataGrid';
import type { RowResult } from '@contract/features/laboratory/methods/calculation/labRecord';
import { labWorkTexts } from '@contract/features/laboratory/sheetTexts';
import styles from '../methods.module.css';

interface WorkingProps {
  /** Active row and its derived values. */
  readonly row: Values | undefined;
  readonly derivedValues: Values | undefined;
}

/** Shows the calculation of the active row: formula, numbers, rounding, remarks (QUALITY §4, 6). */
export function ResultWorking({ row, derivedValues }: WorkingProps) {
  const rowResult = derivedValues?.['result'] as RowResult | undefined;
  const problem = derivedValues?.['problem'];
  if (!row)
    return (
      <aside className={styles.working} aria-label="计算过程">
        <p className={styles.quiet}>{labWorkTexts.noWorking}</p>
      </aside>
    );
  const working = rowResult?.state === 'done' ? rowResult.working() : null;
  return (
    <aside className={styles.working} aria-label="计算过程" aria-live="polite">
      <p>
        <strong>{String(row['sampleNo'] ?? '')}</strong>
        {row['siteName'] ? `　${String(row['siteName'])}` : ''}
      </p>
      {typeof problem === 'string' && <p className={styles.bad}>{problem}</p>}
      {rowResult?.state === 'pending' && <p className={styles.quiet}>{labWorkTexts.pending}</p>}
      {rowResult?.state === 'blank' && <p className={styles.quiet}>{labWorkTexts.blankRow}</p>}
      {working && (
        <>
          <p className={styles.formula}>{working.substituted}</p>
          {working.minimum && <p className={styles.formula}>{working.minimum}</p>}
          <p className={styles.inputs}>
            {working.inputs.map(({ symbol, label, shown, raw, unit }) => (
              <span key={symbol} title={`未修约：${raw}`}>
                {symbol} {label}＝{shown}
                {unit && ` ${unit}`}
              </span>
            ))}
          </p>
          <p className={styles.quiet}>{working.rounding}</p>
        </>
      )}
      {typeof row['overrideText'] === 'string' && row['overrideText'] && (
        <p className={styles.warning}>
          {labWorkTexts.override(row['overrideText'], String(row['overrideReason'] ?? ''))}
        </p>
      )}
      {rowResult?.notes.map(({ level, message }) => (
        <p
          key={message}
          className={level === 'error' ? styles.bad : level === 'warning' ? styles.warning : styles.quiet}
        >
          {message}
        </p>
      ))}
    </aside>
  );
}
