import { and, eq, inArray, isNull } from 'drizzle-orm';
import { menuType } from '@contract/constants';
import { role } from '@contract/features/system/entities/role';
import { registry } from '@server/app/resources';
import { recordAudit } from '@server/audit/trail';
import { bring, type BuiltInIds, note } from '@server/builtIn/builtIns';
import { seedActor } from '@server/builtIn/insertMany';
import { type BuiltInMenu, keyOfButton, keyOfMenu } from '@server/builtIn/menus';
import {
  type BuiltInRole,
  builtInRoles,
  keyOfRole,
  type LateGrant,
  lateGrants,
  menusOfRole,
} from '@server/builtIn/roles';
import type { Orm } from '@server/db/orm';
import { roleMenusTable, roleTable } from '@server/db/schema';

/** Adopts a common role of the same name as built-in, with its own menus. */
async function adopt(tx: Orm, brought: BuiltInIds): Promise<void> {
  const strange = builtInRoles.filter(({ key }) => !brought.has(keyOfRole(key)));
  if (!strange.length) return;
  const own = await tx
    .select({ id: roleTable.id, name: roleTable.name })
    .from(roleTable)
    .where(
      and(
        isNull(roleTable.deleteTime),
        isNull(roleTable.organizationId),
        inArray(
          roleTable.name,
          strange.map(({ name }) => name),
        ),
      ),
    );
  await note(
    tx,
    brought,
    strange.flatMap(({ key, name }) =>
      own.filter((one) => one.name === name).map(({ id }) => ({ key: keyOfRole(key), rowId: id })),
    ),
  );
}

/** Grants new menus to the roles that need them. Nobody can have removed a menu that did not exist. */
async function grantNew(
  tx: Orm,
  brought: BuiltInIds,
  menus: readonly BuiltInMenu[],
  added: ReadonlySet<string>,
  roles: readonly BuiltInRole[],
): Promise<void> {
  const ids = roles.map(({ key }) => brought.get(keyOfRole(key)) as number);
  const living = new Set(
    (
      await tx
        .select({ id: roleTable.id })
        .from(roleTable)
        .where(and(inArray(roleTable.id, ids), isNull(roleTable.deleteTime)))
    ).map(({ id }) => id),
  );
  const titles = new Map(menus.map(({ key, draft }) => [key, draft.title]));
  for (const one of roles) {
    const ownerId = brought.get(keyOfRole(one.key)) as number;
    const keys = [...menusOfRole(one, menus)].filter((key) => added.has(key));
    if (!keys.length || !living.has(ownerId)) continue;
    await tx
      .insert(roleMenusTable)
      .values(keys.map((key, position) => ({ ownerId, targetId: brought.get(key) as number, position })))
      .onConflictDoNothing();
    await recordAudit(tx, seedActor, [
      {
        action: 'permission',
        entity: role,
        entityId: ownerId,
        title: one.name,
        before: { menus: [] },
        after: { menus: keys.map((key) => titles.get(key)) },
      },
    ]);
  }
}

const keyOfGrant = (key: string): string => `grant:${key}`;

/** Returns the keys of a late grant's menus, parents first. */
export function menusOfGrant(
  { role: of, pages, buttons, exports }: LateGrant,
  menus: readonly BuiltInMenu[],
): string[] {
  const own = exports ? builtInRoles.find(({ key }) => key === of) : undefined;
  const seen = own ? menusOfRole(own, menus) : new Set<string>();
  const taken = menus.filter(({ key, draft }) => seen.has(key) && draft.permission?.endsWith(':export'));
  const wanted = new Set([...pages.map(keyOfMenu), ...buttons.map(keyOfButton), ...taken.map(({ key }) => key)]);
  const byKey = new Map(menus.map((menu) => [menu.key, menu]));
  const above = (key: string): string[] => [
    ...(byKey.get(key)?.parent ? above(byKey.get(key)?.parent as string) : []),
    key,
  ];
  return [
    ...new Set(
      menus
        .filter(({ key }) => wanted.has(key))
        .flatMap(({ key, draft }) => (draft.type === menuType.button ? [key] : above(key))),
    ),
  ];
}

/** Grants existing roles the menus added since, once, except buttons of pages that somebody removed. */
async function grantLate(
  tx: Orm,
  brought: BuiltInIds,
  menus: readonly BuiltInMenu[],
  had: ReadonlySet<string>,
): Promise<void> {
  const open = lateGrants.filter(({ key }) => !brought.has(keyOfGrant(key)));
  const byKey = new Map(menus.map((menu) => [menu.key, menu]));
  for (const grant of open.filter(({ role: key }) => had.has(key))) {
    const ownerId = brought.get(keyOfRole(grant.role)) as number;
    const [living] = await tx
      .select({ name: roleTable.name })
      .from(roleTable)
      .where(and(eq(roleTable.id, ownerId), isNull(roleTable.deleteTime)));
    if (!living) continue;
    const held = new Set(
      (
        await tx.select({ id: roleMenusTable.targetId }).from(roleMenusTable).where(eq(roleMenusTable.ownerId, ownerId))
      ).map(({ id }) => id),
    );
    const added: BuiltInMenu[] = [];
    for (const key of menusOfGrant(grant, menus)) {
      const [menu, id] = [byKey.get(key), brought.get(key)];
      if (!menu || id === undefined || held.has(id)) continue;
      const parent = menu.parent === null ? undefined : brought.get(menu.parent);
      if (menu.draft.type === menuType.button && (parent === undefined || !held.has(parent))) continue;
      held.add(id);
      added.push(menu);
    }
    if (!added.length) continue;
    const rows = added.map(({ key }) => ({ ownerId, targetId: brought.get(key) as number, position: 0 }));
    await tx.insert(roleMenusTable).values(rows).onConflictDoNothing();
    const after = { menus: added.map(({ draft }) => draft.title) };
    await recordAudit(tx, seedActor, [
      { action: 'permission', entity: role, entityId: ownerId, title: living.name, before: { menus: [] }, after },
    ]);
  }
  await note(
    tx,
    brought,
    open.map(({ key }) => ({ key: keyOfGrant(key), rowId: 0 })),
  );
}

/** Adds the common roles with their menus, and grants new menus to existing ones. */
export async function bringRoles(
  tx: Orm,
  brought: BuiltInIds,
  menus: readonly BuiltInMenu[],
  added: ReadonlySet<string>,
): Promise<void> {
  await adopt(tx, brought);
  const earlier = builtInRoles.filter(({ key }) => brought.has(keyOfRole(key)));
  if (earlier.length && added.size) await grantNew(tx, brought, menus, added, earlier);
  await grantLate(tx, brought, menus, new Set(earlier.map(({ key }) => key)));
  await bring(
    tx,
    registry.named('role'),
    brought,
    builtInRoles.map((one) => ({
      key: keyOfRole(one.key),
      draft: { name: one.name, level: one.level, dataScope: 'organization', remark: one.remark },
      more: { menus: [...menusOfRole(one, menus)].flatMap((key) => brought.get(key) ?? []) },
    })),
  );
}
