import BellOutlined from '@ant-design/icons/BellOutlined';
import { Button } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { deferredPart } from '@/lib/deferredPart';
import { loadNotices, startNotices, stopNotices, unreadOf, useNotices } from '@/session/notices/noticeStore';
import { useSession } from '@/session/sessionStore';
import { noticeTexts } from '@contract/features/notices/noticeTexts';
import styles from '../overlays/notices.module.css';

const NoticeDialog = deferredPart(async () => (await import('../overlays/NoticeDialog')).NoticeDialog);

/** Bell with the number of unread notices. Opens the dialog (SPEC §2). */
export function NoticeBell() {
  const userId = useSession((session) => session.user?.id);
  const unreadCount = useNotices(unreadOf);
  const hasFailed = useNotices((state) => state.failed);
  const [open, setOpen] = useState(false);
  const bell = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (userId === undefined) return;
    startNotices(userId);
    return stopNotices;
  }, [userId]);

  const label = hasFailed
    ? `${noticeTexts.bell}，${noticeTexts.loadFailed}`
    : unreadCount
      ? `${noticeTexts.bell}，${unreadCount}条未读`
      : noticeTexts.bell;
  return (
    <>
      <Button
        ref={bell}
        type="text"
        className={styles.bell}
        aria-label={label}
        aria-haspopup="dialog"
        title={label}
        icon={<BellOutlined />}
        onClick={() => {
          setOpen(true);
          void loadNotices();
        }}
      >
        {unreadCount > 0 && (
          <span className={styles.badge} aria-hidden="true">
            {unreadCount > 99 ? '99+' : unreadCount}
          </span>
        )}
      </Button>
      <span role="status" className={styles.heard}>
        {unreadCount ? `${unreadCount}条未读消息` : ''}
      </span>
      <NoticeDialog wanted={open} open={open} onClose={() => setOpen(false)} onClosed={() => bell.current?.focus()} />
    </>
  );
}
