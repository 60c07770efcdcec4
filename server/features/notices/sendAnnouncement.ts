import { and, eq, isNull, sql } from 'drizzle-orm';
import { announcement } from '@contract/features/notices/entities/notice';
import { noticeTexts } from '@contract/features/notices/noticeTexts';
import { actorOf, recordAudit } from '@server/audit/auditTrail';
import type { Registry } from '@server/crud/resource';
import { scopeOf } from '@server/crud/rowScope';
import { once } from '@server/crud/runOnce';
import type { Orm } from '@server/db/orm';
import { announcementSendTable, announcementTable } from '@server/db/schema';
import { conflict, notFound } from '@server/http/errors';
import type { Call } from '@server/http/route';
import type { Recipients } from '@server/services';
import type { Services } from '@server/services';
import { nameOnPaper } from '@server/signing/signRows';
import { type RecipientsBody, recipientsOf } from './announcementRecipients';
import { storeCopies } from './noticeCopies';

type StoredAnnouncement = typeof announcementTable.$inferSelect;

async function lockAnnouncement(
  tx: Orm,
  registry: Registry,
  call: Call<unknown>,
  id: number,
): Promise<StoredAnnouncement> {
  const scope = scopeOf(registry.named('announcement'), call.viewer);
  const [row] = await tx
    .select()
    .from(announcementTable)
    .where(and(eq(announcementTable.id, id), isNull(announcementTable.deleteTime), scope))
    .for('update');
  if (!row) throw notFound();
  return row;
}

async function moveAnnouncement(
  tx: Orm,
  services: Services,
  call: Call<unknown>,
  row: StoredAnnouncement,
  change: Pick<Partial<StoredAnnouncement>, 'sendStatus' | 'sendTime' | 'cancelTime' | 'senderName'>,
  auditFields: Record<string, unknown>,
): Promise<void> {
  const stamp = { version: row.version + 1, updateBy: call.viewer.user.id, updateTime: services.now() };
  await tx
    .update(announcementTable)
    .set({ ...change, ...stamp })
    .where(eq(announcementTable.id, row.id));
  await recordAudit(tx, actorOf(call), [
    {
      action: 'status',
      entity: announcement,
      entityId: row.id,
      title: row.titile,
      organizationId: row.organizationId,
      before: { sendStatus: row.sendStatus },
      after: { sendStatus: change.sendStatus, ...auditFields },
    },
  ]);
}

/** Pushes a message to browsers. A failure is only logged: browsers poll later, and the announcement must not fail. */
async function pushToBrowsers(
  services: Services,
  recipients: Recipients,
  cmd: 'topic' | 'user',
  msgId: number,
): Promise<void> {
  try {
    await services.push.send(recipients, { cmd, msgId });
  } catch (error) {
    services.log.warn({ err: error, announcement: msgId }, 'a notice was not pushed');
  }
}

/**
 * Publishes a draft: stores one copy for each person, then notifies their browsers. Returns the number of copies.
 * @throws Refusal 409 for an announcement that is not a draft
 */
export async function publishAnnouncement(
  services: Services,
  registry: Registry,
  call: Call<{ id: number; to: RecipientsBody }>,
): Promise<number> {
  const { id, to } = call.body;
  const { people, fresh } = await services.database.transaction(async (tx) => {
    let isNew = false;
    const people = await once(tx, call, async () => {
      isNew = true;
      const row = await lockAnnouncement(tx, registry, call, id);
      if (row.sendStatus !== '0') throw conflict(noticeTexts.notDraft);
      const recipients = await recipientsOf(tx, registry, call.viewer, to);
      await moveAnnouncement(
        tx,
        services,
        call,
        row,
        { sendStatus: '1', sendTime: services.now(), senderName: await nameOnPaper(tx, call.viewer.user) },
        { to: to.kind, ids: to.ids, people: recipients.length },
      );
      await storeCopies(services, tx, {
        anntId: id,
        priority: row.priority,
        createBy: call.viewer.user.id,
        people: recipients,
      });
      return recipients.map((person) => person.id);
    });
    return { people, fresh: isNew };
  });
  if (fresh) {
    const isEverybody = to.kind === 'all' && call.viewer.organizationId === null;
    await pushToBrowsers(services, isEverybody ? 'all' : people, to.kind === 'users' ? 'user' : 'topic', id);
  }
  return people.length;
}

/**
 * Recalls a published announcement from all recipients, read or not.
 * @throws Refusal 409 for an announcement that is not sent
 */
export async function recallSentAnnouncement(
  services: Services,
  registry: Registry,
  call: Call<{ id: number }>,
): Promise<void> {
  const people = await services.database.transaction(async (tx) => {
    const row = await lockAnnouncement(tx, registry, call, call.body.id);
    if (row.sendStatus !== '1') throw conflict(noticeTexts.notSent);
    await moveAnnouncement(tx, services, call, row, { sendStatus: '2', cancelTime: services.now() }, {});
    const withdrawnState = sql`case when ${announcementSendTable.mailState} = 'waiting' then 'withdrawn'
      else ${announcementSendTable.mailState} end`;
    const copies = await tx
      .update(announcementSendTable)
      .set({ sendStatus: '2', mailState: withdrawnState, updateTime: services.now() })
      .where(eq(announcementSendTable.anntId, row.id))
      .returning({ userId: announcementSendTable.userId });
    return copies.map(({ userId }) => userId);
  });
  await pushToBrowsers(services, people, 'topic', call.body.id);
}
