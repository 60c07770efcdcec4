import type { AnyRow } from '@contract/entity';
import { planGaps, planGapText } from '@contract/features/library/planGaps';
import styles from './method.module.css';

/** 采样介质 of a method, with what a sampling plan lacks of it. */
export function PlanGapCell({ row }: { readonly row: AnyRow }) {
  const gaps = planGaps(row);
  return (
    <>
      {String(row.medium ?? '')}
      {gaps.length > 0 && <em className={styles.gap}>{planGapText(gaps)}</em>}
    </>
  );
}
