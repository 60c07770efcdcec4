import type { NoticeSend, NoticeSummary } from '@contract/wire';
import { client } from './client';
import { readPage } from './readPage';

/** Returns the newest unread notices and their number per category. `background` for requests of a timer. */
export async function fetchSummary(background: boolean): Promise<NoticeSummary> {
  const { data } = await client.get<{ body: NoticeSummary }>('api/ohitAnnouncement/listByUser', {
    quiet: true,
    ...(background ? { background } : {}),
  });
  return data.body;
}

export interface NoticeQuestion {
  readonly userId: number;
  readonly readFlag?: string | undefined;
  readonly titile?: string | undefined;
  readonly msgCategory?: readonly string[];
  readonly priority?: readonly string[];
  readonly id?: number | undefined;
  /** From 1. */
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
  return readPage<NoticeSend>(data);
}

/** Marks a notice as read: readFlag 1, updateBy the person (SPEC §4). */
export async function markRead(id: number, userId: number): Promise<void> {
  await client.put('api/ohitAnnouncementSend/edit', { id, readFlag: '1', updateBy: userId });
}

/** Marks all notices as read. Returns how many were unread. */
export async function markAllRead(): Promise<number> {
  return (await client.put<{ body: number }>('api/ohitAnnouncementSend/readAll')).data.body;
}

/** Returns the URL of an image in a notice for its receivers. */
export const noticePictureUrl =
  (noticeId: number) =>
  (fileId: string): string =>
    `api/ohitAnnouncementSend/${noticeId}/picture/${fileId}`;

export type ReceiverKind = 'all' | 'organization' | 'roles' | 'users' | 'clients';
export interface Receivers {
  readonly kind: ReceiverKind;
  readonly ids: readonly number[];
}

/** Returns the number and names of the people that a notice would reach. */
export async function fetchReceivers(to: Receivers, signal?: AbortSignal): Promise<{ count: number; names: string[] }> {
  return (
    await client.post<{ body: { count: number; names: string[] } }>(
      'api/ohitAnnouncement/receivers',
      { to },
      { quiet: true, ...(signal ? { signal } : {}) },
    )
  ).data.body;
}

/** Sends a notice. Returns the sentence that tells how many people it reached. */
export async function sendAnnouncement(id: number, to: Receivers, idempotencyKey: string): Promise<string> {
  return (await client.put<{ message: string }>('api/ohitAnnouncement/send', { id, to }, { idempotencyKey })).data
    .message;
}

export async function recallAnnouncement(id: number): Promise<string> {
  return (await client.put<{ message: string }>('api/ohitAnnouncement/recall', { id })).data.message;
}
