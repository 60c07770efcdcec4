import { and, desc, eq, gt, sql } from 'drizzle-orm';
import type { Orm } from '@server/db/orm';
import { loginFailureTable } from '@server/db/schema';
import { perUser } from './signInThrottle';

/** Normalises a user name in the same way as the counter of failed attempts. */
const nameIn = (userName: string): string => userName.toLowerCase().slice(0, 100);

/** Returns a person's failed attempts that still count, by address, newest first. */
export async function triesOf(orm: Orm, userName: string, now: Date) {
  const { ip, time } = loginFailureTable;
  const windowStart = new Date(now.getTime() - perUser.within);
  const last = sql<string>`max(${time})`;
  // The lock ends when the oldest of the newest `most` attempts expires.
  const rows = await orm
    .select({
      ip,
      failedCount: sql<number>`count(*)::int`,
      last,
      times: sql<string[]>`array_agg(${time} order by ${time} desc)`,
    })
    .from(loginFailureTable)
    .where(and(eq(loginFailureTable.userName, nameIn(userName)), gt(time, windowStart)))
    .groupBy(ip)
    .orderBy(desc(last));
  return rows.map(({ ip: at, failedCount, times }) => {
    const decisiveTry = times[perUser.most - 1];
    return {
      ip: at,
      failedCount,
      remainingCount: Math.max(0, perUser.most - failedCount),
      until: decisiveTry === undefined ? null : new Date(new Date(decisiveTry).getTime() + perUser.within),
    };
  });
}

/** Returns the time until which a person is locked out at an address; undefined where no address is locked. */
export async function lockedUntil(orm: Orm, userName: string, now: Date): Promise<Date | undefined> {
  const blockEnds = (await triesOf(orm, userName, now)).flatMap(({ until }) => (until ? [until.getTime()] : []));
  return blockEnds.length ? new Date(Math.max(...blockEnds)) : undefined;
}

/**
 * Deletes a person's failed attempts from all addresses.
 * @returns the number of deleted attempts
 */
export async function clearTries(tx: Orm, userName: string): Promise<number> {
  const deletedRows = await tx
    .delete(loginFailureTable)
    .where(eq(loginFailureTable.userName, nameIn(userName)))
    .returning({ ip: loginFailureTable.ip });
  return deletedRows.length;
}
