import { eq } from 'drizzle-orm';
import { user } from '@contract/features/system/entities/user';
import { failures } from '@contract/messages';
import { actorOf, recordAudit } from '@server/audit/auditTrail';
import { userTable } from '@server/db/schema';
import { forbidden, Refusal } from '@server/http/errors';
import type { Call } from '@server/http/route';
import type { Services } from '@server/services';
import { verifyPassword } from './passwordHash';
import { guardTries } from './signInThrottle';

// Re-authentication before sensitive actions: a stolen session alone is not sufficient. The grants are stored in
// memory, so after a restart everybody has to enter the password again.

const openUntil = new Map<string, number>();
/** Minutes for which an entered password counts. */
const openMinutes = 10;

/**
 * Checks the password again and remembers the success for this session for `openMinutes`.
 * @param purpose name of the protected function, for the audit line of a wrong password
 * @throws Refusal 400 `wrongPassword`, 429 `lockedOut`
 */
export async function reauthenticate(
  services: Services,
  call: Call<unknown>,
  password: string,
  purpose: string,
): Promise<void> {
  const { orm } = services.database;
  const { id, userName, nickName } = call.viewer.user;
  const isCorrect = await guardTries(services, { userName, ip: call.ip, session: true }, async () => {
    const [storedUser] = await orm.select({ hash: userTable.passwordHash }).from(userTable).where(eq(userTable.id, id));
    return (await verifyPassword(password, storedUser?.hash)) || undefined;
  });
  if (!isCorrect) {
    await recordAudit(orm, actorOf(call), [
      { action: 'loginFailed', entity: user, entityId: id, title: nickName, reason: `${purpose}：密码错误` },
    ]);
    throw new Refusal(400, 'wrongPassword', failures.wrongPassword, {
      errors: [{ field: 'password', message: failures.wrongPassword }],
    });
  }
  openUntil.set(call.viewer.sessionId, services.now().getTime() + openMinutes * 60_000);
}

/**
 * Refuses a session whose person has not entered the password within the last `openMinutes`.
 * @param message sentence that says what to do
 * @throws Refusal 403
 */
export function assertReauthenticated(
  { now }: Pick<Services, 'now'>,
  { viewer }: Call<unknown>,
  message: string,
): void {
  const openUntilMs = openUntil.get(viewer.sessionId);
  const isClosed = openUntilMs === undefined || openUntilMs <= now().getTime();
  if (isClosed) throw forbidden(message);
}
