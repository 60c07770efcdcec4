import { and, asc, desc, eq, inArray, isNotNull, isNull } from 'drizzle-orm';
import type { DeletedMenu, MenuImpact } from '@contract/features/system/menuRules';
import { formatMoment } from '@server/base/zone';
import type { Orm } from '@server/db/orm';
import { menuTable, roleMenusTable, roleTable } from '@server/db/schema';

/** Returns the undeleted roles that hold one of the menus, highest rank first. */
async function rolesHolding(orm: Orm, ids: readonly number[]): Promise<{ name: string; menu: number }[]> {
  if (!ids.length) return [];
  return orm
    .select({ name: roleTable.name, menu: roleMenusTable.targetId })
    .from(roleMenusTable)
    .innerJoin(roleTable, eq(roleTable.id, roleMenusTable.ownerId))
    .where(and(inArray(roleMenusTable.targetId, [...ids]), isNull(roleTable.deleteTime)))
    .orderBy(asc(roleTable.level), asc(roleTable.id));
}

const namesOf = (rows: readonly { name: string }[]): string[] => [...new Set(rows.map(({ name }) => name))];

/**
 * Returns the effects of a deletion.
 * @param ids the menu and all menus below it
 */
export async function impactOf(orm: Orm, ids: readonly number[]): Promise<MenuImpact> {
  return { below: Math.max(0, ids.length - 1), roles: namesOf(await rolesHolding(orm, ids)) };
}

interface DeletedRow {
  readonly id: number;
  readonly version: number;
  readonly pid: number | null;
  readonly title: string;
  readonly type: number;
  readonly deleteTime: Date | null;
}

const menuColumns = {
  id: menuTable.id,
  version: menuTable.version,
  pid: menuTable.pid,
  title: menuTable.title,
  type: menuTable.type,
  deleteTime: menuTable.deleteTime,
};

/** Returns the ids of deleted menus with everything below them from the same deletion. */
function withCompanions(deletedMenus: readonly DeletedRow[], ids: readonly number[]): Set<number> {
  const byId = new Map(deletedMenus.map((menu) => [menu.id, menu]));
  const chosenIds = new Set(ids);
  // Parents may come after their children in the list, so that one pass is not enough for deep levels.
  for (let before = -1; before !== chosenIds.size;) {
    before = chosenIds.size;
    for (const menu of deletedMenus) {
      const parent = menu.pid === null ? undefined : byId.get(menu.pid);
      if (parent && chosenIds.has(parent.id) && parent.deleteTime?.getTime() === menu.deleteTime?.getTime())
        chosenIds.add(menu.id);
    }
  }
  return chosenIds;
}

/** Returns the ids with everything below them from the same deletion, for a complete restore. */
export async function deletedTogether(orm: Orm, ids: readonly number[]): Promise<number[]> {
  return [...withCompanions(await orm.select(menuColumns).from(menuTable).where(isNotNull(menuTable.deleteTime)), ids)];
}

/** Returns the deletions of menus, newest first: of each the topmost menu, which restores the others. */
export async function binOf(orm: Orm, zone: string): Promise<DeletedMenu[]> {
  const allMenus = await orm.select(menuColumns).from(menuTable).orderBy(desc(menuTable.deleteTime), asc(menuTable.id));
  const byId = new Map(allMenus.map((menu) => [menu.id, menu]));
  const deletedMenus = allMenus.filter(({ deleteTime }) => deleteTime !== null);
  const menuHoldings = await rolesHolding(
    orm,
    deletedMenus.map(({ id }) => id),
  );
  const placeOf = ({ pid }: DeletedRow): string => {
    const parentTitles: string[] = [];
    for (
      let at = pid === null ? undefined : byId.get(pid);
      at && parentTitles.length < 20;
      at = at.pid === null ? undefined : byId.get(at.pid)
    )
      parentTitles.unshift(at.title);
    return parentTitles.join('/');
  };
  const isTop = ({ pid, deleteTime }: DeletedRow): boolean =>
    (pid === null ? undefined : byId.get(pid)?.deleteTime?.getTime()) !== deleteTime?.getTime();
  return deletedMenus.filter(isTop).map((deletedMenu) => {
    const ids = withCompanions(deletedMenus, [deletedMenu.id]);
    return {
      id: deletedMenu.id,
      version: deletedMenu.version,
      title: deletedMenu.title,
      type: deletedMenu.type,
      place: placeOf(deletedMenu),
      below: ids.size - 1,
      roles: namesOf(menuHoldings.filter(({ menu }) => ids.has(menu))),
      deleteTime: formatMoment(deletedMenu.deleteTime as Date, zone),
    };
  });
}
