import { createContext, useContext } from 'react';
import { type CellProps, definePage, type ListPage } from '@/listEditor';
import { receivedNotice } from '@contract/features/notices/entities/receivedNotice';
import type { NoticeSend } from '@contract/wire';
import styles from './notices.module.css';

/** Context with the function that opens a notice of the surrounding list. */
export const OpenNotice = createContext<(notice: NoticeSend) => void>(() => undefined);

/** Types a row of a list as a notice (SPEC §7); the columns have the names of the wire. */
export const noticeOf = (row: CellProps['row']): NoticeSend => row as unknown as NoticeSend;

function TitleCell({ row }: CellProps) {
  const open = useContext(OpenNotice);
  const notice = noticeOf(row);
  return (
    <button
      type="button"
      className={notice.readFlag === '0' ? styles.unread : styles.title}
      onClick={() => open(notice)}
    >
      {notice.titile}
    </button>
  );
}

const sharedNoticeConfig = {
  entity: receivedNotice,
  url: 'api/ohitAnnouncementSend/querySendInfo',
  pageParam: 'pageNumber',
  sizeParam: 'pageSize',
  cells: { titile: TitleCell },
  abilities: [],
} as const;

/** Page of all notices; `noticePage` restricts it to a person. */
const baseNoticePage = definePage({
  ...sharedNoticeConfig,
  columns: ['titile', 'readFlag', 'msgCategory', 'priority', 'senderName', 'sendTime'],
  cards: true,
  widths: { titile: 360, sendTime: 168 },
  filters: ['readFlag', 'msgCategory', 'priority'],
  sort: 'sendTime,desc',
  empty: '还没有收到消息',
});

/** One tab of the bell's dialog (SPEC §2). */
const baseNoticeTab = definePage({
  ...sharedNoticeConfig,
  columns: ['titile', 'msgCategory', 'priority', 'sendTime'],
  widths: { titile: 340, msgCategory: 110, priority: 90, sendTime: 168 },
  sort: 'sendTime,desc',
});

/**
 * Returns the list page of a person's notices.
 * @param userId id of the signed-in person; the server returns only the person's own notices
 */
export const noticePage = (userId: number): ListPage => ({
  ...baseNoticePage,
  fixedQuery: { userId, sendStatus: '1' },
});

/**
 * Returns a tab of the bell's dialog.
 * @param readFlag `0` unread, `1` read
 */
export const noticeTabPage = (userId: number, readFlag: '0' | '1', title: string, emptyText: string): ListPage => ({
  ...baseNoticeTab,
  title,
  empty: emptyText,
  fixedQuery: { userId, sendStatus: '1', readFlag },
});
