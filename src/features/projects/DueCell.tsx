import { missing } from '@/fields';
import type { AnyRow } from '@contract/entity';
import { isLate } from './ProjectHead';
import type { ProjectRow } from './useProject';
import styles from './projects.module.css';

/** Shows 计划完成日期. An overdue one is also marked by a text. */
export function DueCell({ row }: { readonly row: AnyRow }) {
  const late = isLate(row as unknown as ProjectRow);
  return (
    <span className={late ? styles.late : ''}>
      {row.dueOn ? `${String(row.dueOn)}${late ? ' 逾期' : ''}` : missing}
    </span>
  );
}
