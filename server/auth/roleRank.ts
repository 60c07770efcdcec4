import { and, eq, inArray, isNull, min } from 'drizzle-orm';
import type { Orm } from '@server/db/orm';
import { roleTable, userRolesTable, userTable } from '@server/db/schema';
import { forbidden } from '@server/http/errors';
import type { Viewer } from '@server/http/viewer';

/** Level that is weaker than every role. */
const weakestLevel = 1000;

/** Returns the strongest role level of each person, loaded from the database and never from a request. */
async function levelsOf(tx: Orm, userIds: readonly number[]): Promise<Map<number, number>> {
  if (!userIds.length) return new Map();
  const rows = await tx
    .select({ id: userTable.id, isAdmin: userTable.isAdmin, level: min(roleTable.level) })
    .from(userTable)
    .leftJoin(userRolesTable, eq(userRolesTable.ownerId, userTable.id))
    .leftJoin(roleTable, and(eq(roleTable.id, userRolesTable.targetId), isNull(roleTable.deleteTime)))
    .where(inArray(userTable.id, [...userIds]))
    .groupBy(userTable.id);
  return new Map(rows.map(({ id, isAdmin, level }) => [id, isAdmin || id === 1 ? 0 : (level ?? weakestLevel)]));
}

/** Returns whether a viewer ranks above a role level; a smaller level is stronger. */
export const outranksLevel = (viewer: Viewer, level: number): boolean => viewer.user.isAdmin || level > viewer.level;

/**
 * Checks that the viewer manages only people of a weaker level; platform administrators manage everybody.
 * @throws Refusal 403
 */
export async function assertOutranks(tx: Orm, viewer: Viewer, userIds: readonly number[]): Promise<void> {
  if (viewer.user.isAdmin) return;
  const levels = await levelsOf(tx, userIds);
  if (userIds.some((id) => !outranksLevel(viewer, levels.get(id) ?? 0))) throw forbidden('只能管理级别低于自己的用户');
}
