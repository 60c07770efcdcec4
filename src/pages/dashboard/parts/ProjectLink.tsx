import type { DashboardProject } from '@contract/dashboard';
import type { AnyRow } from '@contract/entity';
import { Link } from 'react-router-dom';
import { pathOfStage, projectAddress } from '@/projects/projectQuery';
import styles from '../dashboard.module.css';

/** To the page of the project's stage; before its survey, to the project in its list. */
export function ProjectLink({ project }: { readonly project: DashboardProject }) {
  const path = pathOfStage(project);
  const to = path ? projectAddress(path, project as unknown as AnyRow) : `/project/index?code=${encodeURIComponent(project.code)}`;
  return <Link className={styles.code} to={to}>{project.code}</Link>;
}
