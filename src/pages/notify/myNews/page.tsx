import { Button } from 'antd';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { fetchNotices, markAllRead } from '@/api/notices';
import { succeeded } from '@/api/succeeded';
import { NoticeDetail } from '@/features/notices/mine/NoticeDetail';
import { noticeOf, noticePage, OpenNotice } from '@/features/notices/mine/noticeList';
import { useReloadWithBell } from '@/features/notices/mine/useReloadWithBell';
import { feedback } from '@/lib/feedback';
import { defineAction, ListEditor, type ListPage } from '@/listEditor';
import { loadNotices, readNotice, unreadOf, useNotices } from '@/session/notices/noticeStore';
import { PageModal } from '@/session/overlays';
import { useSession } from '@/session/sessionStore';
import { usePageActive } from '@/session/tabs/pageState';
import { noticeTexts } from '@contract/features/notices/noticeTexts';
import type { NoticeSend } from '@contract/wire';

async function readAll(userId: number): Promise<void> {
  const unreadCount = unreadOf(useNotices.getState());
  if (unreadCount === 0) return feedback.notify('info', noticeTexts.noneUnread);
  if (!(await feedback.confirm(noticeTexts.confirmReadAll(unreadCount)))) return;
  if (await succeeded(markAllRead(userId))) feedback.notify('success', noticeTexts.allRead);
  await loadNotices();
}

/** Shows the notice that `?id=` names after the page is shown, and removes the id from the address. */
function useAskedNotice(userId: number, show: (notice: NoticeSend) => void): void {
  const [params, setParams] = useSearchParams();
  const isActive = usePageActive();
  const requestedId = params.get('id');
  useEffect(() => {
    if (!requestedId || !isActive || userId === 0) return;
    setParams(
      (previousParams) => {
        previousParams.delete('id');
        return previousParams;
      },
      { replace: true },
    );
    const id = /^\d{1,9}$/.test(requestedId) ? Number(requestedId) : 0;
    fetchNotices({ userId, id, page: 1, size: 10 }).then(
      ({ content: [foundNotice] }) =>
        foundNotice ? show(foundNotice) : feedback.notify('warning', noticeTexts.notYours),
      () => feedback.notify('error', noticeTexts.loadFailed),
    );
  }, [requestedId, isActive, userId, setParams, show]);
}

/** All notices that the person received. `?id=` opens one. */
export default function MyNewsPage() {
  const userId = useSession((session) => session.user?.id) ?? 0;
  const [notice, setNotice] = useState<NoticeSend | null>(null);
  const [isNoticeOpen, setNoticeOpen] = useState(false);
  const show = useCallback(
    (chosenNotice: NoticeSend) => {
      setNotice(chosenNotice);
      setNoticeOpen(true);
      void readNotice(chosenNotice, userId);
    },
    [userId],
  );
  useAskedNotice(userId, show);
  const page = useMemo<ListPage>(
    () => ({
      ...noticePage(userId),
      actions: [
        defineAction({ key: 'readAll', label: noticeTexts.readAll, place: 'toolbar', run: () => readAll(userId) }),
      ],
    }),
    [userId],
  );
  useReloadWithBell(page);
  return (
    <OpenNotice value={show}>
      <ListEditor page={page} onOpenShowsAllFields onOpen={(row) => show(noticeOf(row))} />
      <PageModal
        open={isNoticeOpen}
        width={720}
        title="消息详情"
        footer={
          <Button type="primary" onClick={() => setNoticeOpen(false)}>
            关闭
          </Button>
        }
        onCancel={() => setNoticeOpen(false)}
      >
        {notice && <NoticeDetail notice={notice} />}
      </PageModal>
    </OpenNotice>
  );
}
