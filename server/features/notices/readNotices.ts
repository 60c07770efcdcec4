import { and, asc, count, desc, eq, inArray, isNull, type SQL } from 'drizzle-orm';
import { defaultPageSize, maxPageSize } from '@contract/constants';
import { picturesIn } from '@contract/fields/richText';
import type { NoticeSend, NoticeSummary } from '@contract/wire';
import { formatMoment } from '@server/base/zone';
import { containsText } from '@server/crud/listQuery';
import type { Orm } from '@server/db/orm';
import { announcementSendTable as copy, announcementTable as source } from '@server/db/schema';
import { badRequest, notFound } from '@server/http/errors';
import type { Services } from '@server/services';

type NoticeQuery = Readonly<Record<string, string | string[]>>;

/** Columns of SPEC §3, Notice: a person's copy with the announcement's text. */
const noticeColumns = {
  id: copy.id,
  anntId: copy.anntId,
  userId: copy.userId,
  readFlag: copy.readFlag,
  sendStatus: copy.sendStatus,
  updateBy: copy.updateBy,
  titile: source.titile,
  msgAbstract: source.msgAbstract,
  senderName: source.senderName,
  msgContent: source.msgContent,
  msgCategory: source.msgCategory,
  priority: source.priority,
  sendTime: source.sendTime,
};

const sortableColumns = {
  id: copy.id,
  readFlag: copy.readFlag,
  titile: source.titile,
  senderName: source.senderName,
  sendTime: source.sendTime,
  priority: source.priority,
  msgCategory: source.msgCategory,
} as const;

const summaryLength = 5;

const ownCopies = (userId: number): SQL | undefined => and(eq(copy.userId, userId), isNull(copy.deleteTime));
const unreadCopies = (userId: number): SQL | undefined =>
  and(ownCopies(userId), eq(copy.readFlag, '0'), eq(copy.sendStatus, '1'));

const valuesIn = (value: string | string[] | undefined): string[] => [value ?? []].flat().filter((item) => item !== '');

function integerParam(
  name: string,
  value: string | string[] | undefined,
  fallback: number,
  min: number,
  max: number,
): number {
  if (value === undefined || value === '') return fallback;
  const number = typeof value === 'string' && /^\d{1,7}$/.test(value) ? Number(value) : Number.NaN;
  if (!(number >= min && number <= max)) throw badRequest(`参数${name}应为${min}到${max}之间的整数`);
  return number;
}

function orderOf(values: readonly string[]): SQL[] {
  const order = values.map((value) => {
    const [name = '', direction = 'asc'] = value.split(',');
    const column = Object.hasOwn(sortableColumns, name)
      ? sortableColumns[name as keyof typeof sortableColumns]
      : undefined;
    if (!column || (direction !== 'asc' && direction !== 'desc')) throw badRequest(`不能按“${name.slice(0, 30)}”排序`);
    return direction === 'desc' ? desc(column) : asc(column);
  });
  return order.length ? [...order, desc(copy.id)] : [desc(source.sendTime), desc(copy.id)];
}

const countNotices = async (orm: Orm, condition: SQL | undefined): Promise<number> => {
  const [countRow] = await orm
    .select({ total: count() })
    .from(copy)
    .innerJoin(source, eq(source.id, copy.anntId))
    .where(condition);
  return countRow?.total ?? 0;
};

const selectNotices = (orm: Orm, condition: SQL | undefined) =>
  orm.select(noticeColumns).from(copy).innerJoin(source, eq(source.id, copy.anntId)).where(condition).$dynamic();

const wireNotices = (rows: Awaited<ReturnType<typeof selectNotices>>, zone: string): NoticeSend[] =>
  rows.map((row) => ({
    ...row,
    readFlag: row.readFlag ?? '0',
    sendStatus: row.sendStatus ?? '1',
    sendTime: row.sendTime && formatMoment(row.sendTime, zone),
  }));

const anyOf = (column: typeof copy.readFlag | typeof source.priority, value: string | string[] | undefined) => {
  const values = valuesIn(value);
  return values.length ? inArray(column, values) : undefined;
};

