import { and, eq, inArray, isNull, min } from 'drizzle-orm';
import { personName } from '@server/db/distinctNames';
import type { Orm } from '@server/db/orm';
import { roleTable, userRolesTable, userTable } from '@server/db/schema';
import { forbidden } from '@server/http/errors';
import type { Viewer } from '@server/http/viewer';

/** Level that is weaker than every role. */
const weakestLevel = 1000;

interface RankedPerson {
  readonly id: number;
  readonly name: string;
  readonly level: number;
}

/** Returns people with their strongest role level, loaded from the database and never from a request. */
async function rankedPeople(tx: Orm, userIds: readonly number[]): Promise<RankedPerson[]> {
  if (!userIds.length) return [];
  const rows = await tx
    .select({
      id: userTable.id,
      name: personName(),
      isAdmin: userTable.isAdmin,
      level: min(roleTable.level),
    })
    .from(userTable)
    .leftJoin(userRolesTable, eq(userRolesTable.ownerId, userTable.id))
    .leftJoin(roleTable, and(eq(roleTable.id, userRolesTable.targetId), isNull(roleTable.deleteTime)))
    .where(inArray(userTable.id, [...userIds]))
    .groupBy(userTable.id);
  return rows.map(({ id, name, isAdmin, level }) => ({
    id,
    name: name ?? '',
    level: isAdmin || id === 1 ? 0 : (level ?? weakestLevel),
  }));
}

/** Returns whether a viewer ranks above a role level; a smaller level is stronger. */
export const outranksLevel = (viewer: Viewer, level: number): boolean => viewer.user.isAdmin || level > viewer.level;

/**
 * Checks that the viewer manages only people of a weaker level; platform administrators manage everybody.
 * @throws Refusal 403
 */
export async function assertOutranks(tx: Orm, viewer: Viewer, userIds: readonly number[]): Promise<void> {
  if (viewer.user.isAdmin) return;
  const people = await rankedPeople(tx, userIds);
  const foundIds = new Set(people.map(({ id }) => id));
  const peer = people.find(({ level }) => !outranksLevel(viewer, level));
  if (peer || userIds.some((id) => !foundIds.has(id)))
    throw forbidden(`“${peer?.name ?? ''}”的级别不低于您，不能操作，请由上级管理员办理`);
}
