import { and, asc, eq, isNull } from 'drizzle-orm';
import { presentRows, wireColumns } from '@server/crud/presentRows';
import type { Registry } from '@server/crud/resource';
import type { Orm } from '@server/db/orm';
import { menuTable, roleMenusTable, roleTable, userRolesTable } from '@server/db/schema';
import type { Viewer } from '@server/http/viewer';
import type { Services } from '@server/services';
import { type MenuRow, MenuTree } from './menuTree';

export const menuOrder = [asc(menuTable.menuSort), asc(menuTable.id)];

/** Reads all undeleted menus in the form of the API. */
export async function readTree(services: Services, registry: Registry): Promise<MenuTree> {
  const { orm } = services.database;
  const resource = registry.named('menu');
  const rows = await orm
    .select(wireColumns(resource))
    .from(menuTable)
    .where(isNull(menuTable.deleteTime))
    .orderBy(...menuOrder);
  return new MenuTree((await presentRows(orm, registry, resource, rows, services.env.zone)) as unknown as MenuRow[]);
}

/** Returns the menus granted by a person's roles with all menus above them, so that each is reachable. */
export async function grantedMenus(orm: Orm, tree: MenuTree, viewer: Viewer): Promise<Set<number>> {
  if (viewer.user.isAdmin) return new Set(tree.rows.map(({ id }) => id));
  const rows = await orm
    .selectDistinct({ id: roleMenusTable.targetId })
    .from(userRolesTable)
    .innerJoin(roleTable, and(eq(roleTable.id, userRolesTable.targetId), isNull(roleTable.deleteTime)))
    .innerJoin(roleMenusTable, eq(roleMenusTable.ownerId, roleTable.id))
    .where(eq(userRolesTable.ownerId, viewer.user.id));
  return tree.withAncestors(rows.map(({ id }) => id));
}
