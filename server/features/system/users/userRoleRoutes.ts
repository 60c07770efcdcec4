import { and, asc, eq, isNull } from 'drizzle-orm';
import { z } from 'zod';
import { role } from '@contract/features/system/entities/role';
import { user } from '@contract/features/system/entities/user';
import type { RoleCandidate } from '@contract/features/system/rightsWire';
import { roleTexts } from '@contract/features/system/roleTexts';
import { failures, messages } from '@contract/messages';
import { permissionOf } from '@contract/permissions';
import { findVisibleRows, getRow, updateRow } from '@server/crud/operations';
import type { Registry, Resource } from '@server/crud/resource';
import { idParam, ok } from '@server/crud/routes';
import { scopeOf } from '@server/crud/rowScope';
import type { Database } from '@server/db/openDatabase';
import { organizationTable, userRolesTable, userTable } from '@server/db/schema';
import { idField } from '@server/http/bodySchemas';
import { invalid, notFound } from '@server/http/errors';
import { type Call, type Route, route } from '@server/http/route';
import type { Services } from '@server/services';

const idSchema = idField(failures.badBody);
const idsField = z.array(idSchema, { error: () => '请求内容应为编号列表' }).max(1000, '一次最多处理1000条');
const peopleBody = z.object({ ids: idsField.min(1, '请先选择数据'), add: idsField, remove: idsField });
const membersBody = z.object({ id: idSchema, add: idsField, remove: idsField });

/** Changes of one person's roles. */
interface RoleChange {
  readonly person: number;
  readonly add: readonly number[];
  readonly remove: readonly number[];
}

const applyChanges = (
  services: Services,
  registry: Registry,
  people: Resource,
  database: Database,
  call: Call<unknown>,
  changes: readonly RoleChange[],
): Promise<number> => {
  const context = { services, registry, resource: people, call };
  return database.transaction(async (tx) => {
    const rows = await findVisibleRows(
      context,
      tx,
      changes.map(({ person }) => person),
      true,
    );
    if (rows.length !== new Set(changes.map(({ person }) => person)).size) throw notFound(failures.someGone);
    let changedCount = 0;
    for (const row of rows) {
      const change = changes.find(({ person }) => person === row.id) as RoleChange;
      const heldRoleIds = (row['roles'] as number[] | null) ?? [];
      const wantedRoleIds = [
        ...heldRoleIds.filter((roleId) => !change.remove.includes(roleId)),
        ...change.add.filter((roleId) => !heldRoleIds.includes(roleId)),
      ];
      if (wantedRoleIds.length === heldRoleIds.length && wantedRoleIds.every((roleId) => heldRoleIds.includes(roleId)))
        continue;
      await updateRow(context, tx, row, { roles: wantedRoleIds }, { action: 'edit' });
      changedCount += 1;
    }
    return changedCount;
  });
};

/** Returns the routes that read and change who has a role. */
function membersOfRoleRoutes(services: Services, registry: Registry): Route[] {
  const { database } = services;
  const people = registry.named('user');
  return [
    route({
      method: 'GET',
      path: 'api/role/:id/users',
      permission: [permissionOf(user, 'edit')],
      tag: role.label,
      summary: '可分配该角色的用户，及谁已拥有',
      async handle(call): Promise<RoleCandidate[]> {
        const row = await getRow({ services, registry, resource: registry.named('role'), call }, idParam(call));
        const inOrganization =
          row.organizationId === null ? undefined : eq(userTable.organizationId, row.organizationId);
        const rows = await database.orm
          .select({
            id: userTable.id,
            userName: userTable.userName,
            nickName: userTable.nickName,
            organization: organizationTable.name,
            held: userRolesTable.targetId,
          })
          .from(userTable)
          .leftJoin(organizationTable, eq(organizationTable.id, userTable.organizationId))
          .leftJoin(userRolesTable, and(eq(userRolesTable.ownerId, userTable.id), eq(userRolesTable.targetId, row.id)))
          .where(and(isNull(userTable.deleteTime), scopeOf(people, call.viewer), inOrganization))
          .orderBy(asc(userTable.pinyin), asc(userTable.id));
        return rows.map(({ held, ...person }) => ({ ...person, holds: held !== null }));
      },
    }),
    route({
      method: 'PUT',
      path: 'api/role/users',
      permission: [permissionOf(user, 'edit')],
      tag: role.label,
      summary: '给用户分配或收回该角色',
      body: membersBody,
      async handle(call) {
        const { id: roleId, add, remove } = call.body;
        await getRow({ services, registry, resource: registry.named('role'), call }, roleId);
        const changes = [
          ...add.map((personId) => ({ person: personId, add: [roleId], remove: [] })),
          ...remove.map((personId) => ({ person: personId, add: [], remove: [roleId] })),
        ];
        if (!changes.length) throw invalid([{ field: 'add', message: roleTexts.nothingChosen }]);
        return ok(messages.edited, {
          changed: await applyChanges(services, registry, people, database, call, changes),
        });
      },
    }),
  ];
}

/**
 * Routes that give roles to many people, or take them (SPEC §6). Each person is changed as by the form, with an audit
 * line; all or none.
 */
export function userRoleRoutes(services: Services, registry: Registry): Route[] {
  const { database } = services;
  const people = registry.named('user');

  return [
    route({
      method: 'PUT',
      path: 'api/user/roles',
      permission: [permissionOf(user, 'edit')],
      tag: user.label,
      summary: '批量增减用户的角色',
      body: peopleBody,
      async handle(call) {
        const { ids: personIds, add, remove } = call.body;
        if (!add.length && !remove.length) throw invalid([{ field: 'add', message: roleTexts.nothingChosen }]);
        return ok(messages.edited, {
          changed: await applyChanges(
            services,
            registry,
            people,
            database,
            call,
            [...new Set(personIds)].map((personId) => ({ person: personId, add, remove })),
          ),
        });
      },
    }),
    ...membersOfRoleRoutes(services, registry),
  ];
}
