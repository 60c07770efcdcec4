import { and, count, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { onlineSession } from '@contract/features/system/entities/onlineSession';
import { user } from '@contract/features/system/entities/user';
import { messages } from '@contract/messages';
import { permissionOf } from '@contract/permissions';
import { actorOf, recordAudit } from '@server/audit/auditTrail';
import { formatMoment } from '@server/base/zone';
import { listQuery } from '@server/crud/listQuery';
import type { Resource } from '@server/crud/resource';
import { ok } from '@server/crud/routes';
import { organizationTable, sessionTable, userTable } from '@server/db/schema';
import { notFound } from '@server/http/errors';
import { type Call, readQuery, type Route, route } from '@server/http/route';
import type { Viewer } from '@server/http/viewer';
import type { Services } from '@server/services';
import { assertOutranks } from './roleRank';
import { endSessions, liveSession } from './session';

const sessionIdsBody = z
  .array(z.uuid({ error: () => '请选择会话' }), { error: () => '请求内容应为会话编号列表' })
  .min(1, '请先选择数据')
  .max(1000, '一次最多处理1000条');

/** Returns the condition for people of the viewer's organization; sessions themselves have no organization. */
const withinReach = (viewer: Viewer): SQL | undefined =>
  viewer.unitIds !== null || viewer.outside
    ? sql`false`
    : viewer.organizationId === null
      ? undefined
      : eq(userTable.organizationId, viewer.organizationId);

const { nickName, userName, pinyin, initials, organizationId } = userTable;
const { id, ip, agent, createTime, seenTime, revokeTime } = sessionTable;

// A list like every other, with the same filters, sorting and refusals, but from a join instead of a table.
const sessionsResource: Resource = {
  entity: onlineSession,
  table: sessionTable,
  columns: {
    id,
    ip,
    agent,
    createTime,
    seenTime,
    nickName,
    userName,
    pinyin,
    initials,
    organizationId,
    organizationName: organizationTable.name,
    deleteTime: revokeTime,
  } as unknown as Resource['columns'],
  joins: {},
  policy: {},
};

const tag = onlineSession.label;

/** Returns a page of live sessions. */
async function listSessions(services: Services, call: Call<unknown>) {
  const { database, env } = services;
  const {
    where: requestedFilter,
    orderBy,
    limit,
    offset,
  } = listQuery(sessionsResource, { sort: 'createTime,desc', ...readQuery(call.request.url) }, env.zone);
  const condition = and(
    liveSession(services.now()),
    isNull(userTable.deleteTime),
    withinReach(call.viewer),
    requestedFilter,
  );
  const [rows, [total]] = await Promise.all([
    database.orm
      .select({
        id,
        userId: userTable.id,
        userName,
        nickName,
        organizationId,
        organizationName: organizationTable.name,
        ip,
        agent,
        createTime,
        seenTime,
      })
      .from(sessionTable)
      .innerJoin(userTable, eq(userTable.id, sessionTable.userId))
      .leftJoin(organizationTable, eq(organizationTable.id, userTable.organizationId))
      .where(condition)
      .orderBy(...orderBy)
      .limit(limit)
      .offset(offset),
    database.orm
      .select({ total: count() })
      .from(sessionTable)
      .innerJoin(userTable, eq(userTable.id, sessionTable.userId))
      .leftJoin(organizationTable, eq(organizationTable.id, userTable.organizationId))
      .where(condition),
  ]);
  const content = rows.map((row) => ({
    ...row,
    createTime: formatMoment(row.createTime, env.zone),
    seenTime: formatMoment(row.seenTime, env.zone),
    current: row.id === call.viewer.sessionId,
  }));
  return { content, totalElements: total?.total ?? 0 };
}

/** Ends the chosen sessions and records it in the audit trail. */
async function endSessionsOf(services: Services, call: Call<z.output<typeof sessionIdsBody>>) {
  const { database } = services;
  const ids = [...new Set(call.body)];
  await database.transaction(async (tx) => {
    const foundSessions = await tx
      .select({ userId: userTable.id, nickName: userTable.nickName, organizationId: userTable.organizationId })
      .from(sessionTable)
      .innerJoin(userTable, eq(userTable.id, sessionTable.userId))
      .where(and(inArray(sessionTable.id, ids), isNull(sessionTable.revokeTime), withinReach(call.viewer)));
    if (foundSessions.length !== ids.length) throw notFound('部分会话不存在或已退出，请刷新后重试');
    await assertOutranks(
      tx,
      call.viewer,
      foundSessions.flatMap(({ userId }) => (userId === call.viewer.user.id ? [] : [userId])),
    );
    await endSessions(tx, ids, services.now(), 'forced');
    const reason = call.reason ?? '强制退出';
    await recordAudit(
      tx,
      actorOf(call),
      foundSessions.map((session) => ({
        action: 'logout',
        entity: user,
        entityId: session.userId,
        title: session.nickName,
        organizationId: session.organizationId,
        reason,
      })),
    );
  });
  return ok(messages.removed);
}

/** Routes to list and end sessions (QUALITY AU12). */
export function onlineRoutes(services: Services): Route[] {
  return [
    route({
      method: 'GET',
      path: onlineSession.path,
      permission: [permissionOf(onlineSession, 'list')],
      tag,
      summary: '在线用户列表',
      exported: { entity: onlineSession },
      query: {
        page: '页码，从0开始',
        size: '每页条数',
        sort: '排序，如seenTime,desc',
        keyword: '用户名、姓名或IP地址',
      },
      handle: (call) => listSessions(services, call),
    }),
    route({
      method: 'DELETE',
      path: onlineSession.path,
      permission: [permissionOf(onlineSession, 'del')],
      tag,
      summary: '强制退出（会话编号列表）',
      body: sessionIdsBody,
      handle: (call) => endSessionsOf(services, call),
    }),
  ];
}
