import type { AnyRow } from '@contract/entity';
import { findRoute } from '@contract/routes';
import { Link, useLocation } from 'react-router-dom';
import { resolvePath } from '@/session/resolvePath';
import { useSession } from '@/session/sessionStore';
import { projectAddress } from './projectQuery';
import styles from './projects.module.css';
import type { ProjectRow } from './useProject';
import { waysOf } from './waysOf';

/** Links to where the work on the project goes on, once its stage has left the page that is open: none to that page itself, and none that the person may not open. */
export function WaysOn({ project }: { readonly project: ProjectRow }) {
  const { pathname } = useLocation();
  const table = useSession((session) => session.routeTable);
  if (!table) return null;
  const shown = (path: string): string | undefined => {
    const found = resolvePath(table, path);
    return found.kind === 'page' ? found.page.path : found.kind === 'redirect' ? found.to : undefined;
  };
  const here = shown(pathname);
  // Everybody has the hidden pages of the contract in their table; who may open one has the list above it in their menus.
  const may = (path: string) => shown(findRoute(path)?.parent ?? path) !== undefined;
  const ways = waysOf(project).filter(({ path }) => may(path) && shown(path) !== here);
  if (!ways.length) return null;
  return <span className={styles.ways}>前往：{ways.map(({ label, path }) => <Link key={path} to={projectAddress(path, project as unknown as AnyRow)}>{label}</Link>)}</span>;
}
