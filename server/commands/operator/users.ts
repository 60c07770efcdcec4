import { asc, eq, isNull } from 'drizzle-orm';
import { operatorTexts } from '@contract/features/system/operatorTexts';
import { StartRefusal } from '@server/base/startRefusal';
import { formatMoment } from '@server/base/zone';
import { type Account, accountColumns } from '../../auth/account';
import { accountBarReason } from '../../auth/expiredOrDisabled';
import { lockedUntil } from '../../auth/lockedOutPeople';
import { organizationTable, userTable } from '../../db/schema';
import { type OperatorCommand, commandSucceeded } from './operatorCommand';

/** Maximum number of listed accounts. */
const maxAccounts = 500;

/**
 * Runs `users [WORD]`: lists the accounts, with their state, whose name, user name or organization contains the word.
 */
export const users: OperatorCommand = async (services, [word = '', ...more]) => {
  if (more.length) throw new StartRefusal(operatorTexts.usage.users);
  const { database, env, now } = services;
  const accounts: Account[] = await database.orm
    .select(accountColumns)
    .from(userTable)
    .leftJoin(organizationTable, eq(organizationTable.id, userTable.organizationId))
    .where(isNull(userTable.deleteTime))
    .orderBy(asc(userTable.id));
  const matchingAccounts = accounts
    .filter(({ userName, nickName, organization }) =>
      [userName, nickName, organization?.name ?? ''].some((text) => text.toLowerCase().includes(word.toLowerCase())),
    )
    .slice(0, maxAccounts);
  if (!matchingAccounts.length) return { lines: [], warnings: [operatorTexts.nobody(word)], code: 1 };
  const lines: string[] = [];
  for (const account of matchingAccounts) {
    const lockEnd = await lockedUntil(database.orm, account.userName, now());
    const lock = lockEnd && operatorTexts.locked(formatMoment(lockEnd, env.zone));
    lines.push(
      operatorTexts.userLine({
        userName: account.userName,
        nickName: account.nickName,
        organization: account.organization?.name ?? operatorTexts.platform,
        roles: account.isAdmin ? operatorTexts.admin : account.roles.map(({ name }) => name).join('、'),
        state: accountBarReason(account, now(), env.zone)?.message ?? lock ?? operatorTexts.fine,
      }),
    );
  }
  return commandSucceeded(operatorTexts.userHead, ...lines);
};
