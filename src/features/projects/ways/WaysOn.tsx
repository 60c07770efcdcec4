import { Link, useLocation } from 'react-router-dom';
import type { AnyRow } from '@contract/entity';
import { projectAddress } from '../projectQuery';
import type { ProjectRow } from '../useProject';
import { useShownPath, useWays } from './useWays';
import styles from '../projects.module.css';

/**
 * Links to the pages where work on the project continues after the project has left the stage of the open page.
 * Contains only pages that the person may open.
 */
export function WaysOn({ project }: { readonly project: ProjectRow }) {
  const { pathname } = useLocation();
  const shown = useShownPath();
  const here = shown(pathname);
  const ways = useWays()(project).filter(({ path }) => shown(path) !== here);
  if (!ways.length) return null;
  return (
    <span className={styles.ways}>
      前往：
      {ways.map(({ label, path }) => (
        <Link key={path} to={projectAddress(path, project as unknown as AnyRow)}>
          {label}
        </Link>
      ))}
    </span>
  );
}
