import type { CSSProperties } from 'react';
import { stageDuration } from '@/features/projects/stageDuration';
import { type Fit, fittedWidth } from '@/grid/text/textFit';
import { todayText } from '@/lib/dateTexts';
import type { Todo } from '@contract/features/home/dashboardWire';
import { HomeCard } from './HomeCard';
import { ProjectLink } from './ProjectLink';
import { ReturnedLine } from './ReturnedLine';
import styles from './dashboard.module.css';

/** Width of the column of actions: it shows an action on one line. */
const actionFit: Fit = { minWidth: 104, maxWidth: 200 };
const font = { fontSize: 14 };

/** Returns the action without the project's number, which stands at the beginning of the row. */
const actionText = ({ label, project }: Todo): string => label.replace(`${project.code}-`, '');

/** 我的待办: possible next actions of the person, by due date. */
export function TodoList({ todos, count }: { readonly todos: readonly Todo[]; readonly count: number }) {
  const today = todayText();
  const sizes: CSSProperties & Record<'--action', string> = {
    '--action': `${fittedWidth(todos, actionText, actionFit, font)}px`,
  };
  return (
    <HomeCard title="我的待办" count={count} empty={todos.length ? null : '没有待办。轮到您办理的项目会出现在这里。'}>
      <ul className={styles.list} style={sizes}>
        {todos.map((todo) => {
          const { project, label, at, path, returned } = todo;
          return (
            <li key={`${project.id} ${label}`} className={styles.row}>
              <ProjectLink project={project} at={at} path={path} />
              <span className={styles.name} title={project.belongInspectName}>
                {project.belongInspectName}
              </span>
              <span className={styles.todo} title={label}>
                {actionText(todo)}
              </span>
              <span className={styles.quiet}>{stageDuration(project.days)}</span>
              <span className={project.dueOn && project.dueOn < today ? styles.late : styles.quiet}>
                {project.dueOn ? `${project.dueOn}${project.dueOn < today ? ' 逾期' : ''}` : '–'}
              </span>
              <ReturnedLine returned={returned} />
            </li>
          );
        })}
      </ul>
      {count > todos.length && (
        <p className={styles.quiet}>还有{count - todos.length}项，请在各页面的“待办理”中查看。</p>
      )}
    </HomeCard>
  );
}
