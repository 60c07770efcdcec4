import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Pagination } from 'antd';
import { useEffect, useMemo, useState } from 'react';
import { failureOf } from '@/api/failures';
import { fetchNotices, type NoticeQuestion } from '@/api/notices';
import { DictCell, missing } from '@/fields';
import { DataTable, type DataTableColumn, type TableSort } from '@/grid/DataTable';
import { Notice, WayButton } from '@/lib/notice/Notice';
import { phone, useMedia } from '@/lib/useMedia';
import { useNotices } from '@/session/notices/noticeStore';
import { useSession } from '@/session/sessionStore';
import { useSettings } from '@/session/settingsStore';
import { usePageActive } from '@/session/tabs/pageState';
import { defaultPageSize, pageSizes } from '@contract/constants';
import { fixedDictionaries } from '@contract/dictionaries';
import { labelOf } from '@contract/entity';
import { announcement } from '@contract/features/notices/entities/notice';
import { noticeTexts } from '@contract/features/notices/noticeTexts';
import type { NoticeSend } from '@contract/wire';
import styles from './notices.module.css';

interface NoticeTableProps {
  readonly label: string;
  readonly filters: Pick<NoticeQuestion, 'readFlag' | 'titile' | 'msgCategory' | 'priority'>;
  readonly height: number | string;
  readonly empty: string;
  /** Adds a column that marks unread notices. */
  readonly withFlag?: boolean;
  /** Loads only while the table is visible. */
  readonly shown?: boolean;
  readonly onOpen: (notice: NoticeSend) => void;
}

const keyOf = (notice: NoticeSend): number => notice.id;
const labelIn = (dict: 'msgCategory' | 'priority' | 'readFlag', value: string): string =>
  fixedDictionaries[dict].find((entry) => entry.value === value)?.label ?? value;

/** Queries a page of the person's notices. */
function useNoticePages(filters: NoticeTableProps['filters'], shown: boolean) {
  const userId = useSession((session) => session.user?.id) ?? 0;
  const round = useNotices((state) => state.round);
  const active = usePageActive();
  const [page, setPage] = useState(1);
  const [pageSize, setPageSize] = useState<number>(defaultPageSize);
  const [sort, setSort] = useState<TableSort | null>(null);
  const asked = JSON.stringify(filters);
  useEffect(() => setPage(1), [asked]);

  const question: NoticeQuestion = {
    ...filters,
    userId,
    page,
    size: pageSize,
    sort: sort ? `${sort.field},${sort.order}` : undefined,
  };
  const query = useQuery({
    queryKey: ['notices', question, round],
    queryFn: ({ signal }) => fetchNotices(question, signal),
    enabled: shown && active && userId > 0,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const rows = query.data?.content ?? none;
  const total = query.data?.totalElements ?? 0;
  // When the last notice of the last page was read, shows the page before.
  useEffect(() => {
    if (query.isSuccess && !query.isPlaceholderData && rows.length === 0 && total > 0 && page > 1)
      setPage(Math.max(1, Math.ceil(total / pageSize)));
  }, [query.isSuccess, query.isPlaceholderData, rows.length, total, page, pageSize]);

  const turn = (next: number, nextSize: number) => {
    setPage(nextSize === pageSize ? next : 1);
    setPageSize(nextSize);
  };
  return { query, rows, total, page, pageSize, sort, setSort, turn };
}

const dictColumn = (
  name: 'msgCategory' | 'priority' | 'readFlag',
  title: string,
  width: number,
): DataTableColumn<NoticeSend> => ({
  key: name,
  title,
  width,
  sortable: true,
  text: (row) => labelIn(name, row[name]),
  render: (row) => <DictCell dict={name} value={row[name]} />,
});

interface ColumnsOptions {
  readonly narrow: boolean;
  readonly withFlag: boolean;
  readonly onOpen: (notice: NoticeSend) => void;
}

function columnsOf({ narrow, withFlag, onOpen }: ColumnsOptions): DataTableColumn<NoticeSend>[] {
  return [
    {
      key: 'titile',
      title: labelOf(announcement, 'titile'),
      width: narrow ? 190 : withFlag ? 360 : 340,
      fixed: 'left',
      text: (row) => row.titile,
      render: (row) => (
        <button
          type="button"
          className={withFlag && row.readFlag === '0' ? styles.unread : styles.title}
          onClick={() => onOpen(row)}
        >
          {row.titile}
        </button>
      ),
    },
    ...(withFlag ? [dictColumn('readFlag', '阅读状态', 92)] : []),
    dictColumn('msgCategory', labelOf(announcement, 'msgCategory'), 110),
    dictColumn('priority', labelOf(announcement, 'priority'), 90),
    ...(withFlag
      ? [
          {
            key: 'senderName',
            title: labelOf(announcement, 'senderName'),
            width: 110,
            text: (row: NoticeSend) => row.senderName ?? missing,
            render: (row: NoticeSend) => row.senderName ?? missing,
          },
        ]
      : []),
    {
      key: 'sendTime',
      title: labelOf(announcement, 'sendTime'),
      width: 168,
      sortable: true,
      text: (row) => row.sendTime ?? missing,
      render: (row) => row.sendTime ?? missing,
    },
  ];
}

/** The person's notices by page, in the bell's dialog and on the page of all notices. */
export function NoticeTable({
  label,
  filters,
  height,
  empty,
  withFlag = false,
  shown = true,
  onOpen,
}: NoticeTableProps) {
  const size = useSettings((settings) => settings.size);
  const narrow = useMedia(phone);
  const { query, rows, total, page, pageSize, sort, setSort, turn } = useNoticePages(filters, shown);
  const columns = useMemo(() => columnsOf({ narrow, withFlag, onOpen }), [narrow, withFlag, onOpen]);
  const failure = query.error && failureOf(query.error);
  return (
    <div className={height === '100%' ? `${styles.list} ${styles.whole}` : styles.list}>
      <div className={styles.table}>
        <DataTable<NoticeSend>
          label={label}
          rows={rows}
          rowKey={keyOf}
          columns={columns}
          height={height}
          density={size}
          loading={query.isFetching}
          error={
            failure ? (
              <Notice title={noticeTexts.loadFailed} text={failure.message}>
                <WayButton first onClick={() => void query.refetch()}>
                  重试
                </WayButton>
              </Notice>
            ) : undefined
          }
          empty={<p className={styles.empty}>{empty}</p>}
          sort={sort}
          onSort={setSort}
          onOpen={onOpen}
        />
      </div>
      <Pagination
        className={styles.pages}
        size="small"
        current={page}
        pageSize={pageSize}
        total={total}
        pageSizeOptions={[...pageSizes]}
        showSizeChanger={{ showSearch: false, 'aria-label': '每页条数' }}
        showTotal={(count) => `共 ${count.toLocaleString('zh-CN')} 条`}
        showLessItems={narrow}
        onChange={turn}
      />
    </div>
  );
}

const none: readonly NoticeSend[] = [];
