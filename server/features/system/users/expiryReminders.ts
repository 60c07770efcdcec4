import { and, asc, eq, inArray, isNull, lte } from 'drizzle-orm';
import { addDays } from '@contract/arithmetic/numbers/dayCounts';
import { expiryNoticeTexts } from '@contract/features/notices/certificateExpiryNotices';
import { soonDays } from '@contract/features/system/accounts/accountExpiry';
import { user } from '@contract/features/system/entities/user';
import { permissionOf } from '@contract/permissions';
import { formatDay } from '@server/base/zone';
import { recordBuiltInRows } from '@server/builtIn/builtInRows';
import { personName } from '@server/db/distinctNames';
import type { Orm } from '@server/db/orm';
import { builtInTable, menuTable, roleMenusTable, roleTable, userRolesTable, userTable } from '@server/db/schema';
import { pushMessage, storeMessage } from '@server/features/notices/systemMessage';
import { systemCall } from '@server/http/systemCall';
import type { Services } from '@server/services';

type ReminderKind = keyof typeof expiryNoticeTexts.what;

interface ExpiringAccount {
  readonly id: number;
  readonly nickName: string;
  readonly organizationId: number;
  readonly day: string;
  readonly past: boolean;
}

const expiryColumns = { certificate: userTable.certUntil, account: userTable.expiryDate } as const;

/** Returns the key of a sent reminder. Each end has two: one before it and one after it. */
const keyOf = (subject: ReminderKind, { id, day, past }: ExpiringAccount): string =>
  `ending:${subject}:${id}:${day}:${past ? 'past' : 'soon'}`;

/**
 * Returns the staff whose certificate or account ends within 30 days or has ended, without those who got a reminder.
 */
async function endingsOf(tx: Orm, subject: ReminderKind, today: string): Promise<ExpiringAccount[]> {
  const rows = await tx
    .select({
      id: userTable.id,
      nickName: personName(),
      organizationId: userTable.organizationId,
      day: expiryColumns[subject],
      isAdmin: userTable.isAdmin,
    })
    .from(userTable)
    .where(
      and(
        isNull(userTable.deleteTime),
        eq(userTable.enabled, '1'),
        eq(userTable.isQy, false),
        eq(userTable.isOutside, false),
        lte(expiryColumns[subject], addDays(today, soonDays)),
      ),
    )
    .orderBy(asc(expiryColumns[subject]), asc(userTable.id));
  const endings = rows.flatMap(({ organizationId, day, isAdmin, ...row }) =>
    organizationId === null || day === null || (subject === 'account' && isAdmin)
      ? []
      : [{ ...row, organizationId, day, past: day < today }],
  );
  if (!endings.length) return [];
  const remindedKeys = new Set(
    (
      await tx
        .select({ key: builtInTable.key })
        .from(builtInTable)
        .where(
          inArray(
            builtInTable.key,
            endings.map((ending) => keyOf(subject, ending)),
          ),
        )
    ).map(({ key }) => key),
  );
  return endings.filter((ending) => !remindedKeys.has(keyOf(subject, ending)));
}

/** Returns the people of an organization who may edit its people. */
const keepersOf = (tx: Orm, organizationId: number) =>
  tx
    .selectDistinct({ id: userTable.id, nickName: personName() })
    .from(userTable)
    .innerJoin(userRolesTable, eq(userRolesTable.ownerId, userTable.id))
    .innerJoin(roleTable, and(eq(roleTable.id, userRolesTable.targetId), isNull(roleTable.deleteTime)))
    .innerJoin(roleMenusTable, eq(roleMenusTable.ownerId, roleTable.id))
    .innerJoin(menuTable, and(eq(menuTable.id, roleMenusTable.targetId), isNull(menuTable.deleteTime)))
    .where(
      and(
        eq(userTable.organizationId, organizationId),
        eq(userTable.enabled, '1'),
        isNull(userTable.deleteTime),
        eq(menuTable.permission, permissionOf(user, 'edit')),
      ),
    );

/**
 * Notifies people and their organization's administrators of certificates and accounts that end within 30 days or
 * have ended: once before each end and once after it.
 * @returns a sentence for the log; null without a notice
 */
export async function remindOfEndings(services: Services): Promise<string | null> {
  const today = formatDay(services.now(), services.env.zone);
  const call = systemCall(expiryNoticeTexts.job);
  const sentMessages: { people: number[]; msgId: number }[] = [];
  let count = 0;
  await services.database.transaction(async (tx) => {
    const remindPeople = async (
      organizationId: number,
      people: readonly { id: number; nickName: string }[],
      title: string,
      text: string,
    ): Promise<void> => {
      if (!people.length) return;
      const msgId = await storeMessage(services, tx, call, { title, text, priority: '1', organizationId, people });
      sentMessages.push({ people: people.map(({ id }) => id), msgId });
    };
    for (const subject of ['certificate', 'account'] as const) {
      const label = expiryNoticeTexts.what[subject];
      const endings = await endingsOf(tx, subject, today);
      count += endings.length;
      for (const organizationId of new Set(endings.map((ending) => ending.organizationId))) {
        const organizationEndings = endings.filter((ending) => ending.organizationId === organizationId);
        const lines = organizationEndings.map(({ nickName, day, past }) => expiryNoticeTexts.line(nickName, day, past));
        await remindPeople(
          organizationId,
          await keepersOf(tx, organizationId),
          expiryNoticeTexts.title(label, organizationEndings.length),
          expiryNoticeTexts.text(label, lines),
        );
        for (const { id, nickName, day, past } of organizationEndings)
          await remindPeople(
            organizationId,
            [{ id, nickName }],
            expiryNoticeTexts.ownTitle(label, day, past),
            expiryNoticeTexts.ownText,
          );
      }
      await recordBuiltInRows(
        tx,
        new Map(),
        endings.map((ending) => ({ key: keyOf(subject, ending), rowId: ending.id })),
      );
    }
  });
  for (const { people, msgId } of sentMessages) await pushMessage(services, people, msgId);
  return count ? expiryNoticeTexts.told(count) : null;
}
