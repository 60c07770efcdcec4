import { and, eq, inArray, isNull } from 'drizzle-orm';
import { menu } from '@contract/features/system/entities/menu';
import { registry } from '@server/app/resources';
import { differenceOf, recordAudit } from '@server/audit/auditTrail';
import { pinyinOf } from '@server/base/pinyin';
import { addNewBuiltInRows, type BuiltInIds } from '@server/builtIn/builtInRows';
import { seedActor } from '@server/builtIn/insertMany';
import type { BuiltInMenu } from '@server/builtIn/menus';
import type { Orm } from '@server/db/orm';
import { menuTable } from '@server/db/schema';

/** Updates renamed built-in menus. A menu that somebody edited stays. */
async function updateRenamedMenus(tx: Orm, builtInIds: BuiltInIds, menus: readonly BuiltInMenu[]): Promise<void> {
  const byId = new Map(
    menus.flatMap((menu) => (builtInIds.has(menu.key) ? [[builtInIds.get(menu.key) as number, menu] as const] : [])),
  );
  if (!byId.size) return;
  const rows = await tx
    .select()
    .from(menuTable)
    .where(
      and(
        inArray(menuTable.id, [...byId.keys()]),
        eq(menuTable.version, 1),
        isNull(menuTable.updateBy),
        isNull(menuTable.deleteTime),
      ),
    );
  for (const row of rows) {
    const { draft } = byId.get(row.id) as BuiltInMenu;
    const { changed, before, after } = differenceOf(row, draft, Object.keys(draft));
    if (!changed.length) continue;
    await tx
      .update(menuTable)
      .set({ ...after, ...pinyinOf(draft.title) })
      .where(eq(menuTable.id, row.id));
    await recordAudit(tx, seedActor, [
      { action: 'edit', entity: menu, entityId: row.id, title: draft.title, before, after },
    ]);
  }
}

/**
 * Adds menus that this database never had, except below a deleted menu.
 * @returns keys of the new menus
 */
export async function storeMenus(tx: Orm, builtInIds: BuiltInIds, menus: readonly BuiltInMenu[]): Promise<Set<string>> {
  await updateRenamedMenus(tx, builtInIds, menus);
  const addedKeys = new Set<string>();
  const undeletedIds = new Set(
    (await tx.select({ id: menuTable.id }).from(menuTable).where(isNull(menuTable.deleteTime))).map(({ id }) => id),
  );
  // Level by level, because a row references its parent by id.
  let parents: ReadonlySet<string | null> = new Set([null]);
  while (parents.size) {
    const level = menus.filter(({ parent }) => parents.has(parent));
    const rows = level.flatMap(({ key, parent, draft }) => {
      const pid = parent === null ? null : builtInIds.get(parent);
      return pid === undefined || (pid !== null && !undeletedIds.has(pid)) ? [] : [{ key, draft: { ...draft, pid } }];
    });
    for (const { key } of await addNewBuiltInRows(tx, registry.named('menu'), builtInIds, rows)) {
      addedKeys.add(key);
      undeletedIds.add(builtInIds.get(key) as number);
    }
    parents = new Set(level.map(({ key }) => key));
  }
  return addedKeys;
}
