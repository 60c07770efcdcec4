import { and, desc, eq, gt, inArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { AnyRow } from '@contract/entity';
import { stateTexts } from '@contract/features/signIn/signInTexts';
import { user } from '@contract/features/system/entities/user';
import type { AccountState } from '@contract/features/system/rightsWire';
import { failures } from '@contract/messages';
import { permissionOf } from '@contract/permissions';
import { actorOf, recordAudit } from '@server/audit/auditTrail';
import { formatMoment } from '@server/base/zone';
import { getRow } from '@server/crud/operations';
import type { Registry } from '@server/crud/resource';
import { idParam, ok } from '@server/crud/routes';
import type { Database } from '@server/db/openDatabase';
import type { Orm } from '@server/db/orm';
import { auditLogTable, loginFailureTable, sessionTable } from '@server/db/schema';
import { forbidden } from '@server/http/errors';
import { type Call, type Route, route } from '@server/http/route';
import type { Services } from '@server/services';
import { accountOf, accountBarReason } from './account';
import { perUser } from './loginLockout';
import { assertOutranks } from './roleRank';
import { liveSession } from './session';

const idBody = z.object({
  id: z
    .int({ error: () => failures.badBody })
    .positive()
    .max(2_147_483_647),
});

/** Normalises a user name in the same way as the counter of failed attempts. */
const nameIn = (userName: string): string => userName.toLowerCase().slice(0, 100);

/** Returns a person's failed attempts that still count, by address, newest first. */
async function triesOf(orm: Orm, userName: string, now: Date) {
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

/** Returns whether an account can sign in, and the reasons against it. */
async function stateOf(
  rowOf: (call: Call<unknown>, id: number) => Promise<AnyRow>,
  database: Database,
  now: Services['now'],
  env: Services['env'],
  formatTime: (moment: Date) => string,
  call: Call<unknown>,
): Promise<AccountState> {
  const row = await rowOf(call, idParam(call));
  const account = await accountOf(database.orm, row.id);
  const [last] = await database.orm
    .select({ time: auditLogTable.createTime, ip: auditLogTable.ip })
    .from(auditLogTable)
    .where(
      and(eq(auditLogTable.action, 'login'), eq(auditLogTable.entity, user.name), eq(auditLogTable.entityId, row.id)),
    )
    .orderBy(desc(auditLogTable.id))
    .limit(1);
  const liveSessions = await database.orm
    .select({ id: sessionTable.id })
    .from(sessionTable)
    .where(and(inArray(sessionTable.userId, [row.id]), liveSession(now())));
  return {
    refusalReason: (account && accountBarReason(account, now(), env.zone)?.message) ?? null,
    lastLogin: last ? { time: formatTime(last.time), ip: last.ip ?? '' } : null,
    sessions: liveSessions.length,
    tries: (await triesOf(database.orm, String(row['userName']), now())).map(({ until, ...one }) => ({
      ...one,
      until: until && formatTime(until),
    })),
  };
}

/** Routes of 账号状态: whether a person may sign in, their last login, counted failed attempts, and 解锁. */
export function accountStateRoutes(services: Services, registry: Registry): Route[] {
  const { database, env, now } = services;
  const formatTime = (moment: Date): string => formatMoment(moment, env.zone);
  const rowOf = (call: Call<unknown>, id: number) =>
    getRow({ services, registry, resource: registry.named('user'), call }, id);
  return [
    route({
      method: 'GET',
      path: 'api/user/:id/state',
      permission: [permissionOf(user, 'list')],
      tag: user.label,
      summary: '账号状态：能否登录、最后登录、登录失败次数',
      handle: (call) => stateOf(rowOf, database, now, env, formatTime, call),
    }),
    route({
      method: 'PUT',
      path: 'api/user/unlock',
      permission: [permissionOf(user, 'reset')],
      tag: user.label,
      summary: '解锁：清除登录失败次数',
      body: idBody,
      async handle(call) {
        const row = await rowOf(call, call.body.id);
        if (row.id === call.viewer.user.id) throw forbidden(stateTexts.ownUnlock);
        const count = await database.transaction(async (tx) => {
          await assertOutranks(tx, call.viewer, [row.id]);
          const clearedCount = await clearTries(tx, String(row['userName']));
          await recordAudit(tx, actorOf(call), [
            {
              action: 'reset',
              entity: user,
              entityId: row.id,
              title: String(row['nickName']),
              organizationId: row.organizationId,
              reason: stateTexts.unlockReason(clearedCount),
            },
          ]);
          return clearedCount;
        });
        return ok(stateTexts.unlocked, { cleared: count });
      },
    }),
  ];
}
