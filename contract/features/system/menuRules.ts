import { menuType } from '@contract/constants';
import { pageFolderOf, publicPaths, type Route, staticRoutes } from '@contract/routes';

/**
 * Without these nobody could put the menus, the roles or the people right again: the last menu of each is not taken
 * away. Pages first, by which a refusal names it.
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

/** `GET api/menus/impact`: what hangs on a menu that is to be deleted. */
export interface MenuImpact {
  /** Menus and buttons below it. */
  below: number;
  /** Names of the roles that hold it or something below it. */
  roles: string[];
}

/** `GET api/menus/bin`: a deleted menu, with what was deleted along with it. */
export interface DeletedMenu {
  id: number;
  title: string;
  type: number;
  /** Titles of the menus above, joined by “/”; empty at the top. */
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

/** What a menu needs to tell about itself, for its place among the others to be judged. */
export interface PlacedMenu {
  readonly id?: number | null;
  readonly pid: number | null;
  readonly type: number;
  readonly title: string;
  readonly path: string | null;
  readonly iFrame?: boolean | null;
}

const bare = (path: string): string => path.split('/').filter(Boolean).join('/');

/** @returns the address under which a menu opens: its own path behind those of the menus above it (BEHAVIOUR §1.4) */
export function addressOf(menus: ReadonlyMap<number, PlacedMenu>, one: PlacedMenu): string {
  const parts: string[] = [];
  for (let at: PlacedMenu | undefined = one, left = 20; at && left > 0; left -= 1) {
    parts.unshift(bare(at.path ?? ''));
    if (at.path?.startsWith('/')) break;
    at = at.pid === null ? undefined : menus.get(at.pid);
  }
  return `/${parts.filter(Boolean).join('/')}`;
}

/**
 * What is wrong with the path of a menu, asked while it is typed and by the server before it is stored (SPEC §3, path).
 * @param others the menus beside it; itself may be among them
 * @returns a sentence, or null
 */
export function pathProblem(one: PlacedMenu, others: readonly PlacedMenu[]): string | null {
  const { type, path } = one;
  if (type === menuType.button || !path) return null;
  if (/\s/.test(path)) return '路由地址不能含有空格';
  if (one.iFrame) return null;
  const byId = new Map(others.flatMap((other) => (typeof other.id === 'number' ? [[other.id, other] as const] : [])));
  const address = addressOf(byId, one);
  if (publicPaths.includes(address) || address === '/401' || address === '/404')
    return `地址${address}是系统自带的页面，请换一个路由地址`;
  for (const other of others) {
    if (other.type === menuType.button || other.iFrame || !other.path || (other.id ?? 0) === (one.id ?? -1)) continue;
    if (other.pid === one.pid && bare(other.path) === bare(path))
      return `同一上级下“${other.title}”已使用路由地址“${path}”`;
    if (addressOf(byId, other) === address) return `地址${address}已被菜单“${other.title}”使用`;
  }
  return null;
}

/** A page of the console that a menu may open. */
export interface MenuComponent {
  readonly component: string;
  readonly title: string;
  readonly path: string;
}

/**
 * The pages of the console by their component, in the order of the routes; those of methods and the light shell have
 * none.
 */
export const menuComponents: readonly MenuComponent[] = (staticRoutes as readonly Route[]).flatMap((route) => {
  const component =
    route.shell === 'light' || route.shell === 'none' || route.redirect ? undefined : pageFolderOf(route);
  return component && !route.hidden ? [{ component, title: route.title, path: route.path }] : [];
});

const known: ReadonlySet<string> = new Set(
  (staticRoutes as readonly Route[]).flatMap((route) => pageFolderOf(route) ?? []),
);

export const unknownComponent = (component: string): string => `没有组件“${component}”，请从列表中选择`;

/** @returns whether a page of the console answers to the name; nothing at all is no name */
export const isKnownComponent = (component: string | null | undefined): boolean => !component || known.has(component);
