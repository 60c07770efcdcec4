import { menuType } from '@contract/constants';
import { type ActionName, actions, permissionOf } from '@contract/permissions';
import { directories, findRoute, folderOf, type Route, staticRoutes } from '@contract/routes';
import { entities, machines, resourcesOnPage } from '@contract/subjects';
import { permissionOfMove } from '@contract/workflow/stateMachine';
import { type MenuItem, menuTree } from './menuTree';

/** A built-in menu; its key stays the same when the menu is renamed. */
export interface BuiltInMenu {
  readonly key: string;
  readonly parent: string | null;
  readonly draft: Readonly<Record<string, unknown>> & { readonly title: string; readonly permission: string | null };
}

/** Permissions that a route declares: one of a list, or a word for everybody of a kind. */
interface PermissionRoute {
  readonly permission: string | readonly string[];
  readonly summary: string;
}

/** Returns the key of a built-in page. */
export const keyOfMenu = (path: string): string => `menu:${path}`;
/** Returns the key of a built-in button. */
export const keyOfButton = (permission: string): string => `menu:${permission}`;

const labelOf: ReadonlyMap<string, string> = new Map(entities.map(({ name, label }) => [name, label]));

/** Titles of buttons whose action and label are not clear enough. */
const buttonTitles: Readonly<Record<string, string>> = {
  'user:reset': '重置用户密码',
  'project:status': '催办项目',
  'labCurve:submit': '提交标准曲线',
  'labCurve:approve': '审核标准曲线',
  'labCurve:return': '退回标准曲线',
  'labCurve:retire': '停用标准曲线',
  'online:del': '强制退出',
  'file:del': '清理文件',
  'jobRun:status': '立即执行任务',
  'qualityControl:edit': '填写档案位置与保存年限',
  'qualityControl:export': '下载项目档案（ZIP）',
  'announcement:status': '发布和撤销公告',
  'reportFormula:status': '公示和撤回报告',
  'industryNews:status': '发布和撤回文章',
  'announcementSend:list': '查看阅读情况',
  'dictDetail:list': '查看字典详情',
  'exportRun:add': '导出本机构全部数据',
};

const moveTitles: ReadonlyMap<string, string> = new Map(
  machines.flatMap((machine) => machine.moves.map((move) => [permissionOfMove(machine, move), move.label] as const)),
);

function buttonTitle(permission: string, summary: string): string {
  const [resource = '', action = ''] = permission.split(':');
  const givenTitle = buttonTitles[permission] ?? moveTitles.get(permission);
  if (givenTitle) return givenTitle;
  const label = labelOf.get(resource);
  return label && Object.hasOwn(actions, action) ? `${actions[action as ActionName]}${label}` : summary;
}

/** Adds the pages of the address table that have an icon and no place in the tree, at the end of their directory. */
function withOwnPages(menuItems: readonly MenuItem[], directory: string | null): readonly MenuItem[] {
  const staticMenus = staticRoutes.flatMap(({ path, icon }: Route) =>
    icon !== undefined && parentOf(path) === directory ? [{ path, icon } as MenuItem] : [],
  );
  return [
    ...menuItems.map((item) => (item.children ? { ...item, children: withOwnPages(item.children, item.path) } : item)),
    ...staticMenus,
  ];
}

/** Returns the deepest directory of the sidebar that contains an address; null at the root. */
const parentOf = (path: string): string | null =>
  Object.keys(directories)
    .filter((directory) => path.startsWith(`${directory}/`))
    .sort((a, b) => b.length - a.length)[0] ?? null;

/** Returns every permission that routes require, with the route's summary. */
export function permissionsOfRoutes(routes: readonly PermissionRoute[]): Map<string, string> {
  const summaryByPermission = new Map<string, { summary: string; alone: boolean }>();
  for (const { permission, summary } of routes) {
    if (typeof permission === 'string') continue;
    const isSingle = permission.length === 1;
    for (const permissionName of permission) {
      const knownSummary = summaryByPermission.get(permissionName);
      // A route with a single permission describes it better than a route that accepts several.
      if (!knownSummary || (isSingle && !knownSummary.alone))
        summaryByPermission.set(permissionName, { summary, alone: isSingle });
    }
  }
  return new Map([...summaryByPermission].map(([permissionName, { summary }]) => [permissionName, summary]));
}

/** Returns the path relative to the parent, without a leading slash (BEHAVIOUR §1.4). */
const relativePath = (path: string, parent: string | null): string =>
  path.slice(parent === null ? 1 : parent.length + 1);

/**
 * Builds directories, pages and buttons, parents before children. Pages are built from the tree, buttons from the
 * routes' permissions. Every button therefore has an effect, and every call can be granted.
 * @throws Error for a permission without a page in the tree
 */
export function builtInMenus(routes: readonly PermissionRoute[]): BuiltInMenu[] {
  const permissions = permissionsOfRoutes(routes);
  const unplacedPermissions = new Set(permissions.keys());
  const byResource = new Map<string, [string, string][]>();
  for (const entry of permissions) {
    const resource = entry[0].slice(0, entry[0].indexOf(':'));
    byResource.set(resource, [...(byResource.get(resource) ?? []), entry]);
  }
  const menus: BuiltInMenu[] = [];

  const buttonsOf = (menuItem: MenuItem, pagePermission: string): BuiltInMenu[] =>
    resourcesOnPage(menuItem.path).flatMap((resource) =>
      (byResource.get(resource) ?? []).flatMap(([permission, summary]) => {
        if (permission === pagePermission || !unplacedPermissions.delete(permission)) return [];
        const draft = { type: menuType.button, title: buttonTitle(permission, summary), permission };
        return [{ key: keyOfButton(permission), parent: keyOfMenu(menuItem.path), draft }];
      }),
    );

  const visit = (menuItems: readonly MenuItem[], parent: string | null): void => {
    for (const [index, menuItem] of menuItems.entries()) {
      const { path, icon, children, noCache } = menuItem;
      const menuSort = (index + 1) * 10;
      const place = { key: keyOfMenu(path), parent: parent === null ? null : keyOfMenu(parent) };
      if (children) {
        const title = (directories as Readonly<Record<string, string>>)[path] as string;
        menus.push({
          ...place,
          draft: {
            type: menuType.directory,
            title,
            icon,
            menuSort,
            path: relativePath(path, parent),
            permission: null,
          },
        });
        visit(children, path);
        continue;
      }
      const [pageResource = ''] = resourcesOnPage(path);
      const permission = permissionOf({ name: pageResource }, 'list');
      const title = findRoute(path)?.title ?? path;
      unplacedPermissions.delete(permission);
      menus.push({
        ...place,
        draft: {
          type: menuType.menu,
          title,
          icon,
          menuSort,
          path: relativePath(path, parent),
          component: folderOf(path),
          cache: !noCache,
          permission,
        },
      });
      menus.push(
        ...buttonsOf(menuItem, permission).map((button, index) => ({
          ...button,
          draft: { ...button.draft, menuSort: (index + 1) * 10 },
        })),
      );
    }
  };
  visit(withOwnPages(menuTree, null), null);
  if (unplacedPermissions.size) throw new Error(`no menu holds ${[...unplacedPermissions].join(', ')}`);
  return menus;
}
