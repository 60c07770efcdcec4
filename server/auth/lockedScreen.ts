import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { user } from '@contract/features/system/entities/user';
import { failures } from '@contract/messages';
import { actorOf, recordAudit } from '@server/audit/auditTrail';
import { ok } from '@server/crud/routes';
import { userTable } from '@server/db/schema';
import { Refusal } from '@server/http/errors';
import { type Route, route } from '@server/http/route';
import type { Services } from '@server/services';
import { verifyPassword } from './passwordHash';
import { guardTries } from './signInThrottle';

const noPassword = '密码不能为空';
const unlockBody = z.object(
  {
    password: z
      .string({ error: () => noPassword })
      .min(1, noPassword)
      .max(200, failures.wrongPassword),
  },
  { error: () => failures.badBody },
);

/**
 * Route of the locked screen: checks the password of the session's person. A wrong password counts as a failed login;
 * the session continues.
 */
export const unlockRoute = (services: Services): Route =>
  route({
    method: 'POST',
    path: 'auth/unlock',
    permission: 'signedIn',
    tag: '登录',
    summary: '解锁屏幕：核对自己的密码；错误计入登录锁定，不影响当前会话',
    body: unlockBody,
    limit: 8 * 1024,
    async handle(call) {
      const { orm } = services.database;
      const { id, userName, nickName } = call.viewer.user;
      const isCorrect = await guardTries(services, { userName, ip: call.ip, session: true }, async () => {
        const [storedUser] = await orm
          .select({ hash: userTable.passwordHash })
          .from(userTable)
          .where(eq(userTable.id, id));
        return (await verifyPassword(call.body.password, storedUser?.hash)) || undefined;
      });
      if (!isCorrect) {
        await recordAudit(orm, actorOf(call), [
          { action: 'loginFailed', entity: user, entityId: id, title: nickName, reason: '解锁屏幕：密码错误' },
        ]);
        throw new Refusal(400, 'wrongPassword', failures.wrongPassword);
      }
      return ok('已解锁');
    },
  });
