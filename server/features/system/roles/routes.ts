import { and, asc, eq, gt, inArray, isNull, or } from 'drizzle-orm';
import { z } from 'zod';
import type { AnyRow } from '@contract/entity';
import { role } from '@contract/features/system/entities/role';
import { failures, messages } from '@contract/messages';
import { permissionOf } from '@contract/permissions';
import { actorOf, recordAudit } from '@server/audit/auditTrail';
import { getRow } from '@server/crud/operations';
import type { Registry } from '@server/crud/resource';
import { ok } from '@server/crud/routes';
import { assertWritable } from '@server/crud/rowScope';
import type { Orm } from '@server/db/orm';
import { menuTable, roleMenusTable, roleTable } from '@server/db/schema';
import { idField } from '@server/http/bodySchemas';
import { forbidden, notFound, stale } from '@server/http/errors';
import { type Call, type Route, route } from '@server/http/route';
import type { Viewer } from '@server/http/viewer';
import type { Services } from '@server/services';
import { duplicateRoute } from './duplicateRole';
import { lostPages } from './lostPages';
import { rightsOverviewRoutes } from './rightsOverviewRoutes';

const idSchema = idField(failures.badBody);
const menuBody = z.object({
  id: idSchema,
  version: z.int({ error: () => '缺少版本号，请刷新后重试' }),
  menus: z.array(idSchema, { error: () => '请求内容应为编号列表' }).max(5000),
});

interface MenuItem {
  readonly id: number;
  readonly pid: number | null;
  readonly title: string;
  readonly permission: string | null;
}

/** Returns the ticked menus with all menus above them, because a page is not reachable without its directory. */
function withParents(menus: ReadonlyMap<number, MenuItem>, tickedIds: readonly number[]): Set<number> {
  const ancestorMenus = new Set<number>();
  for (const start of tickedIds) {
    for (
      let menuItem = menus.get(start);
      menuItem && !ancestorMenus.has(menuItem.id);
      menuItem = menuItem.pid === null ? undefined : menus.get(menuItem.pid)
    )
      ancestorMenus.add(menuItem.id);
  }
  return ancestorMenus;
}

/**
 * Refuses to give a permission that neither the viewer has nor a role that the viewer outranks. Such a role is common
 * or belongs to the role's own organization: a person who may give the whole role to people may also give a part of
 * it. A copy may get back a permission of the role that it was copied from.
 * @param organizationId organization of the role
 */
async function assertGivable(
  tx: Orm,
  viewer: Viewer,
  organizationId: number | null,
  addedMenus: readonly MenuItem[],
): Promise<void> {
  if (viewer.user.isAdmin) return;
  const foreignMenus = addedMenus.filter(({ permission }) => permission && !viewer.permissions.has(permission));
  if (!foreignMenus.length) return;
  const ofOrganization = organizationId === null ? undefined : eq(roleTable.organizationId, organizationId);
  const lowerRoleMenus = await tx
    .select({ menu: roleMenusTable.targetId })
    .from(roleMenusTable)
    .innerJoin(roleTable, eq(roleTable.id, roleMenusTable.ownerId))
    .where(
      and(
        or(isNull(roleTable.organizationId), ofOrganization),
        isNull(roleTable.deleteTime),
        gt(roleTable.level, viewer.level),
      ),
    );
  const givableIds = new Set(lowerRoleMenus.map(({ menu }) => menu));
  const ungivableMenus = foreignMenus.filter(({ id: menuId }) => !givableIds.has(menuId));
  if (ungivableMenus.length)
    throw forbidden(
      `不能分配自己和下级角色都没有的权限：${ungivableMenus
        .slice(0, 5)
        .map(({ title }) => title)
        .join('、')}`,
    );
}

