import type { DashboardProject } from '@contract/dashboard';
import { projectMachine } from '@contract/workflow/project';
import { Link } from 'react-router-dom';
import styles from '../dashboard.module.css';
import { Card } from './Card';
import { ProjectLink } from './ProjectLink';
import { daysBetween, todayText } from '@/lib/dates';

const inWords = (dueOn: string, late: boolean): string => {
  const days = Math.abs(daysBetween(todayText(), dueOn));
  return late ? `逾期${days}天` : days === 0 ? '今天' : `还有${days}天`;
};

const open = Object.entries(projectMachine.states).flatMap(([stage, { final, locked }]) => (final || locked ? [] : [stage]));

interface DueProps {
  readonly title: string;
  /** The first of them. */
  readonly projects: readonly DashboardProject[];
  readonly count: number;
  /** As the list of projects filters: from~to. */
  readonly days: string;
  readonly empty: string;
  readonly late?: boolean;
}

/** Projects by the day on which they should be done, and the way to the list of all of them. */
export function Due({ title, projects, count, days, empty, late = false }: DueProps) {
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
      {count > projects.length && <p className={styles.quiet}>还有 {count - projects.length} 个，<Link to={`/project/index?${new URLSearchParams([...open.map((stage) => ['stage', stage]), ['dueOn', days]]).toString()}`}>查看全部 {count} 个</Link></p>}
    </Card>
  );
}
