import { isIP } from 'node:net';
import { eq } from 'drizzle-orm';
import { user } from '@contract/features/system/entities/user';
import { operatorTexts } from '@contract/features/system/operatorTexts';
import { recordAudit } from '@server/audit/auditTrail';
import { StartRefusal } from '@server/base/startRefusal';
import { clearTries } from '../../auth/lockedOutPeople';
import type { Orm } from '../../db/orm';
import { loginFailureTable } from '../../db/schema';
import { networkOf } from '../../http/callerAddress';
import { type OperatorCommand, operatorActor, commandSucceeded } from './operatorCommand';
import { namedAccount } from './resetPassword';

/**
 * Deletes the failed attempts from an address, or from its IPv6 network.
 * @returns the number of deleted attempts
 */
async function clearAddress(tx: Orm, address: string): Promise<number> {
  const deletedRows = await tx
    .delete(loginFailureTable)
    .where(eq(loginFailureTable.ip, networkOf(address)))
    .returning({ ip: loginFailureTable.ip });
  return deletedRows.length;
}

/**
 * Runs `unlock NAME|ADDRESS`: deletes failed sign-ins of a person from all addresses, or of everybody from one
 * address.
 */
export const unlock: OperatorCommand = async ({ database }, [word, ...more], account) => {
  if (!word || more.length) throw new StartRefusal(operatorTexts.usage.unlock);
  const person = isIP(word) ? undefined : await namedAccount(database.orm, word);
  const count = await database.transaction(async (tx) => {
    const clearedCount = person ? await clearTries(tx, person.userName) : await clearAddress(tx, word);
    await recordAudit(tx, operatorActor(account), [
      {
        action: 'reset',
        entity: user,
        entityId: person?.id ?? null,
        title: person?.nickName ?? word,
        organizationId: person?.organizationId ?? null,
        reason: operatorTexts.unlockReason(clearedCount),
      },
    ]);
    return clearedCount;
  });
  return commandSucceeded(operatorTexts.unlocked(word, count));
};
