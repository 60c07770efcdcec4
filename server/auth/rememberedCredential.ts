import { createHash, randomBytes } from 'node:crypto';
import { and, eq, gt, inArray, isNull, lt } from 'drizzle-orm';
import type { Orm } from '@server/db/orm';
import { rememberTable } from '@server/db/schema';

/**
 * Prefix of a remembered credential (DESIGN §1, 记住密码). A credential is longer than any password, so the two are
 * never confused.
 */
export const rememberPrefix = 'remember:';
/** Lifetime of a credential, ms. */
const lifetimeMs = 86_400_000;

const hashOf = (credential: string): string => createHash('sha256').update(credential).digest('hex');

/** Creates a random credential that replaces one person's password for a day. */
export async function giveCredential(tx: Orm, userId: number, now: Date): Promise<string> {
  const credential = rememberPrefix + randomBytes(32).toString('base64url');
  await tx.delete(rememberTable).where(lt(rememberTable.expireTime, now));
  await tx.insert(rememberTable).values({
    credentialHash: hashOf(credential),
    userId,
    createTime: now,
    expireTime: new Date(now.getTime() + lifetimeMs),
  });
  return credential;
}

/** Returns whether a remembered credential belongs to a person and is still valid. */
export async function isCredentialOf(
  orm: Orm,
  userId: number | undefined,
  credential: string,
  now: Date,
): Promise<boolean> {
  const [credentialRow] = await orm
    .select({ userId: rememberTable.userId })
    .from(rememberTable)
    .where(
      and(
        eq(rememberTable.credentialHash, hashOf(credential)),
        isNull(rememberTable.revokeTime),
        gt(rememberTable.expireTime, now),
      ),
    );
  return credentialRow !== undefined && credentialRow.userId === userId;
}

/** Invalidates a used credential; the login issues a new one on request. */
export async function spendCredential(tx: Orm, credential: string, now: Date): Promise<void> {
  await tx
    .update(rememberTable)
    .set({ revokeTime: now })
    .where(eq(rememberTable.credentialHash, hashOf(credential)));
}

/** Revokes all remembered credentials of these people. */
export async function revokeCredentials(tx: Orm, userIds: readonly number[], now: Date): Promise<void> {
  if (!userIds.length) return;
  await tx
    .update(rememberTable)
    .set({ revokeTime: now })
    .where(and(inArray(rememberTable.userId, [...userIds]), isNull(rememberTable.revokeTime)));
}
