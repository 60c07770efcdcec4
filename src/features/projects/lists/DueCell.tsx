import { emptyCellText } from '@/fields';
import type { AnyRow } from '@contract/entity';
import { isProjectOverdue } from '../ProjectHead';
import type { ProjectRow } from '../useProject';
import styles from '../projects.module.css';

/** Shows 计划完成日期. An overdue one is also marked by a text. */
export function DueCell({ row }: { readonly row: AnyRow }) {
  const isOverdue = isProjectOverdue(row as unknown as ProjectRow);
  return (
    <span className={isOverdue ? styles.late : ''}>
      {row.dueOn ? `${String(row.dueOn)}${isOverdue ? ' 逾期' : ''}` : emptyCellText}
    </span>
  );
}
