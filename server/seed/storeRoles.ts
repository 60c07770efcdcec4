import { and, eq, inArray, isNull } from 'drizzle-orm';
import { menuType } from '@contract/constants';
import { role } from '@contract/features/system/entities/role';
import { registry } from '@server/app/resources';
import { recordAudit } from '@server/audit/auditTrail';
import { addNewBuiltInRows, type BuiltInIds, recordBuiltInRows } from '@server/builtIn/builtInRows';
import { seedActor } from '@server/builtIn/insertMany';
import { type LateGrant, lateGrants } from '@server/builtIn/lateGrants';
import { type BuiltInMenu, keyOfButton, keyOfMenu } from '@server/builtIn/menus';
import { type BuiltInRole, builtInRoles, keyOfRole, menusOfRole } from '@server/builtIn/roles';
import type { Orm } from '@server/db/orm';
import { roleMenusTable, roleTable } from '@server/db/schema';

/** Adopts a common role of the same name as built-in, with its own menus. */
async function adoptRoles(tx: Orm, builtInIds: BuiltInIds): Promise<void> {
  const missingRoles = builtInRoles.filter(({ key }) => !builtInIds.has(keyOfRole(key)));
  if (!missingRoles.length) return;
  const existingRoles = await tx
    .select({ id: roleTable.id, name: roleTable.name })
    .from(roleTable)
    .where(
      and(
        isNull(roleTable.deleteTime),
        isNull(roleTable.organizationId),
        inArray(
          roleTable.name,
          missingRoles.map(({ name }) => name),
        ),
      ),
    );
  await recordBuiltInRows(
    tx,
    builtInIds,
    missingRoles.flatMap(({ key, name }) =>
      existingRoles
        .filter((existingRole) => existingRole.name === name)
        .map(({ id }) => ({ key: keyOfRole(key), rowId: id })),
    ),
  );
}

/** Grants new menus to the roles that need them. Nobody can have removed a menu that did not exist. */
async function grantNew(
  tx: Orm,
  builtInIds: BuiltInIds,
  menus: readonly BuiltInMenu[],
  addedKeys: ReadonlySet<string>,
  roles: readonly BuiltInRole[],
): Promise<void> {
  const ids = roles.map(({ key }) => builtInIds.get(keyOfRole(key)) as number);
  const undeletedIds = new Set(
    (
      await tx
        .select({ id: roleTable.id })
        .from(roleTable)
        .where(and(inArray(roleTable.id, ids), isNull(roleTable.deleteTime)))
    ).map(({ id }) => id),
  );
  const titles = new Map(menus.map(({ key, draft }) => [key, draft.title]));
  for (const builtInRole of roles) {
    const ownerId = builtInIds.get(keyOfRole(builtInRole.key)) as number;
    const keys = [...menusOfRole(builtInRole, menus)].filter((key) => addedKeys.has(key));
    if (!keys.length || !undeletedIds.has(ownerId)) continue;
    await tx
      .insert(roleMenusTable)
      .values(keys.map((key, position) => ({ ownerId, targetId: builtInIds.get(key) as number, position })))
      .onConflictDoNothing();
    await recordAudit(tx, seedActor, [
      {
        action: 'permission',
        entity: role,
        entityId: ownerId,
        title: builtInRole.name,
        before: { menus: [] },
        after: { menus: keys.map((key) => titles.get(key)) },
      },
    ]);
  }
}

const keyOfGrant = (key: string): string => `grant:${key}`;

