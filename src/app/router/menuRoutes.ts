import type { PageRoute, RouteTable, SidebarItem } from '@/session/routeTable';
import { menuType } from '@contract/constants';
import { directories, homePath, pageFolderOf, type Route } from '@contract/routes';
import type { MenuNode } from '@contract/wire';

/** Routes that need no menu (SPEC §2): home, personal centre, and the page for the notice dialog. */
const forEveryone: readonly string[] = [homePath, '/user/center', '/notify/myNews'];

/** Component name of the laboratory methods' pages, which have no folders of their own (DESIGN §2.7). */
export const methodComponent = 'methods';

const homeIcon = 'HomeOutlined';

type MenuTrail = PageRoute['trail'];

const isExternal = (path: string): boolean => /^https?:\/\//i.test(path);
const isFrame = (component: string | undefined): boolean =>
  !component || component === 'Layout' || component === 'ParentView';
const isButton = (node: MenuNode): boolean => node.type === menuType.button;

/** Joins `/system` and `user` to `/system/user`. An absolute child path is kept. */
function joinPaths(parent: string, path: string): string {
  if (isExternal(path)) return path;
  const fullPath = path.startsWith('/') ? path : `${parent}/${path}`;
  return `/${fullPath.split('/').filter(Boolean).join('/')}`;
}

const bareOf = (path: string): string => (path.endsWith('/index') ? path.slice(0, -'/index'.length) : path);
const isHome = (path: string): boolean => path === homePath;

interface RouteTableDraft {
  readonly pages: Map<string, PageRoute>;
  readonly redirects: Map<string, string>;
  readonly permissions: Set<string>;
  readonly knownRoutes: ReadonlyMap<string, Route>;
}

function pageOf(
  node: MenuNode,
  path: string,
  trail: MenuTrail,
  { knownRoutes }: RouteTableDraft,
  wrapper?: MenuNode,
): PageRoute {
  const meta = node.meta ?? wrapper?.meta;
  const route = knownRoutes.get(path) ?? knownRoutes.get(bareOf(path));
  return {
    path,
    title: meta?.title ?? route?.title ?? node.name ?? path,
    component: node.component ?? '',
    icon: meta?.icon ?? wrapper?.meta?.icon,
    noCache: meta?.noCache ?? false,
    affix: meta?.affix === true || route?.affix === true,
    breadcrumb: meta?.breadcrumb ?? true,
    hidden: node.hidden ?? wrapper?.hidden ?? false,
    activeMenu: meta?.activeMenu,
    query: route?.query ?? [],
    trail,
  };
}

/** Registers a subtree's pages with absolute paths and returns its sidebar items. */
function registerPages(
  nodes: readonly MenuNode[],
  parent: string,
  trail: MenuTrail,
  draftTable: RouteTableDraft,
  top: boolean,
): SidebarItem[] {
  return nodes.flatMap((node) => {
    if (isButton(node)) {
      if (node.permission) draftTable.permissions.add(node.permission);
      return [];
    }
    const path = joinPaths(parent, node.path);
    const children = (node.children ?? []).filter((child) => !isButton(child));
    for (const button of node.children ?? [])
      if (isButton(button) && button.permission) draftTable.permissions.add(button.permission);
    if (isExternal(path))
      return node.hidden
        ? []
        : [{ key: path, title: node.meta?.title ?? path, icon: node.meta?.icon, external: true, children: [] }];
    if (children.length === 0) return registerLeaf(node, path, trail, draftTable, top);
    return registerBranch(node, path, children, trail, draftTable);
  });
}

function registerLeaf(
  node: MenuNode,
  path: string,
  trail: MenuTrail,
  draftTable: RouteTableDraft,
  top: boolean,
): SidebarItem[] {
  // An empty group has no page.
  if (isFrame(node.component)) return [];
  // SPEC §2: a root page opens at its path with `/index`. Only home opens at its own path.
  const barePath = bareOf(path);
  const address = isHome(barePath) ? barePath : top ? `${barePath}/index` : path;
  if (isHome(barePath)) draftTable.redirects.set(`${barePath}/index`, barePath);
  else if (address !== barePath) draftTable.redirects.set(barePath, address);
  const page = pageOf(node, address, trail, draftTable);
  draftTable.pages.set(address, page);
  return page.hidden ? [] : [{ key: address, title: page.title, icon: page.icon, external: false, children: [] }];
}

