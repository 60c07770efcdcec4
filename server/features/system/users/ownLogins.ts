import { and, count, desc, eq, inArray } from 'drizzle-orm';
import { formatMoment } from '@server/base/zone';
import { auditLogTable } from '@server/db/schema';
import { type Route, route } from '@server/http/route';
import type { Services } from '@server/services';

const loginActions = ['login', 'loginFailed', 'logout'];
const pageSize = 20;

/**
 * Routes of the viewer's own logins, including refused attempts. A login of a stranger shows the owner that the
 * password is known.
 */
export function ownLoginRoutes({ database, env }: Services): Route[] {
  return [
    route({
      method: 'GET',
      path: 'api/user/logins',
      permission: 'signedIn',
      tag: '个人中心',
      summary: '自己的登录、登录失败与退出记录',
      query: { page: '页码，从0开始，每页20条' },
      async handle({ viewer, query }) {
        const page = typeof query.page === 'string' && /^\d{1,5}$/.test(query.page) ? Number(query.page) : 0;
        const { id, action, createTime, ip, reason } = auditLogTable;
        const condition = and(
          eq(auditLogTable.entity, 'user'),
          eq(auditLogTable.entityId, viewer.user.id),
          inArray(action, loginActions),
        );
        const [rows, [total]] = await Promise.all([
          database.orm
            .select({ id, action, createTime, ip, reason, userName: auditLogTable.userName })
            .from(auditLogTable)
            .where(condition)
            .orderBy(desc(id))
            .limit(pageSize)
            .offset(page * pageSize),
          database.orm.select({ total: count() }).from(auditLogTable).where(condition),
        ]);
        return {
          content: rows.map((row) => ({ ...row, createTime: formatMoment(row.createTime, env.zone) })),
          totalElements: total?.total ?? 0,
        };
      },
    }),
  ];
}