async function pageOf({ database, env }: Services, userId: number, query: NoticeQuery) {
  const { orm } = database;
  const { id, pageNumber, pageSize, sort, titile, keyword, readFlag, sendStatus, msgCategory, priority } = query;
  const condition = and(
    ownCopies(userId),
    valuesIn(id).length ? eq(copy.id, integerParam('id', id, 0, 0, 9_999_999)) : undefined,
    anyOf(copy.readFlag, readFlag),
    // Recalled notices are left out unless requested.
    anyOf(copy.sendStatus, valuesIn(sendStatus).length ? sendStatus : '1'),
    anyOf(source.msgCategory, msgCategory),
    anyOf(source.priority, priority),
    ...[...valuesIn(titile), ...valuesIn(keyword)].map((text) =>
      containsText(source.titile, text.slice(0, 100).replaceAll('\0', '')),
    ),
  );
  const size = integerParam('pageSize', pageSize, defaultPageSize, 1, maxPageSize);
  const offset = integerParam('pageNumber', pageNumber, 0, 0, 1_000_000) * size;
  const [rows, totalCount] = await Promise.all([
    selectNotices(orm, condition)
      .orderBy(...orderOf(valuesIn(sort)))
      .limit(size)
      .offset(offset),
    countNotices(orm, condition),
  ]);
  return { records: wireNotices(rows, env.zone), total: totalCount };
}

async function newestUnread({ database, env }: Services, userId: number, category: string) {
  const { orm } = database;
  const condition = and(unreadCopies(userId), eq(source.msgCategory, category));
  const [rows, totalCount] = await Promise.all([
    selectNotices(orm, condition)
      .orderBy(...orderOf([]))
      .limit(summaryLength),
    countNotices(orm, condition),
  ]);
  return { rows: wireNotices(rows, env.zone), found: totalCount };
}

/** Returns the notices of one person; a `userId` in the request is ignored. */
export function noticesOf(services: Services, userId: number) {
  const { orm } = services.database;
  const readNow = () => ({
    readFlag: '1',
    readTime: services.now(),
    updateBy: userId,
    updateTime: services.now(),
  });
  return {
    /** Returns a page, newest first; `pageNumber` counts from zero as in every list (SPEC §7, Generic list). */
    page: (query: NoticeQuery): Promise<{ records: NoticeSend[]; total: number }> => pageOf(services, userId, query),

    /** Returns the data of the bell: the newest unread notices of each category, and the number of unread notices. */
    async summary(): Promise<NoticeSummary> {
      const [annt, sys] = await Promise.all([newestUnread(services, userId, '1'), newestUnread(services, userId, '2')]);
      return { anntMsgList: annt.rows, anntMsgTotal: annt.found, sysMsgList: sys.rows, sysMsgTotal: sys.found };
    },

    /**
     * Marks a copy as read.
     * @throws Refusal 404 for a copy of another person, without revealing whether it exists (QUALITY AZ7)
     */
    async markRead(id: number): Promise<void> {
      const ownCopy = and(eq(copy.id, id), ownCopies(userId));
      const [copyRow] = await orm.select({ id: copy.id }).from(copy).where(ownCopy);
      if (!copyRow) throw notFound();
      await orm
        .update(copy)
        .set(readNow())
        .where(and(ownCopy, eq(copy.readFlag, '0')));
    },

    /** Checks whether a notice sent to this person shows the picture. */
    async shows(id: number, file: string): Promise<boolean> {
      const [noticeRow] = await selectNotices(orm, and(eq(copy.id, id), ownCopies(userId), eq(copy.sendStatus, '1')));
      return noticeRow !== undefined && picturesIn(noticeRow.msgContent ?? '').includes(file);
    },

    /** Marks all copies as read and returns how many were unread. */
    async markAllRead(): Promise<number> {
      const rows = await orm.update(copy).set(readNow()).where(unreadCopies(userId)).returning({ id: copy.id });
      return rows.length;
    },
  };
}
