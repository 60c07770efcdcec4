import { noticeTexts } from '@contract/features/notices/noticeTexts';
import type { NoticeSend, NoticeSummary } from '@contract/wire';
import { momentIn } from './backEnd/foreignMoments';
import { Failure } from './callFailures';
import { client, serverSupports } from './client';
import { readPage } from './readPage';

const normalizeNotice = (notice: NoticeSend): NoticeSend => ({
  ...notice,
  sendTime: (momentIn(notice.sendTime) ?? null) as string | null,
});

/** Returns the summary. If a back end sends no counts, the lengths of the lists are used. */
function summaryOf(body: Partial<NoticeSummary> | undefined): NoticeSummary {
  if (!body) throw new Failure('refused', noticeTexts.loadFailed);
  const { anntMsgList = [], sysMsgList = [] } = body;
  return {
    anntMsgList: anntMsgList.map(normalizeNotice),
    sysMsgList: sysMsgList.map(normalizeNotice),
    anntMsgTotal: Number(body.anntMsgTotal ?? anntMsgList.length),
    sysMsgTotal: Number(body.sysMsgTotal ?? sysMsgList.length),
  };
}

/** Returns the newest unread notices and their number per category. `background` for requests of a timer. */
export async function fetchSummary(background: boolean): Promise<NoticeSummary> {
  const { data } = await client.get<{ body?: Partial<NoticeSummary> }>('api/ohitAnnouncement/listByUser', {
    quiet: true,
    ...(background ? { background } : {}),
  });
  return summaryOf(data.body);
}

interface NoticeQuestion {
  readonly userId: number;
  readonly readFlag?: string | undefined;
  readonly titile?: string | undefined;
  readonly msgCategory?: readonly string[];
  readonly priority?: readonly string[];
  readonly id?: number | undefined;
  /** Number of the page, from 1. */
  readonly page: number;
  readonly size: number;
  readonly sort?: string | undefined;
}

/** Returns a page of the person's own notices (SPEC §7). The caller shows a failure. */
export async function fetchNotices(
  { page, size, ...rest }: NoticeQuestion,
  signal?: AbortSignal,
): Promise<{ content: NoticeSend[]; totalElements: number }> {
  const params = { ...rest, sendStatus: '1', pageNumber: page - 1, pageSize: size };
  const { data } = await client.get<unknown>('api/ohitAnnouncementSend/querySendInfo', {
    params,
    quiet: true,
    ...(signal ? { signal } : {}),
  });
  const { content, totalElements } = readPage<NoticeSend>(data);
  return { content: content.map(normalizeNotice), totalElements };
}

/** Marks a notice as read: readFlag 1, updateBy the person (SPEC §4). */
export async function markRead(id: number, userId: number): Promise<void> {
  await client.put('api/ohitAnnouncementSend/edit', { id, readFlag: '1', updateBy: userId });
}

/** Marks all notices as read; one by one if the server has no call for all. */
export async function markAllRead(userId: number): Promise<void> {
  if (serverSupports('readAll')) return void (await client.put('api/ohitAnnouncementSend/readAll'));
  const { content } = await fetchNotices({ userId, readFlag: '0', page: 1, size: 5000 });
  for (const { id } of content) await markRead(id, userId);
}

/** Returns the URL of an image in a notice for its receivers. */
export const noticePictureUrl =
  (noticeId: number) =>
  (fileId: string): string =>
    `api/ohitAnnouncementSend/${noticeId}/picture/${fileId}`;

export type ReceiverKind = 'all' | 'organization' | 'roles' | 'users' | 'clients';
interface NoticeReceivers {
  readonly kind: ReceiverKind;
  readonly ids: readonly number[];
}

/** Returns the number and names of the people whom a notice would reach. */
export async function fetchReceivers(
  noticeReceivers: NoticeReceivers,
  signal?: AbortSignal,
): Promise<{ count: number; names: string[] }> {
  return (
    await client.post<{ body: { count: number; names: string[] } }>(
      'api/ohitAnnouncement/receivers',
      { to: noticeReceivers },
      { quiet: true, ...(signal ? { signal } : {}) },
    )
  ).data.body;
}

/** Sends a notice. Returns the sentence with the number of recipients. */
export async function sendAnnouncement(id: number, to: NoticeReceivers, idempotencyKey: string): Promise<string> {
  return (await client.put<{ message: string }>('api/ohitAnnouncement/send', { id, to }, { idempotencyKey })).data
    .message;
}

export async function recallAnnouncement(id: number): Promise<string> {
  return (await client.put<{ message: string }>('api/ohitAnnouncement/recall', { id })).data.message;
}
