import { Link } from 'react-router-dom';
import { todoAddress } from '@/features/projects/nextPages/todoAddress';
import { useNextPages } from '@/features/projects/nextPages/useNextPages';
import type { DashboardProject, Todo } from '@contract/features/home/dashboardWire';
import styles from './dashboard.module.css';

interface ProjectLinkProps {
  readonly project: DashboardProject;
  readonly at?: Todo['at'];
  readonly path?: Todo['path'];
}

/** Links to the page where the task is done. */
export function ProjectLink({ project, at, path }: ProjectLinkProps) {
  const nextStepsOf = useNextPages();
  return (
    <Link className={styles.code} to={todoAddress({ project, at, path }, nextStepsOf(project))}>
      {project.code}
    </Link>
  );
}
