import BellOutlined from '@ant-design/icons/BellOutlined';
import { Button } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { latePart } from '@/lib/latePart';
import { loadNotices, startNotices, stopNotices, unreadOf, useNotices } from '@/session/notices/noticeStore';
import { useSession } from '@/session/sessionStore';
import { noticeTexts } from '@contract/features/notices/noticeTexts';
import styles from '../overlays/notices.module.css';

const NoticeDialog = latePart(async () => (await import('../overlays/NoticeDialog')).NoticeDialog);

/** Bell with the number of unread notices. Opens the dialog (SPEC §2). */
export function NoticeBell() {
  const userId = useSession((session) => session.user?.id);
  const unread = useNotices(unreadOf);
  const failed = useNotices((state) => state.failed);
  const [open, setOpen] = useState(false);
  const bell = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (userId === undefined) return;
    startNotices(userId);
    return stopNotices;
  }, [userId]);

  const label = failed
    ? `${noticeTexts.bell}，${noticeTexts.loadFailed}`
    : unread
      ? `${noticeTexts.bell}，${unread}条未读`
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
        {unread > 0 && (
          <span className={styles.badge} aria-hidden="true">
            {unread > 99 ? '99+' : unread}
          </span>
        )}
      </Button>
      <span role="status" className={styles.heard}>
        {unread ? `${unread}条未读消息` : ''}
      </span>
      <NoticeDialog wanted={open} open={open} onClose={() => setOpen(false)} onClosed={() => bell.current?.focus()} />
    </>
  );
}
