import { menuTable, roleMenusTable } from '@server/db/schema';
import type { TestServer } from '../support/server';
import { planted } from './plantedRows';

/** Creates a person of the own organization with all of these permissions, who is no administrator. */
export async function holderOf(server: TestServer, userName: string, permissions: readonly string[]): Promise<string> {
  const { orm } = server.database;
  const role = await server.rows.role({ level: 2 });
  const noFlags = { iFrame: false, cache: true, hidden: false, alwaysShow: false, affix: false, breadcrumb: true };
  const menus = await orm
    .insert(menuTable)
    .values(
      permissions.map((permission, menuSort) => ({ ...noFlags, title: permission, type: 2, permission, menuSort })),
    )
    .returning({ id: menuTable.id });
  await orm.insert(roleMenusTable).values(menus.map(({ id }) => ({ ownerId: role, targetId: id })));
  await server.rows.user({ userName, organizationId: planted.own, roles: [role] });
  return server.login(userName);
}
