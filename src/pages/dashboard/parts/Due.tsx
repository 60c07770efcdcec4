import type { DashboardProject } from '@contract/dashboard';
import { projectMachine } from '@contract/workflow/project';
import styles from '../dashboard.module.css';
import { Card } from './Card';
import { ProjectLink } from './ProjectLink';
import { daysBetween, todayText } from '@/lib/dates';

const inWords = (dueOn: string, late: boolean): string => {
  const days = Math.abs(daysBetween(todayText(), dueOn));
  return late ? `逾期${days}天` : days === 0 ? '今天' : `还有${days}天`;
};

/** Projects by the day on which they should be done. */
export function Due({ title, projects, count, empty, late = false }: { readonly title: string; readonly projects: readonly DashboardProject[]; readonly count: number; readonly empty: string; readonly late?: boolean }) {
  return (
    <Card title={title} count={count} empty={projects.length ? null : empty}>
      <ul className={styles.list}>
        {projects.map((project) => (
          <li key={project.id} className={styles.row}>
            <ProjectLink project={project} />
            <span className={styles.name} title={project.belongInspectName}>{project.belongInspectName}</span>
            <span className={styles.quiet}>{projectMachine.states[project.stage].label}</span>
            <span className={styles.quiet}>{project.leaderName ?? '–'}</span>
            <span className={late ? styles.late : styles.quiet}>{inWords(String(project.dueOn), late)}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
