import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import { delegableSteps } from '@contract/features/reports/delegation/delegationRules';
import { permissionOfMove } from '@contract/workflow/stateMachine';
import { personName } from '@server/db/distinctNames';
import type { Orm } from '@server/db/orm';
import { menuTable, roleMenusTable, roleTable, userRolesTable, userTable } from '@server/db/schema';

const delegableMachines = [...new Set(delegableSteps.map(({ machine }) => machine))];
const movePermissions = delegableMachines.flatMap((machine) =>
  machine.moves.map((move) => permissionOfMove(machine, move)),
);

export interface Signer {
  readonly id: number;
  readonly nickName: string;
  readonly roles: readonly string[];
  /** Permissions of the person, among the requested ones. */
  readonly permissions: ReadonlySet<string>;
}

/**
 * Returns the active people of an organization whose roles permit a move; platform administrators and enterprise
 * users are excluded.
 * @param personIds restricts the result to these ids
 * @param wantedPermissions permissions of moves; by default those of the delegable chains
 */
export async function signersOf(
  orm: Orm,
  organizationId: number | null,
  personIds?: readonly number[],
  wantedPermissions: readonly string[] = movePermissions,
): Promise<Map<number, Signer>> {
  if (organizationId === null || personIds?.length === 0) return new Map();
  const rows = await orm
    .select({ id: userTable.id, nickName: personName(), role: roleTable.name, permission: menuTable.permission })
    .from(userTable)
    .innerJoin(userRolesTable, eq(userRolesTable.ownerId, userTable.id))
    .innerJoin(roleTable, eq(roleTable.id, userRolesTable.targetId))
    .innerJoin(roleMenusTable, eq(roleMenusTable.ownerId, roleTable.id))
    .innerJoin(menuTable, eq(menuTable.id, roleMenusTable.targetId))
    .where(
      and(
        eq(userTable.organizationId, organizationId),
        personIds ? inArray(userTable.id, [...personIds]) : undefined,
        eq(userTable.enabled, '1'),
        eq(userTable.isQy, false),
        sql`coalesce(${userTable.isAdmin}, false) = false`,
        isNull(userTable.deleteTime),
        isNull(roleTable.deleteTime),
        or(isNull(roleTable.organizationId), eq(roleTable.organizationId, organizationId)),
        isNull(menuTable.deleteTime),
        inArray(menuTable.permission, [...wantedPermissions]),
      ),
    )
    .orderBy(userTable.id);
  const signerById = new Map<number, { id: number; nickName: string; roles: string[]; permissions: Set<string> }>();
  for (const { id, nickName, role, permission } of rows) {
    const signer = signerById.get(id) ?? { id, nickName, roles: [], permissions: new Set<string>() };
    if (!signer.roles.includes(role)) signer.roles.push(role);
    signer.permissions.add(String(permission));
    signerById.set(id, signer);
  }
  return signerById;
}
