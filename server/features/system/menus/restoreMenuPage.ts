import { eq, inArray } from 'drizzle-orm';
import { menu } from '@contract/features/system/entities/menu';
import { menuTexts } from '@contract/features/system/menuRules';
import { actorOf, differenceOf, recordAudit } from '@server/audit/auditTrail';
import { readBuiltInIds } from '@server/builtIn/builtInRows';
import { type BuiltInMenu, builtInMenus, keyOfMenu } from '@server/builtIn/menus';
import type { Orm } from '@server/db/orm';
import { menuTable } from '@server/db/schema';
import { storeForAdministrators } from '@server/features/notices/tellAdministrators';
import type { Route } from '@server/http/route';
import { systemCall } from '@server/http/systemCall';
import type { Services } from '@server/services';

const pageKey = keyOfMenu('/system/menu');

type MenuRow = typeof menuTable.$inferSelect;

/** Checks whether an administrator can reach an undeleted, visible page in the sidebar. */
function hasWay(rows: readonly MenuRow[], component: unknown): boolean {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const isOpen = (row: MenuRow | undefined): boolean =>
    row !== undefined &&
    row.deleteTime === null &&
    !row.hidden &&
    !row.iFrame &&
    (row.pid === null || isOpen(byId.get(row.pid)));
  return rows.some((row) => row.component === component && row.type === 1 && isOpen(row));
}

/** Returns the page, its built-in directories and its buttons. */
function wayOf(menus: readonly BuiltInMenu[]): BuiltInMenu[] {
  const byKey = new Map(menus.map((menu) => [menu.key, menu]));
  const ancestors: BuiltInMenu[] = [];
  for (let at = byKey.get(pageKey); at; at = at.parent === null ? undefined : byKey.get(at.parent))
    ancestors.unshift(at);
  return [...ancestors, ...menus.filter(({ parent }) => parent === pageKey)];
}

async function returnFromSite(tx: Orm, menuPath: readonly BuiltInMenu[], now: Date): Promise<boolean> {
  const builtInIds = await readBuiltInIds(tx);
  const ids = menuPath.flatMap(({ key }) => builtInIds.get(key) ?? []);
  const rows = ids.length ? await tx.select().from(menuTable).where(inArray(menuTable.id, ids)).for('update') : [];
  for (const { key, parent, draft } of menuPath) {
    const row = rows.find(({ id }) => id === builtInIds.get(key));
    if (!row) continue;
    const { title: _title, icon: _icon, menuSort: _sort, ...needed } = draft;
    const after = {
      ...needed,
      pid: parent === null ? null : (builtInIds.get(parent) ?? null),
      hidden: false,
      iFrame: false,
      deleteTime: null,
      deleteBy: null,
    };
    const { changed, before, after: set } = differenceOf(row, after, Object.keys(after));
    if (!changed.length) continue;
    await tx
      .update(menuTable)
      .set({ ...set, version: row.version + 1, updateTime: now } as never)
      .where(eq(menuTable.id, row.id));
    await recordAudit(tx, { ...actorOf(systemCall(menuTexts.worker)), userName: menuTexts.worker }, [
      { action: 'restore', entity: menu, entityId: row.id, title: row.title, before, after: set },
    ]);
  }
  return rows.length > 0;
}

/**
 * Restores the built-in 菜单管理 at a start of the server if no such page can be opened, with its directories and
 * buttons. Logs it and notifies the platform administrators. Titles, order and icons stay.
 */
export async function restoreMenuPage(services: Services, routes: readonly Route[]): Promise<void> {
  const { database, log, now } = services;
  const menus = builtInMenus(routes);
  const component = menus.find(({ key }) => key === pageKey)?.draft['component'];
  if (hasWay(await database.orm.select().from(menuTable), component)) return;
  const notify = await database.transaction(async (tx) =>
    (await returnFromSite(tx, wayOf(menus), now()))
      ? storeForAdministrators(services, tx, {
          programPart: menuTexts.worker,
          title: menuTexts.wayRestoredTitle,
          text: menuTexts.wayRestoredText,
        })
      : null,
  );
  if (!notify) return;
  log.warn(menuTexts.wayRestoredText);
  await notify();
}
