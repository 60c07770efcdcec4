import { and, asc, eq, inArray, isNull, lte } from 'drizzle-orm';
import { dayAfter } from '@contract/arithmetic/numbers/days';
import { expiryNoticeTexts } from '@contract/features/notices/certificateExpiryNotices';
import { soonDays } from '@contract/features/system/accountExpiry';
import { user } from '@contract/features/system/entities/user';
import { permissionOf } from '@contract/permissions';
import { formatDay } from '@server/base/zone';
import { note } from '@server/builtIn/builtIns';
import { personName } from '@server/db/namesakes';
import type { Orm } from '@server/db/orm';
import { builtInTable, menuTable, roleMenusTable, roleTable, userRolesTable, userTable } from '@server/db/schema';
import { pushMessage, storeMessage } from '@server/features/notices/systemMessage';
import { systemCall } from '@server/http/systemCall';
import type { Services } from '@server/services';

type What = keyof typeof expiryNoticeTexts.what;

interface Ending {
  readonly id: number;
  readonly nickName: string;
  readonly organizationId: number;
  readonly day: string;
  readonly past: boolean;
}

const columns = { certificate: userTable.certUntil, account: userTable.expiryDate } as const;

/** Returns the key of a sent reminder. Each end has two: one before it and one after it. */
const keyOf = (what: What, { id, day, past }: Ending): string =>
  `ending:${what}:${id}:${day}:${past ? 'past' : 'soon'}`;

/**
 * Returns the staff whose certificate or account ends within 30 days or has ended, without those who got a reminder.
 */
async function endingsOf(tx: Orm, what: What, today: string): Promise<Ending[]> {
  const rows = await tx
    .select({
      id: userTable.id,
      nickName: personName(),
      organizationId: userTable.organizationId,
      day: columns[what],
      isAdmin: userTable.isAdmin,
    })
    .from(userTable)
    .where(
      and(
        isNull(userTable.deleteTime),
        eq(userTable.enabled, '1'),
        eq(userTable.isQy, false),
        eq(userTable.isOutside, false),
        lte(columns[what], dayAfter(today, soonDays)),
      ),
    )
    .orderBy(asc(columns[what]), asc(userTable.id));
  const found = rows.flatMap(({ organizationId, day, isAdmin, ...row }) =>
    organizationId === null || day === null || (what === 'account' && isAdmin)
      ? []
      : [{ ...row, organizationId, day, past: day < today }],
  );
  if (!found.length) return [];
  const told = new Set(
    (
      await tx
        .select({ key: builtInTable.key })
        .from(builtInTable)
        .where(
          inArray(
            builtInTable.key,
            found.map((one) => keyOf(what, one)),
          ),
        )
    ).map(({ key }) => key),
  );
  return found.filter((one) => !told.has(keyOf(what, one)));
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
  const sent: { people: number[]; msgId: number }[] = [];
  let count = 0;
  await services.database.transaction(async (tx) => {
    const tell = async (
      organizationId: number,
      people: readonly { id: number; nickName: string }[],
      title: string,
      text: string,
    ): Promise<void> => {
      if (!people.length) return;
      const msgId = await storeMessage(services, tx, call, { title, text, priority: '1', organizationId, people });
      sent.push({ people: people.map(({ id }) => id), msgId });
    };
    for (const what of ['certificate', 'account'] as const) {
      const label = expiryNoticeTexts.what[what];
      const endings = await endingsOf(tx, what, today);
      count += endings.length;
      for (const organizationId of new Set(endings.map((one) => one.organizationId))) {
        const own = endings.filter((one) => one.organizationId === organizationId);
        const lines = own.map(({ nickName, day, past }) => expiryNoticeTexts.line(nickName, day, past));
        await tell(
          organizationId,
          await keepersOf(tx, organizationId),
          expiryNoticeTexts.title(label, own.length),
          expiryNoticeTexts.text(label, lines),
        );
        for (const { id, nickName, day, past } of own)
          await tell(
            organizationId,
            [{ id, nickName }],
            expiryNoticeTexts.ownTitle(label, day, past),
            expiryNoticeTexts.ownText,
          );
      }
      await note(
        tx,
        new Map(),
        endings.map((one) => ({ key: keyOf(what, one), rowId: one.id })),
      );
    }
  });
  for (const { people, msgId } of sent) await pushMessage(services, people, msgId);
  return count ? expiryNoticeTexts.told(count) : null;
}
