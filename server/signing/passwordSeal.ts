import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import { user as userEntity } from '@contract/features/system/entities/user';
import { sealTexts, signatureCheckTexts } from '@contract/workflow/signatureTexts';
import { keyFingerprint } from '@server/base/keyFingerprint';
import type { EncryptionKeySource } from '@server/base/secretEncryption';
import type { Orm } from '@server/db/orm';
import { auditLogTable, userTable } from '@server/db/schema';
import type { Services } from '@server/services';
import { keyedSeal } from './keyedSeal';

// The trail has a sealed line of each password that the program stored. A person who writes another person's password
// into the database can't create the seal, so the server accepts no signature with that password.

const sealField = 'passwordSeal';

/** Returns the seal that the audit line of a new password contains beside its masked value. */
export const passwordSeal = (
  keeper: EncryptionKeySource,
  userId: number,
  passwordHash: string,
): Record<string, string> => ({
  [sealField]: keyedSeal(keeper, { user: userId, passwordHash }),
});

/** Returns the id of the line that records since when this key seals. */
async function sealedSince(keeper: EncryptionKeySource, orm: Orm): Promise<number | undefined> {
  const [line] = await orm
    .select({ id: auditLogTable.id })
    .from(auditLogTable)
    .where(and(eq(auditLogTable.entity, sealTexts.name), eq(auditLogTable.title, keyFingerprint(keeper))))
    .orderBy(auditLogTable.id)
    .limit(1);
  return line?.id;
}

/**
 * Checks whether a stored password is the one that the program stored last; true if the program has stored none since
 * passwords are sealed. A seal of an earlier key can't be checked and counts if it is older than this key.
 */
export async function isStoredByProgram(
  { env }: Pick<Services, 'env'>,
  orm: Orm,
  userId: number,
  passwordHash: string,
): Promise<boolean> {
  const seal = sql<string | null>`${auditLogTable.after} ->> ${sealField}`;
  const [line] = await orm
    .select({ id: auditLogTable.id, seal })
    .from(auditLogTable)
    .where(and(eq(auditLogTable.entity, userEntity.name), eq(auditLogTable.entityId, userId), sql`${seal} is not null`))
    .orderBy(desc(auditLogTable.id))
    .limit(1);
  if (!line?.seal) return true;
  if (line.seal === passwordSeal(env, userId, passwordHash)[sealField]) return true;
  if (line.seal.startsWith(`key:${keyFingerprint(env)}:`)) return false;
  return line.id < ((await sealedSince(env, orm)) ?? 0);
}

/** Returns a sentence for each account whose password was written without the program. */
export async function passwordsNotStoredByProgram(services: Pick<Services, 'env'>, orm: Orm): Promise<string[]> {
  const people = await orm
    .select({ id: userTable.id, userName: userTable.userName, hash: userTable.passwordHash })
    .from(userTable)
    .where(isNull(userTable.deleteTime))
    .orderBy(userTable.id);
  const faultTexts: string[] = [];
  for (const { id, userName, hash } of people)
    if (!(await isStoredByProgram(services, orm, id, hash))) faultTexts.push(signatureCheckTexts.password(userName));
  return faultTexts;
}
