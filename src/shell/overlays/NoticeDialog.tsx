import { Button, Modal, Tabs } from 'antd';
import { useCallback, useMemo, useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { NoticeDetail } from '@/features/notices/mine/NoticeDetail';
import { NoticeTable } from '@/features/notices/mine/NoticeTable';
import { readNotice, unreadOf, useNotices } from '@/session/notices/noticeStore';
import { useSession } from '@/session/sessionStore';
import { PageStateContext } from '@/session/tabs/pageState';
import { resolvePath } from '@/session/tabs/resolvePath';
import { noticeDialogWidth, noticeTableHeight } from '@contract/constants';
import { noticeTexts } from '@contract/features/notices/noticeTexts';
import type { NoticeSend } from '@contract/wire';

const newsPath = '/notify/myNews';

const table = (
  page: { active: boolean; setDirty: () => undefined; setName: () => undefined },
  show: (notice: NoticeSend) => void,
  readFlag: '0' | '1',
  label: string,
  emptyText: string,
) => (
  <PageStateContext value={page}>
    <NoticeTable
      label={label}
      readFlag={readFlag}
      // SPEC §9's height, or less in a smaller window.
      height={`min(${noticeTableHeight}px, calc(100dvh - 290px))`}
      empty={emptyText}
      onOpen={show}
    />
  </PageStateContext>
);

interface ReadingModalProps {
  readonly open: boolean;
  readonly reading: boolean;
  readonly seeAll: ReactNode;
  readonly setNoticeOpen: (reading: boolean) => void;
  readonly notice: NoticeSend | null;
}

/** Shows the opened notice in place of the list. */
function ReadingModal({ open, reading, seeAll, setNoticeOpen, notice }: ReadingModalProps) {
  return (
    <Modal
      open={open && reading}
      width={noticeDialogWidth}
      centered
      title="消息详情"
      footer={[
        seeAll,
        <Button key="back" type="primary" onClick={() => setNoticeOpen(false)}>
          返回列表
        </Button>,
      ]}
      onCancel={() => setNoticeOpen(false)}
    >
      {notice && (
        <div style={{ maxHeight: 'calc(100dvh - 220px)', overflow: 'auto' }}>
          <NoticeDetail notice={notice} />
        </div>
      )}
    </Modal>
  );
}

/** State of the dialog: the chosen tab, the open notice, and where its links lead. */
function useNoticeDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const navigate = useNavigate();
  const userId = useSession((session) => session.user?.id) ?? 0;
  const hasPage = useSession(
    ({ routeTable }) => routeTable !== null && resolvePath(routeTable, newsPath).kind === 'page',
  );
  const unreadCount = useNotices(unreadOf);
  const [tab, setTab] = useState('unread');
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
  // SPEC §2: the notice page opens after this dialog has closed (docs/decisions/0009).
  const toPage = () => {
    setNoticeOpen(false);
    onClose();
    void navigate(newsPath);
  };
  const seeAll = hasPage && (
    <Button key="all" onClick={toPage}>
      {noticeTexts.seeAll}
    </Button>
  );

  // A closed dialog sends no requests.
  const page = useMemo(() => ({ active: open, setDirty: () => undefined, setName: () => undefined }), [open]);
  return { unreadCount, tab, setTab, notice, isNoticeOpen, setNoticeOpen, show, seeAll, page };
}

/**
 * Lists 未读(n) and 已读, and shows an opened notice in place of the list, because no dialog opens over another (SPEC
 * §2, docs/spec/design.md).
 */
export function NoticeDialog({
  open,
  onClose,
  onClosed,
}: {
  open: boolean;
  onClose: () => void;
  onClosed: () => void;
}) {
  const { unreadCount, tab, setTab, notice, isNoticeOpen, setNoticeOpen, show, seeAll, page } = useNoticeDialog({
    open,
    onClose,
  });

  return (
    <>
      <Modal
        open={open && !isNoticeOpen}
        width={noticeDialogWidth}
        centered
        title={noticeTexts.bell}
        footer={[
          seeAll,
          <Button key="close" onClick={onClose}>
            关闭
          </Button>,
        ]}
        onCancel={onClose}
        afterClose={() => open || onClosed()}
      >
        <Tabs
          activeKey={tab}
          onChange={setTab}
          items={[
            {
              key: 'unread',
              label: noticeTexts.unread(unreadCount),
              children: table(page, show, '0', '未读消息', '没有未读消息'),
            },
            { key: 'read', label: noticeTexts.read, children: table(page, show, '1', '已读消息', '还没有读过的消息') },
          ]}
        />
      </Modal>
      <ReadingModal open={open} reading={isNoticeOpen} seeAll={seeAll} setNoticeOpen={setNoticeOpen} notice={notice} />
    </>
  );
}
