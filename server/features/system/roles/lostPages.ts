import { and, asc, inArray, isNull } from 'drizzle-orm';
import { menuType } from '@contract/constants';
import type { RoleLostPages } from '@contract/features/system/rightsWire';
import { type BuiltInIds, readBuiltInIds } from '@server/builtIn/builtInRows';
import { type BuiltInMenu, builtInMenus, keyOfButton } from '@server/builtIn/menus';
import { builtInRoles, keyOfRole, menusOfRole } from '@server/builtIn/roles';
import type { Orm } from '@server/db/orm';
import { menuTable, roleMenusTable, roleTable } from '@server/db/schema';

interface UndeletedMenu {
  readonly id: number;
  readonly pid: number | null;
  readonly title: string;
  readonly type: number;
}

/**
 * Returns the existing built-in menus. Pages do not depend on the routes. Buttons do, so they are read from the
 * database: their keys name their permissions.
 */
function existingMenus(builtInIds: BuiltInIds, undeletedMenus: readonly UndeletedMenu[]): BuiltInMenu[] {
  const prefix = keyOfButton('');
  // The table also contains ids of other tables.
  const keyOf = new Map([...builtInIds].flatMap(([key, id]) => (key.startsWith(prefix) ? [[id, key] as const] : [])));
  const pages = builtInMenus([]);
  const isPage = new Set(pages.map(({ key }) => key));
  const buttons = undeletedMenus.flatMap(({ id, pid, title, type }): BuiltInMenu[] => {
    const key = keyOf.get(id);
    const parent = pid === null ? undefined : keyOf.get(pid);
    if (type !== menuType.button || key === undefined || parent === undefined || isPage.has(key)) return [];
    return [{ key, parent, draft: { type, title, permission: key.slice(prefix.length) } }];
  });
  return [...pages, ...buttons];
}

/**
 * Returns the built-in roles that lack pages given by the product. An earlier version of the menu tree dropped pages
 * whose buttons a role did not all have. These may include pages that an administrator removed on purpose, so they
 * are offered and never added automatically.
 * @returns existing roles with existing pages, both in order; each page with the role's buttons on it
 */
export async function lostPages(orm: Orm): Promise<RoleLostPages[]> {
  const builtInIds = await readBuiltInIds(orm);
  const undeletedMenus = await orm
    .select({ id: menuTable.id, pid: menuTable.pid, title: menuTable.title, type: menuTable.type })
    .from(menuTable)
    .where(isNull(menuTable.deleteTime))
    .orderBy(asc(menuTable.id));
  const menus = existingMenus(builtInIds, undeletedMenus);
  const wantedByRole = new Map(
    builtInRoles.flatMap((role) => {
      const id = builtInIds.get(keyOfRole(role.key));
      return id === undefined
        ? []
        : [[id, new Set([...menusOfRole(role, menus)].flatMap((key) => builtInIds.get(key) ?? []))] as const];
    }),
  );
  const ids = [...wantedByRole.keys()];
  if (!ids.length) return [];
  const [roles, holdings] = await Promise.all([
    orm
      .select({ id: roleTable.id, name: roleTable.name })
      .from(roleTable)
      .where(and(inArray(roleTable.id, ids), isNull(roleTable.deleteTime)))
      .orderBy(asc(roleTable.level), asc(roleTable.id)),
    orm
      .select({ role: roleMenusTable.ownerId, menu: roleMenusTable.targetId })
      .from(roleMenusTable)
      .where(inArray(roleMenusTable.ownerId, ids)),
  ]);
  const heldKeys = new Set(holdings.map(({ role, menu }) => `${role}:${menu}`));
  return roles
    .map(({ id, name }) => {
      const missingMenus = undeletedMenus.filter(
        (menu) => wantedByRole.get(id)?.has(menu.id) && !heldKeys.has(`${id}:${menu.id}`),
      );
      const buttonsOn = (page: number): number[] =>
        missingMenus.filter(({ type, pid }) => type === menuType.button && pid === page).map((button) => button.id);
      const pages = missingMenus.filter(({ type }) => type === menuType.menu);
      return {
        id,
        name,
        pages: pages.map((page) => ({ id: page.id, title: page.title, buttons: buttonsOn(page.id) })),
      };
    })
    .filter((role) => role.pages.length > 0);
}
