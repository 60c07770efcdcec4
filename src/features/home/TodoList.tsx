import { stageDuration } from '@/features/projects/stageDuration';
import { todayText } from '@/lib/dateTexts';
import type { Todo } from '@contract/features/home/dashboardWire';
import { HomeCard } from './HomeCard';
import { ProjectLink } from './ProjectLink';
import { ReturnedLine } from './ReturnedLine';
import styles from './dashboard.module.css';

/** 我的待办: possible next actions of the person, by due date. */
export function TodoList({ todos, count }: { readonly todos: readonly Todo[]; readonly count: number }) {
  const today = todayText();
  return (
    <HomeCard title="我的待办" count={count} empty={todos.length ? null : '没有待办。轮到您办理的项目会出现在这里。'}>
      <ul className={styles.list}>
        {todos.map(({ project, label, at, path, returned }) => (
          <li key={`${project.id} ${label}`} className={styles.row}>
            <ProjectLink project={project} at={at} path={path} />
            <span className={styles.name} title={project.belongInspectName}>
              {project.belongInspectName}
            </span>
            <span className={styles.todo}>{label}</span>
            <span className={styles.quiet}>{stageDuration(project.days)}</span>
            <span className={project.dueOn && project.dueOn < today ? styles.late : styles.quiet}>
              {project.dueOn ? `${project.dueOn}${project.dueOn < today ? ' 逾期' : ''}` : '–'}
            </span>
            <ReturnedLine returned={returned} />
          </li>
        ))}
      </ul>
      {count > todos.length && (
        <p className={styles.quiet}>还有 {count - todos.length} 项，请在各页面的“待办理”中查看。</p>
      )}
    </HomeCard>
  );
}
