import { randomBytes, scryptSync } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { statementEdition } from '@contract/workflow/signatureTexts';
import {
  customerTable,
  inspectUnitTable,
  menuTable,
  organizationTable,
  projectTable,
  roleMenusTable,
  roleTable,
  userRolesTable,
  userTable,
  userUnitsTable,
} from '@server/db/schema';
import type { Services } from '@server/services';

/** Password of every person created by tests. */
export const testPassword = 'Lab-2024#Xy';

const noFlags = { iFrame: false, cache: true, hidden: false, alwaysShow: false, affix: false, breadcrumb: true };

/** Hashes in the server's own form at the lowest cost, since tests sign in hundreds of times. */
function quickHash(password: string): string {
  const salt = randomBytes(16);
  const key = scryptSync(password.normalize('NFKC'), salt, 32, { N: 2 ** 4, r: 8, p: 1 });
  return ['scrypt', 4, 8, 1, salt.toString('base64url'), key.toString('base64url')].join('$');
}

let hash: string | undefined;

/** Some columns of a table. */
export type Insert<T extends { $inferInsert: object }> = Partial<T['$inferInsert']>;

interface RoleGiven extends Insert<typeof roleTable> {
  permissions?: readonly string[];
}

interface UserGiven extends Insert<typeof userTable> {
  roles?: readonly number[];
  units?: readonly number[];
  password?: string;
}

export type Rows = ReturnType<typeof rowsOf>;

export const only = <T>([row]: readonly T[]): T => {
  if (!row) throw new Error('nothing was inserted');
  return row;
};

/**
 * Returns functions that create rows below the API, since a test of the API needs somebody who may call it. Each
 * returns the id.
 */
export function rowsOf({ database: { orm } }: Pick<Services, 'database'>) {
  let serial = 0;
  const next = () => (serial += 1);

  async function menu(permission: string): Promise<number> {
    const [known] = await orm.select({ id: menuTable.id }).from(menuTable).where(eq(menuTable.permission, permission));
    if (known) return known.id;
    return only(
      await orm
        .insert(menuTable)
        .values({ ...noFlags, title: permission, type: 2, permission, menuSort: next() })
        .returning({ id: menuTable.id }),
    ).id;
  }

  return {
    menu,
    async organization(given: Insert<typeof organizationTable> = {}): Promise<number> {
      const number = next();
      const row = {
        name: `检测机构${number}`,
        code: `ORG${number}`,
        enabled: '1',
        noHelp: false,
        publicUrl: 'https://lab.example.com',
        ...given,
      };
      return only(await orm.insert(organizationTable).values(row).returning({ id: organizationTable.id })).id;
    },
    async role({ permissions = [], ...given }: RoleGiven = {}): Promise<number> {
      const row = { name: `角色${next()}`, level: 5, dataScope: 'organization', ...given };
      const { id } = only(await orm.insert(roleTable).values(row).returning({ id: roleTable.id }));
      for (const permission of permissions)
        await orm.insert(roleMenusTable).values({ ownerId: id, targetId: await menu(permission) });
      return id;
    },
    async user({ roles = [], units = [], password, ...given }: UserGiven = {}): Promise<number> {
      const number = next();
      const passwordHash = password ? quickHash(password) : (hash ??= quickHash(testPassword));
      const row = {
        userName: `user${number}`,
        nickName: `人员${number}`,
        enabled: '1',
        expiryDate: '2099-12-31',
        isAdmin: false,
        isQy: false,
        isOutside: false,
        passwordHash,
        statementEdition,
        statementTime: new Date(),
        ...given,
      };
      const { id } = only(await orm.insert(userTable).values(row).returning({ id: userTable.id }));
      if (roles.length)
        await orm
          .insert(userRolesTable)
          .values(roles.map((targetId, position) => ({ ownerId: id, targetId, position })));
      if (units.length)
        await orm
          .insert(userUnitsTable)
          .values(units.map((targetId, position) => ({ ownerId: id, targetId, position })));
      return id;
    },
    async inspectUnit(given: Insert<typeof inspectUnitTable> & { organizationId: number }): Promise<number> {
      const row = { unitName: `受检单位${next()}`, status: '1', ...given };
      return only(await orm.insert(inspectUnitTable).values(row).returning({ id: inspectUnitTable.id })).id;
    },
    async customer(given: Insert<typeof customerTable> & { organizationId: number }): Promise<number> {
      const row = { customerName: `客户${next()}`, contact: '周敏', ...given };
      return only(await orm.insert(customerTable).values(row).returning({ id: customerTable.id })).id;
    },
    async project(
      given: Insert<typeof projectTable> & { organizationId: number; belongInspect: number },
    ): Promise<number> {
      const row = {
        code: `P${next()}`,
        projectName: '定期检测',
        type: 'regular',
        jcbgFlag: false,
        incoming: false,
        ...given,
      };
      return only(await orm.insert(projectTable).values(row).returning({ id: projectTable.id })).id;
    },
  };
}
