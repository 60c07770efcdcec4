import type { TripConflict } from '@contract/features/vehicles/tripConflicts';
import styles from './vehicles.module.css';

/** Lists conflicts of a trip, blocking ones first. */
export function ConflictList({ conflicts }: { readonly conflicts: readonly TripConflict[] }) {
  return (
    <ul className={styles.conflicts}>
      {conflicts.map(({ message, blocking }) => (
        <li key={message} className={blocking ? styles.blocking : styles.telling}>
          {blocking ? '不能安排：' : '请注意：'}
          {message}
        </li>
      ))}
    </ul>
  );
}
