import { eq, sql } from 'drizzle-orm';
import { user } from '@contract/features/system/entities/user';
import { type Actor, actorOf, recordAudit } from '@server/audit/auditTrail';
import { clearTries } from '@server/auth/lockedOutPeople';
import { revokeSessions } from '@server/auth/session';
import type { Orm } from '@server/db/orm';
import { userTable } from '@server/db/schema';
import type { Call } from '@server/http/route';
import type { Services } from '@server/services';
import { passwordSeal } from '@server/signing/passwordSeal';

interface GivenPassword {
  readonly id: number;
  readonly userName: string;
  readonly nickName: string;
  readonly organizationId: number | null;
  /** Hash of the password. It is made before the transaction, because it takes a quarter of a second. */
  readonly passwordHash: string;
}

/**
 * Returns the columns of a password that another person chose. A reset is when it replaces a password of the owner's
 * choice; the first password of a new account is none, because nobody has signed with that account (decision 0026).
 */
export const givenPasswordColumns = (passwordHash: string, now: Date) => ({
  passwordHash,
  passwordTime: now,
  passwordOwn: false,
  passwordResetTime: sql`case when ${userTable.passwordOwn} or ${userTable.passwordResetTime} is not null
    then ${now.toISOString()}::timestamptz end`,
  passwordOwnSince: null,
});

/**
 * Sets a password that another person chose. The owner has to choose a new one at the next sign-in. Ends the owner's
 * sessions, clears the failed attempts, and seals the new password in the audit trail, without which the owner could
 * neither change it nor sign.
 *
 * @param reason reason in the audit line; by default the reason of the call
 * @param actor actor of the audit line; by default the caller
 */
export async function givePassword(
  { env, now }: Pick<Services, 'env' | 'now'>,
  tx: Orm,
  call: Call<unknown>,
  { id, userName, nickName, organizationId, passwordHash }: GivenPassword,
  reason?: string,
  actor: Actor = actorOf(call),
): Promise<void> {
  await tx.update(userTable).set(givenPasswordColumns(passwordHash, now())).where(eq(userTable.id, id));
  await revokeSessions(tx, [id], now(), { reason: 'password' });
  await clearTries(tx, userName);
  await recordAudit(tx, actor, [
    {
      action: 'reset',
      entity: user,
      entityId: id,
      title: nickName,
      organizationId,
      after: passwordSeal(env, id, passwordHash),
      ...(reason === undefined ? {} : { reason }),
    },
  ]);
}
