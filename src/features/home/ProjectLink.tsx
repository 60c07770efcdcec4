import { Link } from 'react-router-dom';
import { todoAddress } from '@/features/projects/ways/todoAddress';
import { useWays } from '@/features/projects/ways/useWays';
import type { DashboardProject, Todo } from '@contract/features/home/dashboard';
import styles from './dashboard.module.css';

interface ProjectLinkProps {
  readonly project: DashboardProject;
  readonly at?: Todo['at'];
  readonly path?: Todo['path'];
}

/** Links to the page where the task is done. */
export function ProjectLink({ project, at, path }: ProjectLinkProps) {
  const ways = useWays();
  return (
    <Link className={styles.code} to={todoAddress({ project, at, path }, ways(project))}>
      {project.code}
    </Link>
  );
}
