import { and, eq, inArray, sql } from 'drizzle-orm';
import { mailChoiceOf, mailPreference, mailTexts, wantsMail } from '@contract/features/notices/mailNotices';
import type { Orm } from '@server/db/orm';
import { preferenceTable, userTable } from '@server/db/schema';
import type { Services } from '@server/services';
import { usedMailSettings } from './mailSettings';

/** Columns for mailing a new copy of a notice. */
interface MailMark {
  readonly mailState?: 'waiting' | 'skipped';
  readonly mailNote?: string;
  readonly mailNext?: Date;
}

/** Channel of PostgreSQL notifications that wakes the sender on every node after the commit. */
export const mailChannel = 'mail';

/**
 * Returns a function that gives the mail columns of a person's new copy: waiting to be mailed, or skipped with a
 * reason. Wakes the sender after the commit. Without a mail server the columns are empty.
 * @param priority priority of the notice, which people may exclude from mail
 */
export async function mailMarks(
  services: Services,
  tx: Orm,
  personIds: readonly number[],
  priority: string,
): Promise<(personId: number) => MailMark> {
  if (personIds.length === 0 || !(await usedMailSettings(services, tx))) return () => ({});
  const mailUsers = await tx
    .select({ id: userTable.id, email: userTable.email, choice: preferenceTable.value })
    .from(userTable)
    .leftJoin(preferenceTable, and(eq(preferenceTable.userId, userTable.id), eq(preferenceTable.key, mailPreference)))
    .where(inArray(userTable.id, [...personIds]));
  const markByCopy = new Map(
    mailUsers.map(({ id, email, choice }): [number, MailMark] => {
      if (!email) return [id, { mailState: 'skipped', mailNote: mailTexts.noAddress }];
      if (!wantsMail(mailChoiceOf(choice), priority))
        return [id, { mailState: 'skipped', mailNote: mailTexts.unwanted }];
      return [id, { mailState: 'waiting', mailNext: services.now() }];
    }),
  );
  if ([...markByCopy.values()].some(({ mailState }) => mailState === 'waiting'))
    await tx.execute(sql`select pg_notify(${mailChannel}, '')`);
  return (personId) => markByCopy.get(personId) ?? {};
}
