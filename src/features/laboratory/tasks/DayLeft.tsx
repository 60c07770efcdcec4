import { missing } from '@/fields';
import { todayText } from '@/lib/dates';
import { daysLeft } from '@contract/features/equipment/equipmentRules';
import styles from './labTasks.module.css';

/** Number of days before a due date from which the date is marked. */
const near = 3;

/** Kinds of deadlines: 超期 for a sample's storage, 逾期 for a task. */
type Ending = '超期' | '逾期';

/** Returns the text of `DayLeft`, for ellipsis and copying. */
export function dayLeftText(day: string | null, ending: Ending, done = false): string {
  if (!day) return missing;
  if (done) return day;
  const left = daysLeft(day, todayText());
  return left < 0
    ? `${day} ${ending}${-left}天`
    : left === 0
      ? `${day} 今天`
      : left <= near
        ? `${day} 余${left}天`
        : day;
}

/** Shows a due date: red if overdue, amber if near, each with a text. */
export function DayLeft({
  day,
  ending,
  done = false,
}: {
  readonly day: string | null;
  readonly ending: Ending;
  readonly done?: boolean;
}) {
  const left = day && !done ? daysLeft(day, todayText()) : near + 1;
  return (
    <span className={left < 0 ? styles.late : left <= near ? styles.soon : styles.day}>
      {dayLeftText(day, ending, done)}
    </span>
  );
}
