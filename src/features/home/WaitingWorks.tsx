import { Link } from 'react-router-dom';
import { todayText } from '@/lib/dateTexts';
import type { WaitingWork } from '@contract/features/home/dashboardWire';
import { HomeCard } from './HomeCard';
import styles from './dashboard.module.css';

/** 其他待办: forms, nonconformities, planned items and runs of the person. Each opens the page where it is done. */
export function OtherTasksCard({ works, count }: { readonly works: readonly WaitingWork[]; readonly count: number }) {
  if (!count) return null;
  const today = todayText();
  return (
    <HomeCard title="其他待办" count={count} empty={null}>
      <ul className={styles.list}>
        {works.map(({ entity, id, title, label, path, dueOn }) => (
          <li key={`${entity} ${id}`} className={styles.work}>
            <Link className={styles.name} to={path} title={title}>
              {title}
            </Link>
            <span className={styles.todo}>{label}</span>
            <span className={dueOn !== null && dueOn < today ? styles.late : styles.quiet}>
              {dueOn === null ? '–' : `${dueOn}${dueOn < today ? ' 逾期' : ''}`}
            </span>
          </li>
        ))}
      </ul>
      {count > works.length && <p className={styles.quiet}>还有{count - works.length}项，办理后显示。</p>}
    </HomeCard>
  );
}
