import { DueDay } from './DueDay';
import type { TaskGroup } from './taskGroups';
import styles from './labTasks.module.css';

interface GroupListProps {
  readonly label: string;
  readonly groups: readonly TaskGroup[];
  readonly current: string | null;
  /** True if the titles are numbers. */
  readonly mono?: boolean;
  readonly onChoose: (key: string) => void;
}

/** Lists groups of tasks with their counts and nearest dates. */
export function GroupList({ label, groups, current, mono = false, onChoose }: GroupListProps) {
  return (
    <ul className={styles.groups} aria-label={label}>
      {groups.map(({ key, title, detail, waiting, distributed, testing, blanks, overdue, keepUntil, dueOn }) => (
        <li key={key}>
          <button type="button" aria-current={key === current} onClick={() => onChoose(key)}>
            <b className={mono ? 'mono' : ''} title={title}>
              {title}
            </b>
            {detail && <small>{detail}</small>}
            <span className={styles.counts}>
              {waiting > 0 && (
                <span>
                  待分发 <i>{waiting}</i>
                </span>
              )}
              {distributed > 0 && (
                <span>
                  待检测 <i>{distributed}</i>
                </span>
              )}
              {testing > 0 && (
                <span>
                  检测中 <i>{testing}</i>
                </span>
              )}
              {blanks > 0 && (
                <span>
                  含空白 <i>{blanks}</i>
                </span>
              )}
            </span>
            {keepUntil && (
              <small>
                保存截止 <DueDay day={keepUntil} ending="超期" />
                {overdue > 0 && `（${overdue}项）`}
              </small>
            )}
            {dueOn && (
              <small>
                要求完成 <DueDay day={dueOn} ending="逾期" />
              </small>
            )}
          </button>
        </li>
      ))}
    </ul>
  );
}
