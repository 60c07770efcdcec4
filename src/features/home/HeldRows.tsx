import type { HeldProject } from '@contract/features/home/dashboard';
import { projectMachine } from '@contract/features/projects/projectMachine';
import { ProjectLink } from './ProjectLink';
import styles from './dashboard.module.css';

/** Returns the first two names and the total number. */
const named = (holders: readonly string[]): string =>
  holders.length > 2 ? `${holders.slice(0, 2).join('、')}等${holders.length}人` : holders.join('、');

interface HeldRowsProps {
  readonly projects: readonly HeldProject[];
  /** Returns the text about the project's days. */
  readonly days: (project: HeldProject) => string;
  readonly late?: boolean;
}

/** Lists projects with their stage, the people who have to act, and the days. */
export function HeldRows({ projects, days, late = false }: HeldRowsProps) {
  return (
    <ul className={styles.list}>
      {projects.map((project) => (
        <li key={project.id} className={styles.held}>
          <ProjectLink project={project} />
          <span className={styles.name} title={project.belongInspectName}>
            {project.belongInspectName}
          </span>
          <span className={styles.quiet}>{projectMachine.states[project.stage].label}</span>
          <span className={styles.holder} title={project.holders.join('、')}>
            {project.holders.length ? `待${named(project.holders)}办理` : '暂无办理人'}
          </span>
          <span className={late ? styles.late : styles.quiet}>{days(project)}</span>
        </li>
      ))}
    </ul>
  );
}
