import type { CSSProperties } from 'react';
import { cutMiddle } from '@/grid/text/CutMiddle';
import { type Fit, fittedWidth } from '@/grid/text/textFit';
import type { HeldProject } from '@contract/features/home/dashboardWire';
import { projectMachine } from '@contract/features/projects/projectMachine';
import { ProjectLink } from './ProjectLink';
import styles from './dashboard.module.css';

/** Returns the first two names and the total number. */
const listHolders = (holders: readonly string[]): string =>
  holders.length > 2 ? `${holders.slice(0, 2).join('、')}等${holders.length}人` : holders.join('、');

const holderText = ({ holders }: HeldProject): string =>
  holders.length ? `待${listHolders(holders)}办理` : '暂无办理人';

/** Width of the column of people who have to act: it shows two names and a number completely. */
const holderFit: Fit = { minWidth: 100, maxWidth: 220 };
const font = { fontSize: 14 };

interface HeldProjectRowsProps {
  readonly projects: readonly HeldProject[];
  /** Returns the text about the project's days. */
  readonly daysText: (project: HeldProject) => string;
  readonly isLate?: boolean;
}

/** Lists projects with their stage, the people who have to act, and the days. */
export function HeldProjectRows({ projects, daysText, isLate = false }: HeldProjectRowsProps) {
  const width = fittedWidth(projects, holderText, holderFit, font);
  const sizes: CSSProperties & Record<'--holder', string> = { '--holder': `${width}px` };
  return (
    <ul className={styles.list} style={sizes}>
      {projects.map((project) => (
        <li key={project.id} className={styles.held}>
          <ProjectLink project={project} />
          <span className={styles.name} title={project.belongInspectName}>
            {project.belongInspectName}
          </span>
          <span className={styles.quiet}>{projectMachine.states[project.stage].label}</span>
          <span className={styles.holder} title={project.holders.join('、')}>
            {cutMiddle(holderText(project), width, font)}
          </span>
          <span className={isLate ? styles.late : styles.quiet}>{daysText(project)}</span>
        </li>
      ))}
    </ul>
  );
}
