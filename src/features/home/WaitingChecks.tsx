import { Link } from 'react-router-dom';
import { stageDuration } from '@/features/projects/stageDuration';
import { todayText } from '@/lib/dateTexts';
import type { WaitingCheck } from '@contract/features/home/dashboardWire';
import { HomeCard } from './HomeCard';
import { ReturnedLine } from './ReturnedLine';
import styles from './dashboard.module.css';

/** 第三方质控: a reviewer's tasks, or findings that the laboratory must answer. */
export function WaitingChecks({ checks }: { readonly checks: readonly WaitingCheck[] }) {
  if (!checks.length) return null;
  const today = todayText();
  return (
    <HomeCard title="第三方质控" count={checks.length} empty={null}>
      <ul className={styles.list}>
        {checks.map(({ id, taskNo, projectCode, unitName, label, dueOn, days, returned }) => (
          <li key={id} className={styles.row}>
            <Link
              className={styles.name}
              to={`/sfQualityDetail/sfQualityDetail?id=${id}`}
              title={`${taskNo}　项目${projectCode}`}
            >
              {taskNo}
            </Link>
            <span className={styles.name} title={unitName}>
              {unitName}
            </span>
            <span className={styles.todo}>{label}</span>
            <span className={styles.quiet}>{stageDuration(days)}</span>
            <span
              className={dueOn < today ? styles.late : styles.quiet}
            >{`${dueOn}${dueOn < today ? ' 逾期' : ''}`}</span>
            <ReturnedLine returned={returned} />
          </li>
        ))}
      </ul>
    </HomeCard>
  );
}
