import { role } from '@contract/features/system/entities/role';
import { and, inArray, isNull } from 'drizzle-orm';
import { recordAudit } from '@server/audit/trail';
import { registry } from '@server/resources';
import type { Orm } from '@server/db/orm';
import { roleMenusTable, roleTable } from '@server/db/schema';
import { bring, type Brought, note } from './builtIns';
import { seedActor } from './insertMany';
import type { BuiltInMenu } from './menus';
import { type BuiltInRole, builtInRoles, menusOfRole } from './roles';

export const keyOfRole = (key: BuiltInRole['key']): string => `role:${key}`;

/** A common role of the same name is taken for the product's own, and keeps the menus that it has. */
async function adopt(tx: Orm, brought: Brought): Promise<void> {
  const strange = builtInRoles.filter(({ key }) => !brought.has(keyOfRole(key)));
  if (!strange.length) return;
  const own = await tx
    .select({ id: roleTable.id, name: roleTable.name })
    .from(roleTable)
    .where(and(isNull(roleTable.deleteTime), isNull(roleTable.organizationId), inArray(roleTable.name, strange.map(({ name }) => name))));
  await note(tx, brought, strange.flatMap(({ key, name }) => own.filter((one) => one.name === name).map(({ id }) => ({ key: keyOfRole(key), rowId: id }))));
}

/** Nobody can have taken a menu away that was not there yet: the roles whose work it is get it, whatever else people changed in them. */
async function grantNew(tx: Orm, brought: Brought, menus: readonly BuiltInMenu[], added: ReadonlySet<string>, roles: readonly BuiltInRole[]): Promise<void> {
  const ids = roles.map(({ key }) => brought.get(keyOfRole(key)) as number);
  const living = new Set((await tx.select({ id: roleTable.id }).from(roleTable).where(and(inArray(roleTable.id, ids), isNull(roleTable.deleteTime)))).map(({ id }) => id));
  const titles = new Map(menus.map(({ key, draft }) => [key, draft.title]));
  for (const one of roles) {
    const ownerId = brought.get(keyOfRole(one.key)) as number;
    const keys = [...menusOfRole(one, menus)].filter((key) => added.has(key));
    if (!keys.length || !living.has(ownerId)) continue;
    await tx.insert(roleMenusTable).values(keys.map((key, position) => ({ ownerId, targetId: brought.get(key) as number, position }))).onConflictDoNothing();
    await recordAudit(tx, seedActor, [
      { action: 'permission', entity: role, entityId: ownerId, title: one.name, before: { menus: [] }, after: { menus: keys.map((key) => titles.get(key)) } },
    ]);
  }
}

/** The common roles with their menus, and the new menus for those that were there. */
export async function bringRoles(tx: Orm, brought: Brought, menus: readonly BuiltInMenu[], added: ReadonlySet<string>): Promise<void> {
  await adopt(tx, brought);
  const earlier = builtInRoles.filter(({ key }) => brought.has(keyOfRole(key)));
  if (earlier.length && added.size) await grantNew(tx, brought, menus, added, earlier);
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