/** Returns the keys of a late grant's menus, parents first. */
export function menusOfGrant(
  { role: roleKey, pages, buttons, exports }: LateGrant,
  menus: readonly BuiltInMenu[],
): string[] {
  const builtInRole = exports ? builtInRoles.find(({ key }) => key === roleKey) : undefined;
  const seenKeys = builtInRole ? menusOfRole(builtInRole, menus) : new Set<string>();
  const exportMenus = menus.filter(({ key, draft }) => seenKeys.has(key) && draft.permission?.endsWith(':export'));
  const wantedKeys = new Set([
    ...pages.map(keyOfMenu),
    ...buttons.map(keyOfButton),
    ...exportMenus.map(({ key }) => key),
  ]);
  const byKey = new Map(menus.map((menu) => [menu.key, menu]));
  const keysAbove = (key: string): string[] => [
    ...(byKey.get(key)?.parent ? keysAbove(byKey.get(key)?.parent as string) : []),
    key,
  ];
  return [
    ...new Set(
      menus
        .filter(({ key }) => wantedKeys.has(key))
        .flatMap(({ key, draft }) => (draft.type === menuType.button ? [key] : keysAbove(key))),
    ),
  ];
}

/** Grants existing roles the menus added since, once, except buttons of pages that somebody removed. */
async function grantLate(
  tx: Orm,
  builtInIds: BuiltInIds,
  menus: readonly BuiltInMenu[],
  existingRoles: ReadonlySet<string>,
): Promise<void> {
  const openGrants = lateGrants.filter(({ key }) => !builtInIds.has(keyOfGrant(key)));
  const byKey = new Map(menus.map((menu) => [menu.key, menu]));
  for (const grant of openGrants.filter(({ role: key }) => existingRoles.has(key))) {
    const ownerId = builtInIds.get(keyOfRole(grant.role)) as number;
    const [livingRole] = await tx
      .select({ name: roleTable.name })
      .from(roleTable)
      .where(and(eq(roleTable.id, ownerId), isNull(roleTable.deleteTime)));
    if (!livingRole) continue;
    const heldIds = new Set(
      (
        await tx.select({ id: roleMenusTable.targetId }).from(roleMenusTable).where(eq(roleMenusTable.ownerId, ownerId))
      ).map(({ id }) => id),
    );
    const addedMenus: BuiltInMenu[] = [];
    for (const key of menusOfGrant(grant, menus)) {
      const [menu, id] = [byKey.get(key), builtInIds.get(key)];
      if (!menu || id === undefined || heldIds.has(id)) continue;
      const parent = menu.parent === null ? undefined : builtInIds.get(menu.parent);
      if (menu.draft.type === menuType.button && (parent === undefined || !heldIds.has(parent))) continue;
      heldIds.add(id);
      addedMenus.push(menu);
    }
    if (!addedMenus.length) continue;
    const rows = addedMenus.map(({ key }) => ({ ownerId, targetId: builtInIds.get(key) as number, position: 0 }));
    await tx.insert(roleMenusTable).values(rows).onConflictDoNothing();
    const after = { menus: addedMenus.map(({ draft }) => draft.title) };
    await recordAudit(tx, seedActor, [
      { action: 'permission', entity: role, entityId: ownerId, title: livingRole.name, before: { menus: [] }, after },
    ]);
  }
  await recordBuiltInRows(
    tx,
    builtInIds,
    openGrants.map(({ key }) => ({ key: keyOfGrant(key), rowId: 0 })),
  );
}

/** Adds the common roles with their menus, and grants new menus to existing ones. */
export async function storeRoles(
  tx: Orm,
  builtInIds: BuiltInIds,
  menus: readonly BuiltInMenu[],
  addedKeys: ReadonlySet<string>,
): Promise<void> {
  await adoptRoles(tx, builtInIds);
  const earlierRoles = builtInRoles.filter(({ key }) => builtInIds.has(keyOfRole(key)));
  if (earlierRoles.length && addedKeys.size) await grantNew(tx, builtInIds, menus, addedKeys, earlierRoles);
  await grantLate(tx, builtInIds, menus, new Set(earlierRoles.map(({ key }) => key)));
  await addNewBuiltInRows(
    tx,
    registry.named('role'),
    builtInIds,
    builtInRoles.map((builtInRole) => ({
      key: keyOfRole(builtInRole.key),
      draft: {
        name: builtInRole.name,
        level: builtInRole.level,
        dataScope: 'organization',
        remark: builtInRole.remark,
      },
      otherColumns: { menus: [...menusOfRole(builtInRole, menus)].flatMap((key) => builtInIds.get(key) ?? []) },
    })),
  );
}
