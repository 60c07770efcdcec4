import { Link } from 'react-router-dom';
import { projectAddress } from '@/features/projects/projectQuery';
import { useWays } from '@/features/projects/ways/useWays';
import type { AnyRow } from '@contract/entity';
import type { DashboardProject, Todo } from '@contract/features/home/dashboard';
import type { RoutePath } from '@contract/routes';
import styles from './dashboard.module.css';

const archives: RoutePath = '/qualityControlNew/index/page/detail';
const incomingArchives: RoutePath = '/lab/incomingsample/qualityControlNew/index/page/detail';

/** Returns the page of a task that is not done on the page of the project's stage. */
const pageOf = (at: NonNullable<Todo['at']>, incoming: boolean): RoutePath => {
  if (at === 'archive') return incoming ? incomingArchives : archives;
  if (at === 'records') return incoming ? '/recordPageNewLyjc/pageReport' : '/recordPageNew/pageReport';
  return '/reportPreviewNew';
};

/**
 * Links to the page where the task is done, else to a page of the stage that the person may open, else to the project's
 * row.
 */
export function ProjectLink({
  project,
  at,
  path: elsewhere,
}: {
  readonly project: DashboardProject;
  readonly at?: Todo['at'];
  readonly path?: Todo['path'];
}) {
  const ways = useWays();
  const path = at ? pageOf(at, project.incoming) : ways(project)[0]?.path;
  const to =
    elsewhere ??
    (path
      ? `${projectAddress(path, project as unknown as AnyRow)}${at === 'publish' ? '&publish=1' : ''}`
      : `/project/index?code=${encodeURIComponent(project.code)}`);
  return (
    <Link className={styles.code} to={to}>
      {project.code}
    </Link>
  );
}
