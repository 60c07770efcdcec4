import { emptyCellText } from '@/fields';
import { todayText } from '@/lib/dateTexts';
import { daysLeft } from '@contract/features/equipment/equipmentRules';
import styles from './labTasks.module.css';

/** Number of days before a due date from which the date is marked. */
const markedDays = 3;

/** Kinds of deadlines: 超期 for a sample's storage, 逾期 for a task. */
type DeadlineKind = '超期' | '逾期';

/** Returns the text of `DueDay`, for ellipsis and copying. */
export function dueDayText(day: string | null, overdueWord: DeadlineKind, isDone = false): string {
  if (!day) return emptyCellText;
  if (isDone) return day;
  const remainingDays = daysLeft(day, todayText());
  return remainingDays < 0
    ? `${day} ${overdueWord}${-remainingDays}天`
    : remainingDays === 0
      ? `${day} 今天`
      : remainingDays <= markedDays
        ? `${day} 余${remainingDays}天`
        : day;
}

/** Shows a due date: red if overdue, amber if near, each with a text. */
export function DueDay({
  day,
  ending,
  done = false,
}: {
  readonly day: string | null;
  readonly ending: DeadlineKind;
  readonly done?: boolean;
}) {
  const remainingDays = day && !done ? daysLeft(day, todayText()) : markedDays + 1;
  return (
    <span className={remainingDays < 0 ? styles.late : remainingDays <= markedDays ? styles.soon : styles.day}>
      {dueDayText(day, ending, done)}
    </span>
  );
}
