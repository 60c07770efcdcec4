import { Link } from 'react-router-dom';
import type { PageRoute, RouteTable } from '@/session/routeTable';
import { useSession } from '@/session/sessionStore';
import { findTab } from '@/session/tabs/tabState';
import { useTabs } from '@/session/tabs/tabStore';
import { homePath } from '@contract/routes';
import styles from '../shell.module.css';

interface BreadcrumbItem {
  readonly title: string;
  readonly path?: string;
}

/** Returns the breadcrumb: home, the titles above the page, the page (BEHAVIOUR §1.4). */
function crumbsOf(page: PageRoute, { pages, redirects }: RouteTable): BreadcrumbItem[] {
  const home = pages.get(redirects.get(homePath) ?? homePath);
  const trail: BreadcrumbItem[] = [...page.trail, ...(page.breadcrumb ? [{ title: page.title }] : [])];
  return home && home.path !== page.path ? [{ title: home.title, path: home.path }, ...trail] : trail;
}

/** Shows the breadcrumb of the shown tab, not of the address, so that nothing moves on `/redirect/…`. */
export function Breadcrumbs() {
  const table = useSession((session) => session.routeTable);
  const path = useTabs((state) => findTab(state, state.active)?.path);
  const page = path === undefined ? undefined : table?.pages.get(path);
  if (!table || !page) return <div className={styles.crumbs} />;
  const crumbs = crumbsOf(page, table);
  return (
    <nav className={styles.crumbs} aria-label="当前位置">
      <ol>
        {crumbs.map(({ title, path: to }, index) => {
          const isLast = index === crumbs.length - 1;
          return (
            <li key={`${index} ${title}`}>
              {to !== undefined && !isLast ? (
                <Link to={to}>{title}</Link>
              ) : (
                <span {...(isLast ? { 'aria-current': 'page' as const } : {})}>{title}</span>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
