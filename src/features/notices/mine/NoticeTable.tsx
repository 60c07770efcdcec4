import { Pagination } from 'antd';
import { useMemo } from 'react';
import { phone, useMedia } from '@/lib/useMedia';
import { ListTable, useListEditor } from '@/listEditor';
import { useSession } from '@/session/sessionStore';
import { pageSizes } from '@contract/constants';
import type { NoticeSend } from '@contract/wire';
import { noticeOf, noticeTabPage, OpenNotice } from './noticeList';
import { useReloadWithBell } from './useReloadWithBell';
import styles from './notices.module.css';

interface NoticeTableProps {
  readonly label: string;
  readonly readFlag: '0' | '1';
  readonly height: number | string;
  readonly empty: string;
  readonly onOpen: (notice: NoticeSend) => void;
}

/** The person's notices by page in the bell's dialog: the list editor's table without its tools. */
export function NoticeTable({ label, readFlag, height, empty, onOpen }: NoticeTableProps) {
  const userId = useSession((session) => session.user?.id) ?? 0;
  const page = useMemo(() => noticeTabPage(userId, readFlag, label, empty), [userId, readFlag, label, empty]);
  const editor = useListEditor(page, { embedded: true });
  const isNarrow = useMedia(phone);
  useReloadWithBell(page);
  return (
    <OpenNotice value={onOpen}>
      <div className={styles.list}>
        <div className={styles.table}>
          <ListTable
            editor={editor}
            height={height}
            onOpen={(row) => onOpen(noticeOf(row))}
            onDelete={() => undefined}
          />
        </div>
        <Pagination
          className={styles.pages}
          size="small"
          current={editor.list.page}
          pageSize={editor.list.size}
          total={editor.total}
          pageSizeOptions={[...pageSizes]}
          showSizeChanger={{ showSearch: false, 'aria-label': '每页条数' }}
          showTotal={(count) => `共${count.toLocaleString('zh-CN')}条`}
          showLessItems={isNarrow}
          onChange={(next, size) => (size === editor.list.size ? editor.setPage(next) : editor.setSize(size))}
        />
      </div>
    </OpenNotice>
  );
}
