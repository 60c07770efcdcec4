import { and, asc, eq, inArray, isNull, ne, sql } from 'drizzle-orm';
import type { Database } from '@server/db/openDatabase';
import type { Orm } from '@server/db/orm';
import { menuTable, roleMenusTable } from '@server/db/schema';

/**
 * Stamp that changes with every change of a menu: edits and restores raise a version, deletions the last deletion
 * time.
 */
export const menuStamp = sql<string>`(select concat(count(*)
  filter (where ${menuTable.deleteTime} is null), ' ', sum(${menuTable.version}), ' ', max(${menuTable.deleteTime}))
  from ${menuTable})`;

const maxKept = 1000;
const rightsCache = new WeakMap<Database, Map<string, Promise<string[]>>>();

async function readRights(orm: Orm, roleIds: readonly number[]): Promise<string[]> {
  if (!roleIds.length) return [];
  const rows = await orm
    .selectDistinct({ permission: menuTable.permission })
    .from(roleMenusTable)
    .innerJoin(menuTable, eq(menuTable.id, roleMenusTable.targetId))
    .where(
      and(inArray(roleMenusTable.ownerId, [...roleIds]), isNull(menuTable.deleteTime), ne(menuTable.permission, '')),
    )
    .orderBy(asc(menuTable.permission));
  return rows.flatMap(({ permission }) => permission ?? []);
}

/**
 * Returns the permissions of all menus of these roles (BEHAVIOUR 1.3). The cache key contains the roles' versions and
 * the menus' stamp, so the result is current, even if another process made the change. Joining hundreds of menus at
 * each call would cost more than the call.
 */
export function permissionsOfRoles(
  database: Database,
  roles: readonly { id: number; version: number }[],
  stamp: string,
): Promise<string[]> {
  const databaseCache = rightsCache.get(database) ?? new Map<string, Promise<string[]>>();
  rightsCache.set(database, databaseCache);
  const key = `${stamp}|${roles.map(({ id, version }) => `${id}.${version}`).join()}`;
  let pendingRights = databaseCache.get(key);
  if (!pendingRights) {
    if (databaseCache.size >= maxKept) databaseCache.clear();
    pendingRights = readRights(
      database.orm,
      roles.map(({ id }) => id),
    );
    pendingRights.catch(() => databaseCache.delete(key));
    databaseCache.set(key, pendingRights);
  }
  return pendingRights;
}
