import { menuType } from '@contract/constants';
import { pageFolderOf, publicPaths, type Route, staticRoutes } from '@contract/routes';

/**
 * Permissions needed to repair menus, roles and users; the last menu with each of them can't be removed. Pages
 * precede buttons, because a refusal names the first one.
 */
export const neededPermissions: readonly string[] = [
  'menu:list',
  'role:list',
  'user:list',
  'menu:add',
  'menu:edit',
  'menu:del',
  'menu:restore',
  'role:edit',
  'user:edit',
];

/** Answer of `GET api/menus/impact`: what depends on a menu that would be deleted. */
export interface MenuImpact {
  /** Number of menus and buttons below it. */
  below: number;
  /** Names of the roles that include it or a menu below it. */
  roles: string[];
}

/** Answer of `GET api/menus/bin`: a deleted menu, with everything that was deleted together with it. */
export interface DeletedMenu {
  id: number;
  version: number;
  title: string;
  type: number;
  /** Titles of the menus above it, joined by “/”; empty for a root. */
  place: string;
  below: number;
  roles: string[];
  deleteTime: string;
}

const rolesOf = (roles: readonly string[]): string =>
  roles.length > 5
    ? `${roles.slice(0, 5).join('、')}等${roles.length}个角色`
    : `${roles.length}个角色（${roles.join('、')}）`;

export const menuTexts = {
  needed: (title: string): string => `“${title}”是管理系统所必需的，不能删除`,
  neededEdit: (title: string): string => `“${title}”是管理系统所必需的，不能隐藏、改为外链或更换类型、组件、权限标识`,
  neededPlace: (title: string, parentTitle: string): string =>
    `“${title}”是管理系统所必需的，“${parentTitle}”已隐藏或是外链，请换一个上级`,
  confirmDelete: (title: string, { below, roles }: MenuImpact): string =>
    `确定删除“${title}”吗？${below ? `其下${below}个菜单和按钮一并删除。` : ''}${roles.length ? `${rolesOf(roles)}将失去相应权限。` : ''}删除后可在回收站恢复。`,
  orderBelow: '下级排序',
  topLevel: '顶级类目',
  bin: '回收站',
  binEmpty: '回收站中没有菜单',
  restored: '恢复成功',
  restore: '恢复',
  worker: '菜单核对',
  wayRestoredTitle: '菜单管理已恢复',
  wayRestoredText: '启动时没有可以打开的“菜单管理”，系统已恢复该菜单及其上级、按钮，请核对菜单和角色权限。',
} as const;

/** Fields of a menu that decide whether its position is valid. */
export interface PlacedMenu {
  readonly id?: number | null;
  readonly pid: number | null;
  readonly type: number;
  readonly title: string;
  readonly path: string | null;
  readonly iFrame?: boolean | null;
}

const normalizePath = (path: string): string => path.split('/').filter(Boolean).join('/');

/** Returns the address of a menu: its path after the paths of the menus above it (BEHAVIOUR §1.4). */
function addressOf(menus: ReadonlyMap<number, PlacedMenu>, menu: PlacedMenu): string {
  const parts: string[] = [];
  for (let placedMenu: PlacedMenu | undefined = menu, stepsLeft = 20; placedMenu && stepsLeft > 0; stepsLeft -= 1) {
    parts.unshift(normalizePath(placedMenu.path ?? ''));
    if (placedMenu.path?.startsWith('/')) break;
    placedMenu = placedMenu.pid === null ? undefined : menus.get(placedMenu.pid);
  }
  return `/${parts.filter(Boolean).join('/')}`;
}

/**
 * Checks the path of a menu, during input and by the server before storing (SPEC §3, path).
 * @param otherMenus sibling menus; the menu itself may be among them
 * @returns the fault as a sentence, or null
 */
export function pathProblem(menu: PlacedMenu, otherMenus: readonly PlacedMenu[]): string | null {
  const { type, path } = menu;
  if (type === menuType.button || !path) return null;
  if (/\s/.test(path)) return '路由地址不能含有空格';
  if (menu.iFrame) return null;
  if (/[?#\\*]|(^|\/)\.{1,2}(\/|$)/.test(path)) return '路由地址不能含有“?”“#”“*”“\\”或“..”';
  const byId = new Map(
    otherMenus.flatMap((otherPlacedMenu) =>
      typeof otherPlacedMenu.id === 'number' ? [[otherPlacedMenu.id, otherPlacedMenu] as const] : [],
    ),
  );
  const address = addressOf(byId, menu);
  if (publicPaths.includes(address) || address === '/401' || address === '/404')
    return `地址${address}是系统自带的页面，请换一个路由地址`;
  for (const otherPlacedMenu of otherMenus) {
    if (
      otherPlacedMenu.type === menuType.button ||
      otherPlacedMenu.iFrame ||
      !otherPlacedMenu.path ||
      (otherPlacedMenu.id ?? 0) === (menu.id ?? -1)
    )
      continue;
    if (otherPlacedMenu.pid === menu.pid && normalizePath(otherPlacedMenu.path) === normalizePath(path))
      return `同一上级下“${otherPlacedMenu.title}”已使用路由地址“${path}”`;
    if (addressOf(byId, otherPlacedMenu) === address) return `地址${address}已被菜单“${otherPlacedMenu.title}”使用`;
  }
  return null;
}

/** A page of the console that a menu may open. */
interface MenuComponent {
  readonly component: string;
  readonly title: string;
  readonly path: string;
}

/**
 * Pages of the console by component, in the order of the routes. Pages of methods and of the public shell have no
 * component.
 */
export const menuComponents: readonly MenuComponent[] = (staticRoutes as readonly Route[]).flatMap((route) => {
  const component =
    route.shell === 'light' || route.shell === 'none' || route.redirect ? undefined : pageFolderOf(route);
  return component && !route.hidden ? [{ component, title: route.title, path: route.path }] : [];
});

const knownComponents: ReadonlySet<string> = new Set(
  (staticRoutes as readonly Route[]).flatMap((route) => pageFolderOf(route) ?? []),
);

/** Returns the message about an unknown page component. */
export const unknownComponent = (component: string): string => `没有组件“${component}”，请从列表中选择`;

/** Returns whether a component exists; an empty name counts as known. */
export const isKnownComponent = (component: string | null | undefined): boolean =>
  !component || knownComponents.has(component);
