import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import { menuType } from '@contract/constants';
import type { RoleLostPages } from '@contract/features/system/rights';
import { readBrought } from '@server/builtIn/builtIns';
import { builtInMenus } from '@server/builtIn/menus';
import { keyOfRole } from '@server/builtIn/roles';
import { builtInRoles, menusOfRole } from '@server/builtIn/roles';
import type { Orm } from '@server/db/orm';
import { menuTable, roleMenusTable, roleTable } from '@server/db/schema';

/**
 * Returns the built-in roles that lack pages given by the product. An earlier tree dropped pages that were held without
 * all of their buttons. Pages removed by an administrator on purpose are among them, so they are offered and never
 * added automatically.
 * @returns existing roles with existing pages, both in order
 */
export async function lostPages(orm: Orm): Promise<RoleLostPages[]> {
  const brought = await readBrought(orm);
  // Pages do not depend on the routes; only buttons do.
  const menus = builtInMenus([]);
  const pageKeys = new Set(menus.filter(({ draft }) => draft['type'] === menuType.menu).map(({ key }) => key));
  const wanted = builtInRoles.flatMap((role) => {
    const id = brought.get(keyOfRole(role.key));
    return id === undefined
      ? []
      : [
          {
            id,
            pages: new Set(
              [...menusOfRole(role, menus)].flatMap((key) => (pageKeys.has(key) ? (brought.get(key) ?? []) : [])),
            ),
          },
        ];
  });
  const ids = wanted.map(({ id }) => id);
  if (!ids.length) return [];
  const [roles, pages, held] = await Promise.all([
    orm
      .select({ id: roleTable.id, name: roleTable.name })
      .from(roleTable)
      .where(and(inArray(roleTable.id, ids), isNull(roleTable.deleteTime)))
      .orderBy(asc(roleTable.level), asc(roleTable.id)),
    orm
      .select({ id: menuTable.id, title: menuTable.title })
      .from(menuTable)
      .where(and(eq(menuTable.type, menuType.menu), isNull(menuTable.deleteTime)))
      .orderBy(asc(menuTable.id)),
    orm
      .select({ role: roleMenusTable.ownerId, menu: roleMenusTable.targetId })
      .from(roleMenusTable)
      .where(inArray(roleMenusTable.ownerId, ids)),
  ]);
  const holds = new Set(held.map(({ role, menu }) => `${role}:${menu}`));
  const pagesOf = new Map(wanted.map(({ id, pages: own }) => [id, own]));
  return roles
    .map(({ id, name }) => ({
      id,
      name,
      pages: pages.filter((page) => pagesOf.get(id)?.has(page.id) && !holds.has(`${id}:${page.id}`)),
    }))
    .filter((role) => role.pages.length > 0);
}
