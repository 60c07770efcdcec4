import { and, eq, isNull, sql } from 'drizzle-orm';
import { publicFilePath } from '@contract/fields/uploadRules';
import { administrator } from '@contract/permissions';
import type { User } from '@contract/wire';
import type { Database } from '@server/db/openDatabase';
import type { Orm } from '@server/db/orm';
import {
  inspectUnitTable,
  organizationTable,
  roleTable,
  userRolesTable,
  userTable,
  userUnitsTable,
} from '@server/db/schema';
import type { DataScope } from '@server/http/viewer';
import { menuStamp, permissionsOfRoles } from './rightsCache';

interface AccountRole {
  readonly id: number;
  readonly name: string;
  readonly version: number;
  readonly level: number;
  readonly dataScope: string;
  readonly organizationId: number | null;
}

// A role of another organization has no effect, even if it was assigned.
const livingRole = sql`${roleTable.deleteTime} is null
  and (${roleTable.organizationId} is null or ${roleTable.organizationId} = ${userTable.organizationId})`;

/**
 * Columns of a person and everything that decides their permissions, for one statement; the select has to join
 * `userTable` with `organizationTable`.
 */
export const accountColumns = {
  id: userTable.id,
  userName: userTable.userName,
  nickName: userTable.nickName,
  phone: userTable.phone,
  email: userTable.email,
  avatar: userTable.avatar,
  expiryDate: userTable.expiryDate,
  enabled: userTable.enabled,
  loginIp: userTable.loginIp,
  isAdmin: userTable.isAdmin,
  isQy: userTable.isQy,
  isOutside: userTable.isOutside,
  passwordOwn: userTable.passwordOwn,
  organizationId: userTable.organizationId,
  organization: {
    id: organizationTable.id,
    name: organizationTable.name,
    logo: organizationTable.logo,
    favicon: organizationTable.favicon,
    enabled: organizationTable.enabled,
    expiryDate: organizationTable.expiryDate,
    deleteTime: organizationTable.deleteTime,
  },
  roles: sql<AccountRole[]>`(
    select coalesce(json_agg(json_build_object('id', ${roleTable.id}, 'name', ${roleTable.name}, 'version', ${roleTable.version}, 'level', ${roleTable.level}, 'dataScope', ${roleTable.dataScope},
      'organizationId', ${roleTable.organizationId}) order by ${roleTable.level}, ${roleTable.id}), '[]')
    from ${userRolesTable} join ${roleTable} on ${eq(roleTable.id, userRolesTable.targetId)}
    where ${eq(userRolesTable.ownerId, userTable.id)} and ${livingRole})`,
  menuStamp,
  unitIds: sql<number[]>`(
    select coalesce(json_agg(${userUnitsTable.targetId}), '[]')
    from ${userUnitsTable} join ${inspectUnitTable} on ${eq(inspectUnitTable.id, userUnitsTable.targetId)}
    where ${eq(userUnitsTable.ownerId, userTable.id)} and ${inspectUnitTable.deleteTime} is null)`,
};

export interface Account {
  id: number;
  userName: string;
  nickName: string;
  phone: string | null;
  email: string | null;
  avatar: string | null;
  expiryDate: string | null;
  enabled: string;
  loginIp: string | null;
  isAdmin: boolean;
  isQy: boolean;
  isOutside: boolean;
  passwordOwn: boolean;
  organizationId: number | null;
  organization: {
    id: number;
    name: string;
    logo: string | null;
    favicon: string | null;
    enabled: string;
    expiryDate: string | null;
    deleteTime: Date | null;
  } | null;
  roles: AccountRole[];
  menuStamp: string;
  unitIds: number[];
}

/** Returns an undeleted person by id. */
export async function accountOf(orm: Orm, userId: number): Promise<Account | undefined> {
  const [account] = await orm
    .select(accountColumns)
    .from(userTable)
    .leftJoin(organizationTable, eq(organizationTable.id, userTable.organizationId))
    .where(and(eq(userTable.id, userId), isNull(userTable.deleteTime)));
  return account;
}

/** Returns the public fields of a user (SPEC §3). They are listed explicitly, so that a new column stays internal. */
export function userOf(account: Account): User {
  const {
    id,
    userName,
    nickName,
    phone,
    email,
    avatar,
    expiryDate,
    organization,
    organizationId,
    isAdmin,
    isQy,
    isOutside,
    roles,
  } = account;
  return {
    id,
    userName,
    nickName,
    phone,
    email,
    avatar,
    expiryDate,
    organizationId,
    isAdmin,
    isQy,
    ...(isOutside ? { isOutside } : {}),
    organization: organization && {
      organizationId: organization.id,
      name: organization.name,
      logo: publicFilePath(organization.logo),
      favicon: publicFilePath(organization.favicon),
    },
    roles: roles.map((role) => ({ id: role.id, name: role.name })),
  };
}

/** Returns the permissions of an account; an administrator has the single permission that includes all (SPEC §6). */
export const permissionsOf = (database: Database, { isAdmin, roles, menuStamp: stamp }: Account): Promise<string[]> =>
  isAdmin ? Promise.resolve([administrator]) : permissionsOfRoles(database, roles, stamp);

/** Returns the strongest role level: a smaller number is stronger, and 999 means no role. */
export const levelOf = ({ isAdmin, roles }: Account): number =>
  isAdmin ? 0 : Math.min(999, ...roles.map((role) => role.level));

/**
 * Returns the widest data scope of the roles. "all" counts only for roles without an organization, which platform
 * administrators define.
 */
export function dataScopeOf({ isAdmin, roles }: Account): DataScope {
  if (isAdmin || roles.some((role) => role.dataScope === 'all' && role.organizationId === null)) return 'all';
  return roles.some((role) => role.dataScope !== 'self') ? 'organization' : 'self';
}
