import { and, asc, eq, inArray, isNotNull, lte, ne } from 'drizzle-orm';
import { addDays } from '@contract/arithmetic/numbers/dayCounts';
import { certificateTexts, expiryReminderDays } from '@contract/features/reports/certificates/certificateTexts';
import { signingCertificate } from '@contract/features/reports/entities/signingCertificate';
import { permissionOf } from '@contract/permissions';
import { formatDay } from '@server/base/zone';
import { recordBuiltInRows } from '@server/builtIn/builtInRows';
import { personName } from '@server/db/distinctNames';
import type { Orm } from '@server/db/orm';
import { builtInTable, signingCertificateTable, userTable } from '@server/db/schema';
import { pushMessage, storeMessage } from '@server/features/notices/systemMessage';
import { systemCall } from '@server/http/systemCall';
import type { Services } from '@server/services';
import { signersOf } from '@server/workflow/rowSigners';

const renewPermission = permissionOf(signingCertificate, 'add');

/**
 * Returns the certificates in use that end within 30 days or have ended, except those of which the holder was already
 * reminded.
 */
async function dueReminders(tx: Orm, today: string) {
  const table = signingCertificateTable;
  const endingRows = await tx
    .select({
      id: table.id,
      holder: table.holder,
      organizationId: table.organizationId,
      person: table.person,
      nickName: personName(),
      day: table.validUntil,
    })
    .from(table)
    .leftJoin(userTable, eq(userTable.id, table.person))
    .where(
      and(
        eq(table.state, 'inUse'),
        ne(table.kind, 'authority'),
        isNotNull(table.organizationId),
        lte(table.validUntil, addDays(today, expiryReminderDays)),
      ),
    )
    .orderBy(asc(table.id));
  const reminders = endingRows.map(({ day: validUntil, ...certificate }) => {
    const day = String(validUntil);
    return { ...certificate, day, key: `certificate:${certificate.id}:${day < today ? 'past' : 'soon'}` };
  });
  if (reminders.length === 0) return [];
  const sentReminders = await tx
    .select({ key: builtInTable.key })
    .from(builtInTable)
    .where(
      inArray(
        builtInTable.key,
        reminders.map(({ key }) => key),
      ),
    );
  return reminders.filter(({ key }) => !sentReminders.some((sentReminder) => sentReminder.key === key));
}

/**
 * Notifies the holders of certificates, and the people who renew an organization's certificates, that a certificate
 * ends within 30 days or has ended: once before and once after.
 * @returns a sentence for the log; null without a notice
 */
export async function remindOfCertificates(services: Services): Promise<string | null> {
  const today = formatDay(services.now(), services.env.zone);
  const sentMessages: { people: number[]; msgId: number }[] = [];
  const count = await services.database.transaction(async (tx) => {
    const endings = await dueReminders(tx, today);
    for (const { holder, organizationId, person, nickName, day } of endings) {
      const people =
        person === null
          ? [...(await signersOf(tx, organizationId, undefined, [renewPermission])).values()]
          : [{ id: person, nickName: nickName ?? '' }];
      if (people.length === 0) continue;
      const msgId = await storeMessage(services, tx, systemCall(certificateTexts.reminder), {
        title: certificateTexts.endingTitle(holder ?? '', day, day < today),
        text: certificateTexts.endingText(certificateTexts.cure[person === null ? 'organization' : 'person']),
        priority: '1',
        organizationId,
        people: people.map((person) => ({ id: person.id, nickName: person.nickName })),
      });
      sentMessages.push({ people: people.map(({ id }) => id), msgId });
    }
    // Sent reminders are noted as built-in rows, so that none is sent twice.
    await recordBuiltInRows(
      tx,
      new Map(),
      endings.map(({ key, id }) => ({ key, rowId: id })),
    );
    return endings.length;
  });
  for (const { people, msgId } of sentMessages) await pushMessage(services, people, msgId);
  return count ? certificateTexts.reminded(count) : null;
}
