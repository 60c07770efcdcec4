import { and, asc, eq, inArray, isNull, or } from 'drizzle-orm';
import { user } from '@contract/features/system/entities/user';
import type { GrantedMenu, HeldRole, RoleMatrix, UserRights } from '@contract/features/system/rightsWire';
import { permissionOf } from '@contract/permissions';
import { accountOf, dataScopeOf, levelOf } from '@server/auth/account';
import { accountBarReason } from '@server/auth/expiredOrDisabled';
import { getRow } from '@server/crud/operations';
import type { Registry } from '@server/crud/resource';
import { idParam } from '@server/crud/routes';
import type { Orm } from '@server/db/orm';
import { inspectUnitTable, menuTable, roleMenusTable, roleTable, userRolesTable } from '@server/db/schema';
import { forbidden, notFound } from '@server/http/errors';
import { type Call, type Route, route } from '@server/http/route';
import { isOutsider } from '@server/http/viewer';
import type { Services } from '@server/services';

const roleColumns = {
  id: roleTable.id,
  name: roleTable.name,
  level: roleTable.level,
  dataScope: roleTable.dataScope,
  organizationId: roleTable.organizationId,
  remark: roleTable.remark,
};

/** Returns all undeleted menus, each with the given roles that hold it. */
async function menusBy(orm: Orm, roleIds: readonly number[]): Promise<GrantedMenu[]> {
  const [menus, grants] = await Promise.all([
    orm
      .select({
        id: menuTable.id,
        pid: menuTable.pid,
        type: menuTable.type,
        title: menuTable.title,
        permission: menuTable.permission,
      })
      .from(menuTable)
      .where(isNull(menuTable.deleteTime))
      .orderBy(asc(menuTable.menuSort), asc(menuTable.id)),
    roleIds.length
      ? orm
          .select({ role: roleMenusTable.ownerId, menu: roleMenusTable.targetId })
          .from(roleMenusTable)
          .where(inArray(roleMenusTable.ownerId, [...roleIds]))
      : [],
  ]);
  const rolesByMenu = new Map<number, number[]>();
  for (const { role, menu } of grants) rolesByMenu.set(menu, [...(rolesByMenu.get(menu) ?? []), role]);
  return menus.map((menu) => ({
    ...menu,
    type: menu.type as GrantedMenu['type'],
    roles: rolesByMenu.get(menu.id) ?? [],
  }));
}

/** Returns the matching menus and all menus above them. */
function withAbove(menus: readonly GrantedMenu[], isWanted: (menu: GrantedMenu) => boolean): GrantedMenu[] {
  const byId = new Map(menus.map((menu) => [menu.id, menu]));
  const keptIds = new Set<number>();
  for (const start of menus.filter(isWanted)) {
    for (
      let grantedMenu: GrantedMenu | undefined = start;
      grantedMenu && !keptIds.has(grantedMenu.id);
      grantedMenu = grantedMenu.pid === null ? undefined : byId.get(grantedMenu.pid)
    )
      keptIds.add(grantedMenu.id);
  }
  return menus.filter(({ id }) => keptIds.has(id));
}

/**
 * Returns the permissions of an account, each with the role that grants it, and the reasons that prevent their use.
 */
async function rightsOf(services: Services, registry: Registry, call: Call<unknown>): Promise<UserRights> {
  const { database, env, now } = services;
  const { orm } = database;
  const row = await getRow({ services, registry, resource: registry.named('user'), call }, idParam(call));
  const account = await accountOf(orm, row.id);
  if (!account) throw notFound();
  const roleRows = await orm
    .select({ ...roleColumns, deleteTime: roleTable.deleteTime })
    .from(userRolesTable)
    .innerJoin(roleTable, eq(roleTable.id, userRolesTable.targetId))
    .where(eq(userRolesTable.ownerId, row.id))
    .orderBy(asc(roleTable.level), asc(roleTable.id));
  const countingIds = new Set(account.roles.map(({ id }) => id));
  const roles = roleRows.map(({ deleteTime, ...role }): HeldRole => ({
    ...role,
    why: countingIds.has(role.id) ? null : deleteTime ? '角色已删除，不再给予权限' : '角色属于其他机构，不给予权限',
  }));
  const menus = await menusBy(orm, [...countingIds]);
  const dataScope = dataScopeOf(account);
  const units = account.unitIds.length
    ? await orm
        .select({ name: inspectUnitTable.unitName })
        .from(inspectUnitTable)
        .where(inArray(inspectUnitTable.id, account.unitIds))
    : [];
  return {
    user: {
      id: account.id,
      userName: account.userName,
      nickName: account.nickName,
      isAdmin: account.isAdmin,
      isQy: account.isQy,
      enabled: account.enabled === '1',
      expiryDate: account.expiryDate,
    },
    organization: account.organization && {
      name: account.organization.name,
      enabled: account.organization.enabled === '1' && !account.organization.deleteTime,
      expiryDate: account.organization.expiryDate,
    },
    units: units.map(({ name }) => name),
    bar: accountBarReason(account, now(), env.zone)?.message ?? null,
    level: levelOf(account),
    dataScope,
    dataScopeBy: account.roles
      .filter((role) =>
        dataScope === 'self'
          ? role.dataScope === 'self'
          : dataScope === 'all'
            ? role.dataScope === 'all' && role.organizationId === null
            : role.dataScope !== 'self',
      )
      .map(({ id }) => id),
    roles,
    menus: account.isAdmin ? menus : withAbove(menus, (menu) => menu.roles.length > 0),
  };
}

/** Routes of permissions: an overview for staff, and the permissions of one person with the reason for each. */
export function rightsOverviewRoutes(services: Services, registry: Registry): Route[] {
  const { database } = services;
  return [
    route({
      // SPEC §2 /roles: colleagues may see the permissions of a role, but not its holders.
      method: 'GET',
      path: 'api/roleMatrix',
      permission: 'signedIn',
      tag: '角色',
      summary: '角色权限一览：公共角色与本机构角色各能做什么，不对企业用户与第三方人员开放',
      async handle({ viewer }): Promise<RoleMatrix> {
        if (isOutsider(viewer)) throw forbidden();
        const inReach =
          viewer.organizationId === null && viewer.user.isAdmin
            ? undefined
            : or(isNull(roleTable.organizationId), eq(roleTable.organizationId, viewer.organizationId ?? 0));
        const visibleRoles = await database.orm
          .select(roleColumns)
          .from(roleTable)
          .where(and(isNull(roleTable.deleteTime), inReach))
          .orderBy(asc(roleTable.level), asc(roleTable.id));
        const menus = await menusBy(
          database.orm,
          visibleRoles.map(({ id }) => id),
        );
        return { roles: visibleRoles, menus };
      },
    }),
    route({
      method: 'GET',
      path: 'api/user/:id/rights',
      permission: [permissionOf(user, 'list')],
      tag: user.label,
      summary: '某人的有效权限及来源：哪个角色给了哪项权限、数据范围、是否停用或到期',
      handle: (call) => rightsOf(services, registry, call),
    }),
  ];
}
