import { todayText } from '@/lib/dateTexts';
import { limitStateOn } from '@contract/arithmetic/limits/limitVersions';
import type { AnyRow } from '@contract/entity';
import styles from './hazard.module.css';

const stateLabels = { current: '现行', future: '未实施', past: '已失效' } as const;

/** Shows the standard of a version and its state today. */
export function VersionCell({ row }: { row: AnyRow }) {
  const limitState = limitStateOn(
    {
      effectiveFrom: String(row.effectiveFrom),
      effectiveUntil: row.effectiveUntil === null ? null : String(row.effectiveUntil),
    },
    todayText(),
  );
  return (
    <span className={styles.version}>
      <em className={styles[limitState]}>{stateLabels[limitState]}</em>
      {String(row.standard)}
    </span>
  );
}
