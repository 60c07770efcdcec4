import { Link, useLocation } from 'react-router-dom';
import type { AnyRow } from '@contract/entity';
import { projectAddress } from '../projectQuery';
import type { ProjectRow } from '../useProject';
import { useShownPath, useNextPages } from './useNextPages';
import styles from '../projects.module.css';

/**
 * Links to the pages where work on the project continues after the project has left the stage of the open page.
 * Contains only pages that the person may open.
 */
export function NextPageLinks({ project }: { readonly project: ProjectRow }) {
  const { pathname } = useLocation();
  const shownPathOf = useShownPath();
  const currentPath = shownPathOf(pathname);
  const nextSteps = useNextPages()(project).filter(({ path }) => shownPathOf(path) !== currentPath);
  if (!nextSteps.length) return null;
  return (
    <span className={styles.ways}>
      前往：
      {nextSteps.map(({ label, path }) => (
        <Link key={path} to={projectAddress(path, project as unknown as AnyRow)}>
          {label}
        </Link>
      ))}
    </span>
  );
}