/** Writes the menus that a role gains and loses, its next version, and the audit line. */
async function writeMenus(
  tx: Orm,
  services: Services,
  call: Call<unknown>,
  row: AnyRow,
  {
    addedMenus,
    removedMenus,
  }: { readonly addedMenus: readonly MenuItem[]; readonly removedMenus: readonly MenuItem[] },
): Promise<void> {
  if (!addedMenus.length && !removedMenus.length) return;
  if (removedMenus.length) {
    const removedIds = removedMenus.map((menu) => menu.id);
    await tx
      .delete(roleMenusTable)
      .where(and(eq(roleMenusTable.ownerId, row.id), inArray(roleMenusTable.targetId, removedIds)));
  }
  if (addedMenus.length)
    await tx
      .insert(roleMenusTable)
      .values(addedMenus.map((menu, position) => ({ ownerId: row.id, targetId: menu.id, position })));
  await tx
    .update(roleTable)
    .set({ version: row.version + 1, updateBy: call.viewer.user.id, updateTime: services.now() })
    .where(eq(roleTable.id, row.id));
  const titles = (menus: readonly MenuItem[]) => menus.map(({ title }) => title);
  await recordAudit(tx, actorOf(call), [
    {
      action: 'permission',
      entity: role,
      entityId: row.id,
      title: String(row.name),
      organizationId: row.organizationId,
      before: { menus: titles(removedMenus) },
      after: { menus: titles(addedMenus) },
    },
  ]);
}

/**
 * Saves the menus of a role and returns the stored role.
 * @throws Refusal 403 for a role or a permission that the viewer may not give; 404 for an unknown menu; 409 `stale`
 */
async function saveMenus(
  services: Services,
  registry: Registry,
  tx: Orm,
  call: Call<z.infer<typeof menuBody>>,
): Promise<AnyRow> {
  const { id: roleId, version, menus: tickedIds } = call.body;
  const resource = registry.named('role');
  const context = { services, registry, resource, call };
  await tx.select({ id: roleTable.id }).from(roleTable).where(eq(roleTable.id, roleId)).for('update');
  const row = await getRow(context, roleId, tx);
  assertWritable(resource, call.viewer, row);
  await resource.policy.assertOpen?.(row, { ...context, tx });
  if (row.version !== version) throw stale(row);
  const existingMenus: MenuItem[] = await tx
    .select({ id: menuTable.id, pid: menuTable.pid, title: menuTable.title, permission: menuTable.permission })
    .from(menuTable)
    .where(isNull(menuTable.deleteTime))
    .orderBy(asc(menuTable.menuSort), asc(menuTable.id));
  const byId = new Map(existingMenus.map((menu) => [menu.id, menu]));
  if (tickedIds.some((menuId) => !byId.has(menuId))) throw notFound('部分菜单不存在或已被删除，请刷新后重试');
  const wantedIds = withParents(byId, tickedIds);
  const before = new Set((row.menus as number[]).filter((menuId) => byId.has(menuId)));
  const addedMenus = existingMenus.filter((menu) => wantedIds.has(menu.id) && !before.has(menu.id));
  const removedMenus = existingMenus.filter((menu) => before.has(menu.id) && !wantedIds.has(menu.id));
  await assertGivable(tx, call.viewer, row.organizationId, addedMenus);
  await writeMenus(tx, services, call, row, { addedMenus, removedMenus });
  return getRow(context, row.id, tx);
}

/** Routes of 角色 besides the generic ones. */
export const roleRoutes = (services: Services, registry: Registry): Route[] => [
  ...rightsOverviewRoutes(services, registry),
  duplicateRoute(services, registry),
  route({
    method: 'GET',
    path: 'api/role/lostPages',
    permission: [permissionOf(role, 'edit')],
    tag: role.label,
    summary: '内置角色缺少的页面，供补回',
    handle: () => lostPages(services.database.orm),
  }),
  route({
    method: 'PUT',
    path: 'api/role/menu',
    permission: [permissionOf(role, 'edit')],
    tag: role.label,
    summary: '保存角色的菜单权限（全部编号）',
    body: menuBody,
    handle: async (call) =>
      ok(messages.submitted, await services.database.transaction((tx) => saveMenus(services, registry, tx, call))),
  }),
];
