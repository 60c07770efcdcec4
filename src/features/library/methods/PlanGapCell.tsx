import type { AnyRow } from '@contract/entity';
import { methodPlanGaps, planGapMark, planGapText } from '@contract/features/library/methodPlanGaps';
import styles from './method.module.css';

/** Shows 采样介质 of a method, with the data that a sampling plan lacks. */
export function PlanGapCell({ row }: { readonly row: AnyRow }) {
  const gaps = methodPlanGaps(row);
  return (
    <>
      {String(row.medium ?? '')}
      {gaps.length > 0 && <em className={styles.gap}>{planGapText(gaps)}</em>}
    </>
  );
}

/** Mark before the name of a method that lacks data for a sampling plan; 采样介质 is beyond a narrow pane. */
export function PlanGapMark({ row }: { readonly row: AnyRow }) {
  const gaps = methodPlanGaps(row);
  return gaps.length > 0 ? (
    <em className={styles.mark} title={planGapText(gaps)}>
      {planGapMark}
    </em>
  ) : null;
}