function registerBranch(
  node: MenuNode,
  path: string,
  children: readonly MenuNode[],
  trail: MenuTrail,
  draftTable: RouteTableDraft,
): SidebarItem[] {
  const ownPage = !isFrame(node.component);
  const title = node.meta?.title;
  const inner: MenuTrail =
    title && node.meta?.breadcrumb !== false ? [...trail, { title, ...(ownPage ? { path } : {}) }] : trail;
  if (ownPage) draftTable.pages.set(path, pageOf(node, path, trail, draftTable));
  const sidebarItems = registerPages(children, path, inner, draftTable, false);
  if (node.redirect && !/^noredirect$/i.test(node.redirect))
    draftTable.redirects.set(path, joinPaths(path, node.redirect));
  if (node.hidden) return [];
  const [onlyItem] = sidebarItems;
  // BEHAVIOUR §1.4: a single visible child without children replaces its parent.
  if (onlyItem && sidebarItems.length === 1 && onlyItem.children.length === 0 && !(node.alwaysShow && title))
    return [{ ...onlyItem, icon: onlyItem.icon ?? node.meta?.icon }];
  if (sidebarItems.length === 0)
    return ownPage && title ? [{ key: path, title, icon: node.meta?.icon, external: false, children: [] }] : [];
  return [
    { key: path, title: title ?? node.name ?? path, icon: node.meta?.icon, external: false, children: sidebarItems },
  ];
}

/** Returns the titles of the directories above a path, for pages whose parent is in no menu. */
const directoriesAbove = (path: string): MenuTrail =>
  Object.entries(directories)
    .filter(([directory]) => path.startsWith(`${directory}/`))
    .sort(([a], [b]) => a.length - b.length)
    .map(([, title]) => ({ title }));

/** Adds the contract's hidden pages, which no menu lists, if a page that leads to them was granted. */
function addStatic(routes: readonly Route[], draftTable: RouteTableDraft): void {
  const { pages, redirects, knownRoutes } = draftTable;
  const granted = (path: string): boolean => pages.has(redirects.get(path) ?? path);
  for (const route of routes) {
    if (route.shell === 'light' || route.shell === 'none') continue;
    if (route.redirect) {
      redirects.set(route.path, route.redirect);
      continue;
    }
    if (!route.hidden && !forEveryone.includes(route.path)) continue;
    if (pages.has(route.path) || redirects.has(route.path)) continue;
    if (route.parent !== undefined && ![route.parent, ...(route.linkedFrom ?? [])].some(granted)) continue;
    const parent = route.parent === undefined ? undefined : (redirects.get(route.parent) ?? route.parent);
    const parentPage = parent === undefined ? undefined : pages.get(parent);
    const title = parentPage?.title ?? (route.parent === undefined ? undefined : knownRoutes.get(route.parent)?.title);
    const trail = parentPage?.trail ?? directoriesAbove(route.parent ?? route.path);
    pages.set(route.path, {
      path: route.path,
      title: route.title,
      component: pageFolderOf(route) ?? methodComponent,
      noCache: false,
      affix: route.affix ?? false,
      breadcrumb: true,
      hidden: true,
      activeMenu: parent,
      query: route.query ?? [],
      trail: title ? [...trail, { title, ...(parentPage ? { path: parentPage.path } : {}) }] : trail,
    });
  }
}

/** Resolves chains of redirects (`/roles` → `/system/role` → `/system/role/index`) to their end. Loops are dropped. */
function resolveRedirects(redirects: ReadonlyMap<string, string>): Map<string, string> {
  const ends = new Map<string, string>();
  for (const [from, first] of redirects) {
    let to = first;
    for (let hops = 0; hops < redirects.size && redirects.has(to) && to !== from; hops += 1)
      to = redirects.get(to) as string;
    if (to !== from && !redirects.has(to)) ends.set(from, to);
  }
  return ends;
}

const itemsContain = (items: readonly SidebarItem[], key: string): boolean =>
  items.some((item) => item.key === key || itemsContain(item.children, key));

/**
 * Builds the route table from `GET api/menus/build` (BEHAVIOUR §1.4, §1.5): every page once, flat under the shell; the
 * sidebar as a tree; the buttons as permissions. Unknown components are kept here and reported when they are loaded.
 * @param staticRoutes the contract's routes, of which hidden ones are added
 */
export function routeTableOf(menus: readonly MenuNode[], staticRoutes: readonly Route[]): RouteTable {
  const draftTable: RouteTableDraft = {
    pages: new Map(),
    redirects: new Map(),
    permissions: new Set(),
    knownRoutes: new Map(staticRoutes.map((route) => [route.path, route])),
  };
  const sidebar = registerPages(menus, '', [], draftTable, true);
  addStatic(staticRoutes, draftTable);
  // SPEC §2: everyone has the home page, so no menu needs to name it.
  const home = draftTable.pages.get(homePath);
  if (home && !itemsContain(sidebar, homePath))
    sidebar.unshift({ key: homePath, title: home.title, icon: homeIcon, external: false, children: [] });
  return {
    pages: draftTable.pages,
    sidebar,
    permissions: [...draftTable.permissions],
    redirects: resolveRedirects(draftTable.redirects),
  };
}
