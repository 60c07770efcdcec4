import type { MenuMeta, MenuNode } from '@contract/wire';
import type { MenuRow, MenuTree } from './menuTree';

const isButton = (row: MenuRow): boolean => row.type === 2;

function metaOf(row: MenuRow): MenuMeta {
  return {
    title: row.title,
    icon: row.icon,
    noCache: !row.cache,
    affix: Boolean(row.affix),
    breadcrumb: Boolean(row.breadcrumb),
    ...(row.activeMenu ? { activeMenu: row.activeMenu } : {}),
  };
}

const buttonNode = (row: MenuRow): MenuNode => ({
  path: '',
  hidden: true,
  type: 2,
  permission: row.permission,
  meta: { title: row.title },
});

/**
 * Builds the menus of the sidebar and the router (BEHAVIOUR 1.4). Buttons (type 2) stay inside their page; the client
 * separates them into the permission list (SPEC §3).
 * @param granted menus of the person's roles and all menus above them
 */
export function buildMenus(tree: MenuTree, granted: ReadonlySet<number>): MenuNode[] {
  const shownChildren = (id: number | null) => tree.childrenOf(id).filter((row) => granted.has(row.id));

  function nodeOf(row: MenuRow): MenuNode | undefined {
    const childRows = shownChildren(row.id);
    const buttons = childRows.filter(isButton).map(buttonNode);
    const pages = childRows.filter((child) => !isButton(child)).flatMap((child) => nodeOf(child) ?? []);
    const root = row.pid === null;
    // A directory without pages is left out.
    if (row.type === 0 && !pages.length && !row.component && !row.iFrame) return undefined;

    const commonFields = {
      name: row.componentName || row.title,
      type: row.type,
      permission: row.permission,
      meta: metaOf(row),
    };
    const page = row.iFrame ? {} : { component: row.component ?? undefined };
    if (root && !pages.length) {
      // A leaf at the root opens as the single child `index` of a layout (SPEC §2, Main layout routes).
      const leaf = {
        ...commonFields,
        path: row.iFrame ? (row.path ?? '') : 'index',
        ...page,
        ...(buttons.length ? { children: buttons } : {}),
      };
      return {
        path: row.iFrame ? `/link-${row.id}` : withLeadingSlash(row.path),
        component: 'Layout',
        hidden: Boolean(row.hidden),
        type: row.type,
        children: [leaf],
      };
    }
    const children = [...pages, ...buttons];
    return {
      ...commonFields,
      path: row.iFrame ? (row.path ?? '') : root ? withLeadingSlash(row.path) : (row.path ?? ''),
      hidden: Boolean(row.hidden),
      ...(row.iFrame
        ? {}
        : { component: row.component || (root ? 'Layout' : row.type === 0 ? 'ParentView' : undefined) }),
      ...(pages.length
        ? { alwaysShow: row.type === 0 || Boolean(row.alwaysShow), redirect: row.redirect || 'noredirect' }
        : {}),
      ...(children.length ? { children } : {}),
    };
  }

  return shownChildren(null)
    .filter((row) => !isButton(row))
    .flatMap((row) => nodeOf(row) ?? []);
}

const withLeadingSlash = (path: string | null): string => `/${(path ?? '').replace(/^\/+/, '')}`;
