import { z } from 'zod';
import { user } from '@contract/features/system/entities/user';
import { messages } from '@contract/messages';
import { permissionOf } from '@contract/permissions';
import { accountStateRoutes } from '@server/auth/accountStateRoutes';
import { hashPassword } from '@server/auth/passwordHash';
import { passwordFault } from '@server/auth/passwordRule';
import { randomPassword } from '@server/auth/randomPassword';
import { assertOutranks } from '@server/auth/roleRank';
import { getRow } from '@server/crud/operations';
import type { Registry } from '@server/crud/resource';
import { ok } from '@server/crud/routes';
import { pushMessage } from '@server/features/notices/systemMessage';
import { forbidden, invalid } from '@server/http/errors';
import { type Route, route } from '@server/http/route';
import type { Services } from '@server/services';
import { expiryRoutes } from './accountExpiry';
import { givePassword } from './givePassword';
import { ownLoginRoutes } from './ownLogins';
import { slipRoutes } from './passwordSlips';
import { centerRoutes } from './profileRoutes';
import { signatureRoutes } from './signatureRoutes';
import { statementRoutes } from './statementRoutes';
import { tellOfReset } from './tellOfReset';
import { userRoleRoutes } from './userRoleRoutes';

const resetBody = z.object({
  id: z
    .int({ error: () => '请求不完整，请刷新页面后重试' })
    .positive('请求不完整，请刷新页面后重试')
    .max(2_147_483_647, '请求不完整，请刷新页面后重试'),
  password: z
    .string({ error: () => '请输入新密码' })
    .max(200)
    .nullish(),
});

/** Routes of 用户 besides the generic ones. */
export function userRoutes(services: Services, registry: Registry): Route[] {
  return [
    ...centerRoutes(services),
    ...signatureRoutes(services),
    ...statementRoutes(services),
    ...ownLoginRoutes(services),
    ...accountStateRoutes(services, registry),
    ...userRoleRoutes(services, registry),
    ...expiryRoutes(services, registry),
    ...slipRoutes(services, registry),
    route({
      method: 'PUT',
      path: 'api/user/resetPassword',
      permission: [permissionOf(user, 'reset')],
      tag: user.label,
      summary: '重置密码：不给密码时生成一个，只在回答里出现一次',
      body: resetBody,
      limit: 8 * 1024,
      async handle(call) {
        const { id } = call.body;
        const { database } = services;
        const row = await getRow({ services, registry, resource: registry.named('user'), call }, id);
        if (id === call.viewer.user.id) throw forbidden('请在个人中心修改自己的密码');
        const userName = String(row.userName);
        const chosenPassword = call.body.password || undefined;
        const fault = chosenPassword && passwordFault(chosenPassword, userName);
        if (fault) throw invalid([{ field: 'password', message: fault }]);
        const password = chosenPassword ?? randomPassword();
        const passwordHash = await hashPassword(password);
        const messageId = await database.transaction(async (tx) => {
          // eladmin #910: a person may reset passwords only of people with a lower rank.
          await assertOutranks(tx, call.viewer, [id]);
          await givePassword(services, tx, call, {
            id,
            userName,
            nickName: String(row.nickName),
            organizationId: row.organizationId,
            passwordHash,
          });
          return tellOfReset(services, tx, call, {
            id,
            nickName: String(row.nickName),
            organizationId: row.organizationId,
          });
        });
        await pushMessage(services, [id], messageId);
        return ok(messages.resetDone, chosenPassword ? undefined : { password });
      },
    }),
  ];
}
