import { user } from '@contract/entities/system/user';
import { messages } from '@contract/messages';
import { and, count, desc, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { actorOf, recordAudit } from '../../audit';
import { contains } from '../../crud/query';
import { ok } from '../../crud/routes';
import { sessionTable, userTable } from '../../db/schema';
import { notFound } from '../../http/errors';
import { type Call, type Route, route } from '../../http/route';
import type { Viewer } from '../../http/viewer';
import type { Services } from '../../services';
import { formatMoment } from '../../zone';
import { assertOutranks } from './rank';
import { endSessions, liveSession } from './session';

export const sessionIdsBody = z.array(z.uuid({ error: () => '请选择会话' }), { error: () => '请求内容应为会话编号列表' }).min(1, '请先选择数据').max(1000, '一次最多处理1000条');

/** People of the viewer's organisation: sessions know no organisation of their own. */
const withinReach = (viewer: Viewer): SQL | undefined =>
  viewer.unitIds !== null ? sql`false` : viewer.organizationId === null ? undefined : eq(userTable.organizationId, viewer.organizationId);

function pageOf(query: Call['query']): { limit: number; offset: number } {
  const whole = (value: string | string[] | undefined, fallback: number, most: number) =>
    typeof value === 'string' && /^\d{1,6}$/.test(value) ? Math.min(Number(value), most) : fallback;
  const limit = Math.max(1, whole(query.size, 30, 5000));
  return { limit, offset: whole(query.page, 0, 100_000) * limit };
}

/** Who is signed in, and putting them out (QUALITY AU12). */
export function onlineRoutes(services: Services): Route[] {
  const { database, env } = services;
  return [
    route({
      method: 'GET', path: 'auth/online', permission: ['online:list'], tag: '在线用户', summary: '在线用户列表',
      query: { page: '页码，从0开始', size: '每页条数', keyword: '用户名、姓名或IP地址' },
      async handle(call) {
        const { keyword } = call.query;
        const wanted = typeof keyword === 'string' && keyword.trim() ? keyword.trim().slice(0, 100) : undefined;
        const where = and(
          liveSession(services.now()),
          isNull(userTable.deleteTime),
          withinReach(call.viewer),
          wanted ? or(contains(userTable.userName, wanted), contains(userTable.nickName, wanted), contains(sessionTable.ip, wanted)) : undefined,
        );
        const { limit, offset } = pageOf(call.query);
        const rows = await database.orm
          .select({
            id: sessionTable.id, userId: userTable.id, userName: userTable.userName, nickName: userTable.nickName, organizationId: userTable.organizationId,
            ip: sessionTable.ip, agent: sessionTable.agent, createTime: sessionTable.createTime, seenTime: sessionTable.seenTime,
          })
          .from(sessionTable)
          .innerJoin(userTable, eq(userTable.id, sessionTable.userId))
          .where(where)
          .orderBy(desc(sessionTable.createTime), desc(sessionTable.id))
          .limit(limit)
          .offset(offset);
        const [total] = await database.orm.select({ total: count() }).from(sessionTable).innerJoin(userTable, eq(userTable.id, sessionTable.userId)).where(where);
        const content = rows.map((row) => ({
          ...row,
          createTime: formatMoment(row.createTime, env.zone),
          seenTime: formatMoment(row.seenTime, env.zone),
          current: row.id === call.viewer.sessionId,
        }));
        return { content, totalElements: total?.total ?? 0 };
      },
    }),
    route({
      method: 'DELETE', path: 'auth/online', permission: ['online:del'], tag: '在线用户', summary: '强制退出（会话编号列表）', body: sessionIdsBody,
      async handle(call) {
        const ids = [...new Set(call.body)];
        await database.transaction(async (tx) => {
          const found = await tx
            .select({ userId: userTable.id, nickName: userTable.nickName, organizationId: userTable.organizationId })
            .from(sessionTable)
            .innerJoin(userTable, eq(userTable.id, sessionTable.userId))
            .where(and(inArray(sessionTable.id, ids), isNull(sessionTable.revokeTime), withinReach(call.viewer)));
          if (found.length !== ids.length) throw notFound('部分会话不存在或已退出，请刷新后重试');
          await assertOutranks(tx, call.viewer, found.flatMap(({ userId }) => (userId === call.viewer.user.id ? [] : [userId])));
          await endSessions(tx, ids, services.now());
          const reason = call.reason ?? '强制退出';
          await recordAudit(tx, actorOf(call), found.map((one) => ({ action: 'logout', entity: user, entityId: one.userId, title: one.nickName, organizationId: one.organizationId, reason })));
        });
        return ok(messages.removed);
      },
    }),
  ];
}
