import { registry } from '@server/app/resources';
import { pinyinOf } from '@server/base/pinyin';
import { parseMoment } from '@server/base/zone';
import { insertMany } from '@server/builtIn/insertMany';
import { safeRichText } from '@server/crud/safeRichText';
import { announcementSendTable } from '@server/db/schema';
import { dayFromNow, type DemoContext } from '../demoContext';
import { notices } from './demoNotices';

export interface NoticeReader {
  readonly id: number;
  readonly organizationId: number;
  readonly userName: string;
  readonly nickName: string;
}

const hourMs = 3_600_000;

/**
 * Adds the notices of the demonstration.
 * @param otherReaders people outside the staff of the organization: clients, external reviewers, people of another
 * organization
 */
export async function addNotices(
  demo: DemoContext,
  organizationId: number,
  staff: readonly NoticeReader[],
  otherReaders: readonly NoticeReader[],
): Promise<void> {
  const { services, tx } = demo;
  const now = services.now();
  for (const { daysAgo, at, readBy, recalled, everybody, ...draft } of notices) {
    // A time of today may be in the future if the server starts at night.
    const planned = daysAgo === null ? null : parseMoment(`${dayFromNow(demo, -daysAgo)} ${at}:00`, services.env.zone);
    const sendTime = planned && planned > now ? now : planned;
    const sendStatus = sendTime === null ? '0' : recalled ? '2' : '1';
    const extraFields = {
      sendStatus,
      sendTime,
      cancelTime: recalled && sendTime ? new Date(sendTime.getTime() + 2 * hourMs) : null,
      senderName: draft.senderName,
      createTime: sendTime ?? now,
    };
    const [anntId = 0] = await insertMany(tx, registry.named('announcement'), [
      { draft: { ...draft, msgContent: safeRichText(draft.msgContent) }, otherColumns: extraFields, organizationId },
    ]);
    if (!sendTime) continue;
    const readTimeOf = (userName: string): Date | null => {
      const delay = Object.hasOwn(readBy, userName) ? readBy[userName] : undefined;
      return delay === undefined ? null : new Date(Math.min(sendTime.getTime() + delay * hourMs, now.getTime()));
    };
    await tx.insert(announcementSendTable).values(
      [...staff, ...(everybody ? otherReaders : [])].map(({ id, organizationId: home, userName, nickName }) => {
        const readTime = readTimeOf(userName);
        return {
          anntId,
          userId: id,
          receiverName: nickName,
          ...pinyinOf(nickName),
          organizationId: home,
          readFlag: readTime ? '1' : '0',
          readTime,
          sendStatus,
          createTime: sendTime,
          ...(readTime ? { updateBy: id, updateTime: readTime } : {}),
        };
      }),
    );
  }
}
