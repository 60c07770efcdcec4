import { eq } from 'drizzle-orm';
import { signingTexts, statementCode, statementEdition } from '@contract/workflow/signatureTexts';
import type { Orm } from '../db/orm';
import { userTable } from '../db/schema';
import { conflict } from '../http/errors';

/** Checks whether a person still has to accept the current 电子签名声明. */
export async function statementDue(orm: Orm, userId: number): Promise<boolean> {
  const [acceptance] = await orm
    .select({ edition: userTable.statementEdition })
    .from(userTable)
    .where(eq(userTable.id, userId));
  return acceptance?.edition !== statementEdition;
}

/**
 * Checks that a person has accepted the current 电子签名声明.
 * @throws Refusal 409 `statementDue`
 */
export async function assertStatement(orm: Orm, userId: number): Promise<void> {
  if (await statementDue(orm, userId)) throw conflict(signingTexts.statementDue, statementCode);
}
