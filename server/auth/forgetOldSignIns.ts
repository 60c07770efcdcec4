import { lt } from 'drizzle-orm';
import { jobTexts } from '@contract/features/system/jobs/jobTexts';
import { captchaTable, rememberTable, sessionTable } from '@server/db/schema';
import type { Services } from '@server/services';
import { forgetOldTries } from './signInThrottle';

/**
 * Deletes expired data of logins.
 * @returns a sentence about the deleted data; null if nothing was deleted
 */
export async function forgetOldSignIns(services: Services): Promise<string | null> {
  const { orm } = services.database;
  const now = services.now();
  const sessions = await orm
    .delete(sessionTable)
    .where(lt(sessionTable.expireTime, now))
    .returning({ id: sessionTable.id });
  const removedCookies = await orm
    .delete(rememberTable)
    .where(lt(rememberTable.expireTime, now))
    .returning({ userId: rememberTable.userId });
  const captchas = await orm
    .delete(captchaTable)
    .where(lt(captchaTable.expireTime, now))
    .returning({ uuid: captchaTable.uuid });
  const removedTries = await forgetOldTries(services);
  return (
    jobTexts.counted([
      ['清理过期会话', sessions.length],
      ['过期的记住登录', removedCookies.length],
      ['过期验证码', captchas.length],
      ['过期的登录失败记录', removedTries],
    ]) || null
  );
}
