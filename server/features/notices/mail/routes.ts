import { eq } from 'drizzle-orm';
import { mailTexts, type MailState } from '@contract/features/notices/mailNotices';
import { ok } from '@server/crud/routes';
import { userTable } from '@server/db/schema';
import { conflict } from '@server/http/errors';
import { type Call, type Route, route } from '@server/http/route';
import { publicOrigin } from '@server/print/publicOrigin';
import type { Services } from '@server/services';
import { usedMailSettings, usedMailServer } from './mailSettings';
import { testLetter } from './noticeLetter';
import { createSmtpSender } from './smtp';

const tag = '邮件提醒';

/**
 * Routes of mail settings. Only `server/features/notices/mail/sendMail.ts` sends mail. Each person selects in a
 * preference which notices are mailed.
 */
export function mailRoutes(services: Services): Route[] {
  const addressOf = async (call: Call<unknown>): Promise<string | null> => {
    const [userRow] = await services.database.orm
      .select({ email: userTable.email })
      .from(userTable)
      .where(eq(userTable.id, call.viewer.user.id));
    return userRow?.email || null;
  };
  return [
    route({
      method: 'GET',
      path: 'api/noticeMail',
      permission: 'signedIn',
      tag,
      summary: '服务器是否发送邮件提醒，以及本人的收件地址',
      async handle(call) {
        const usedServer = await usedMailServer(services);
        return ok<MailState>('', {
          isMailConfigured: usedServer !== null,
          email: await addressOf(call),
          ...(call.viewer.user.isAdmin ? { used: usedServer } : {}),
        });
      },
    }),
    route({
      method: 'POST',
      path: 'api/noticeMail/test',
      permission: 'admin',
      tag,
      summary: '向本人的邮箱发送测试邮件（仅平台管理员）',
      async handle(call) {
        const settings = await usedMailSettings(services);
        if (!settings) throw conflict(mailTexts.off);
        const email = await addressOf(call);
        if (!email) throw conflict(mailTexts.needsAddress);
        const origin = await publicOrigin(services, services.database.orm, call.viewer.organizationId);
        const post = createSmtpSender(settings, call.request.signal);
        try {
          const { outcome, message } = await post.send(
            await testLetter(settings, origin, email, services.now().getTime()),
          );
          if (outcome !== 'sent') throw conflict(mailTexts.jobFailed(message), 'mailNotSent');
        } finally {
          post.close();
        }
        return ok(mailTexts.testSent(email));
      },
    }),
  ];
}
