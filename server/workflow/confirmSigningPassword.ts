import { eq } from 'drizzle-orm';
import { passwordTexts } from '@contract/features/signIn/passwordTexts';
import { user } from '@contract/features/system/entities/user';
import { failures } from '@contract/messages';
import { signingTexts } from '@contract/workflow/signatureTexts';
import { actorOf, recordAudit } from '@server/audit/auditTrail';
import { verifyPassword } from '@server/auth/passwordHash';
import { guardTries } from '@server/auth/signInThrottle';
import { formatMoment } from '@server/base/zone';
import { userTable } from '@server/db/schema';
import { conflict, forbidden, invalid, Refusal } from '@server/http/errors';
import type { Call } from '@server/http/route';
import type { Services } from '@server/services';
import { isStoredByProgram } from '@server/signing/passwordSeal';
import { assertStatement } from '@server/signing/signingStatement';

/**
 * Refuses signatures for some time after a password reset, so that the person who reset the password can't sign
 * unnoticed.
 * @throws Refusal 409 `passwordFresh`
 */
async function assertSettled({ database, env, now }: Services, id: number): Promise<void> {
  const [resetRow] = await database.orm
    .select({ since: userTable.passwordOwnSince })
    .from(userTable)
    .where(eq(userTable.id, id));
  const waitUntil = resetRow?.since ? new Date(resetRow.since.getTime() + env.signAfterResetHours * 3_600_000) : null;
  if (waitUntil && now() < waitUntil)
    throw conflict(passwordTexts.waiting(env.signAfterResetHours, formatMoment(waitUntil, env.zone)), 'passwordFresh');
}

/**
 * Checks the signer's password; a wrong one counts as a failed login (QUALITY AU1). Called before the transaction,
 * because hashing is slow and must not hold locks.
 * @param password password as typed
 * @param purpose name of the move, for the messages and the audit line of a failed attempt
 * @throws Refusal 403 for a platform administrator, who has all permissions but no authorisation (QUALITY AZ8); 409
 * `passwordFresh` after a reset, `passwordForeign` for a password written without the program, `statementDue` before
 * 电子签名声明 was accepted; 400 `invalid` without a password, `wrongPassword`; 429 `lockedOut`
 */
export async function confirmSigningPassword(
  services: Services,
  call: Call<unknown>,
  password: string | undefined,
  purpose: string,
): Promise<void> {
  const { orm } = services.database;
  const { id, userName, nickName, isAdmin } = call.viewer.user;
  if (isAdmin) throw forbidden(signingTexts.noAdministrator);
  if (!password) throw invalid([{ field: 'password', message: `${purpose}须签名，请输入登录密码` }]);
  await assertStatement(orm, id);
  await assertSettled(services, id);
  const verifiedUser = await guardTries(services, { userName, ip: call.ip, session: true }, async () => {
    const [storedUser] = await orm.select({ hash: userTable.passwordHash }).from(userTable).where(eq(userTable.id, id));
    return (await verifyPassword(password, storedUser?.hash)) ? storedUser : undefined;
  });
  if (verifiedUser && !(await isStoredByProgram(services, orm, id, verifiedUser.hash)))
    throw conflict(passwordTexts.foreign, 'passwordForeign');
  if (verifiedUser) return;
  await recordAudit(orm, actorOf(call), [
    { action: 'loginFailed', entity: user, entityId: id, title: nickName, reason: `${purpose}签名：密码错误` },
  ]);
  throw new Refusal(400, 'wrongPassword', failures.wrongPassword, {
    errors: [{ field: 'password', message: failures.wrongPassword }],
  });
}
