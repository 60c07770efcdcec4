import { eq, sql } from 'drizzle-orm';
import { operatorTexts } from '@contract/features/system/operatorTexts';
import { hashPassword } from '@server/auth/passwordHash';
import { StartRefusal } from '@server/base/startRefusal';
import { accountColumns } from '../../auth/account';
import { accountBarReason } from '../../auth/expiredOrDisabled';
import { randomPassword } from '../../auth/randomPassword';
import type { Orm } from '../../db/orm';
import { organizationTable, userTable } from '../../db/schema';
import { givePassword } from '../../features/system/users/givePassword';
import { tellOfReset } from '../../features/system/users/tellOfReset';
import { systemCall } from '../../http/systemCall';
import type { Services } from '../../services';
import { type OperatorCommand, operatorActor, commandSucceeded } from './operatorCommand';

/**
 * Returns the undeleted account with a user name; upper and lower case are equal.
 * @throws StartRefusal where there is none
 */
export async function namedAccount(orm: Orm, userName: string) {
  const [account] = await orm
    .select(accountColumns)
    .from(userTable)
    .leftJoin(organizationTable, eq(organizationTable.id, userTable.organizationId))
    .where(sql`lower(${userTable.userName}) = lower(${userName}) and ${userTable.deleteTime} is null`);
  if (!account) throw new StartRefusal(operatorTexts.noUser(userName));
  return account;
}

async function resetAccount(
  services: Services,
  userName: string,
  operatorName: string,
): Promise<{ bar?: string; password: string }> {
  const password = randomPassword();
  const account = await namedAccount(services.database.orm, userName);
  const call = { ...systemCall(operatorTexts.actor(operatorName)), ip: operatorTexts.place };
  const passwordHash = await hashPassword(password);
  await services.database.transaction(async (tx) => {
    await givePassword(
      services,
      tx,
      call,
      { ...account, passwordHash },
      operatorTexts.resetReason,
      operatorActor(operatorName),
    );
    await tellOfReset(services, tx, call, account);
  });
  const bar = accountBarReason(account, services.now(), services.env.zone)?.message;
  return { password, ...(bar === undefined ? {} : { bar }) };
}

/**
 * Runs `reset-password NAME`: sets a one-time password and prints it once, ends the person's sessions and sends the
 * person a notice.
 */
export const resetPassword: OperatorCommand = async (services, [userName, ...more], account) => {
  if (!userName || more.length) throw new StartRefusal(operatorTexts.usage.resetPassword);
  const { bar, password } = await resetAccount(services, userName, account);
  const answer = commandSucceeded(operatorTexts.reset({ userName, password }));
  return bar === undefined ? answer : { ...answer, warnings: [operatorTexts.barred(bar)] };
};
