import { and, desc, eq, inArray } from 'drizzle-orm';
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
import { auditLogTable, sessionTable } from '@server/db/schema';
import { idField } from '@server/http/bodySchemas';
import { forbidden } from '@server/http/errors';
import { type Call, type Route, route } from '@server/http/route';
import type { Services } from '@server/services';
import { accountOf } from './account';
import { accountBarReason } from './expiredOrDisabled';
import { clearTries, triesOf } from './lockedOutPeople';
import { assertOutranks } from './roleRank';
import { liveSession } from './session';

const idBody = z.object({
  id: idField(failures.badBody),
});

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
