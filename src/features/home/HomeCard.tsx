import type { ReactNode } from 'react';
import styles from './dashboard.module.css';

/** One block of the home page, with a text for the empty state. */
export function HomeCard({
  title,
  count,
  empty,
  children,
}: {
  readonly title: string;
  readonly count?: number;
  readonly empty: string | null;
  readonly children: ReactNode;
}) {
  return (
    <section className={styles.card} aria-label={title}>
      <h2 className={styles.cardTitle}>
        {title}
        {count !== undefined && <span className={styles.count}>{count}</span>}
      </h2>
      {empty === null ? children : <p className={styles.empty}>{empty}</p>}
    </section>
  );
}
