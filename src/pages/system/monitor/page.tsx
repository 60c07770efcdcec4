import ReloadOutlined from '@ant-design/icons/ReloadOutlined';
import { useQuery } from '@tanstack/react-query';
import { Button, Checkbox, Descriptions, Drawer, Input, Segmented, Skeleton, Space } from 'antd';
import { useMemo, useState } from 'react';
import { client } from '@/api/client';
import { failureOf } from '@/api/failures';
import { went } from '@/api/went';
import { msText, slowColumns, sorted, statementColumns } from '@/features/system/monitor/columns';
import { Figures } from '@/features/system/monitor/Figures';
import { StatePanel } from '@/features/system/monitor/StatePanel';
import { DataTable, type TableSort } from '@/grid/DataTable';
import { CopyButton } from '@/lib/CopyButton';
import { feedback } from '@/lib/feedback';
import { Notice, WayButton } from '@/lib/notice/Notice';
import { useSession } from '@/session/sessionStore';
import { useSettings } from '@/session/settingsStore';
import { usePageActive } from '@/session/tabs/pageState';
import { diagnosticsOffCode } from '@contract/constants';
import type { MonitorFigures, SlowStatement, StatementFigures } from '@contract/features/system/monitor';
import type { Answer } from '@contract/wire';
import styles from '@/features/system/monitor/monitor.module.css';

/** ms */
const every = 5000;

type Shown = StatementFigures | SlowStatement;

/** /system/monitor: number and duration of database statements by kind, for platform administrators. */
export default function MonitorPage() {
  const admin = useSession((session) => session.user?.isAdmin === true);
  if (!admin)
    return (
      <Notice title="仅平台管理员可用" text="SQL监控显示整个系统的运行情况，不按机构区分，请联系平台管理员查看。" />
    );
  return (
    <div className={styles.page}>
      <StatePanel />
      <Monitor />
    </div>
  );
}

type View = 'statements' | 'slow';

interface HeadProps {
  readonly data: MonitorFigures;
  readonly live: boolean;
  readonly onLive: (live: boolean) => void;
  readonly fetching: boolean;
  readonly refetch: () => Promise<unknown>;
}

/** Since when the figures count, and buttons to load them again and to start anew. */
function Head({ data, live, onLive, fetching, refetch }: HeadProps) {
  const reset = async () => {
    if (!(await feedback.confirm('确定重新开始统计吗？现有的统计和慢语句将清空。'))) return;
    if (!(await went(client.delete<Answer>('api/monitor')))) return;
    feedback.notify('success', '已重新开始统计');
    await refetch();
  };

  return (
    <div className={styles.head}>
      <p>
        自 {data.since} 起，本进程的统计；数据值不记录。
        {data.dropped > 0 && `另有 ${data.dropped} 次语句因种类过多未计入。`}
      </p>
      <Space wrap>
        <Checkbox checked={live} onChange={(event) => onLive(event.target.checked)}>
          每 5 秒自动刷新
        </Checkbox>
        <Button icon={<ReloadOutlined />} loading={fetching && !live} onClick={() => void refetch()}>
          刷新
        </Button>
        <Button danger onClick={() => void reset()}>
          重新统计
        </Button>
      </Space>
    </div>
  );
}

function Missing({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  const { code, message, requestId } = failureOf(error);
  if (code === diagnosticsOffCode) return <Notice title="SQL监控未开放" text={message} />;
  return (
    <Notice title="加载失败" text={`${message}${requestId ? `（请求编号 ${requestId}）` : ''}`}>
      <WayButton first onClick={onRetry}>
        重试
      </WayButton>
    </Notice>
  );
}

interface StatementsProps {
  readonly data: MonitorFigures;
  readonly view: View;
  /** Part of the statements to list, in lower case. */
  readonly wanted: string;
  readonly onOpen: (shown: Shown) => void;
}

/** List of the statements, or of the slow ones. */
function Statements({ data, view, wanted, onOpen }: StatementsProps) {
  const size = useSettings((settings) => settings.size);
  const [sort, setSort] = useState<TableSort | null>({ field: 'total', order: 'desc' });
  const [slowSort, setSlowSort] = useState<TableSort | null>(null);
  const columns = useMemo(() => statementColumns(onOpen), [onOpen]);
  const slow = useMemo(() => slowColumns(onOpen), [onOpen]);
  const matches = ({ sql }: Shown) => sql.toLowerCase().includes(wanted);
  return view === 'statements' ? (
    <DataTable<StatementFigures>
      label="语句"
      rows={sorted(data.statements.filter(matches), sort)}
      rowKey={({ sql }) => sql}
      columns={columns}
      height="100%"
      density={size}
      sort={sort}
      onSort={setSort}
      onOpen={onOpen}
      empty={<p className={styles.empty}>没有符合条件的语句</p>}
    />
  ) : (
    <DataTable<SlowStatement>
      label="慢语句"
      rows={sorted(data.slow.filter(matches), slowSort)}
      rowKey={({ sql, time, ms }) => `${time} ${ms} ${sql}`}
      columns={slow}
      height="100%"
      density={size}
      sort={slowSort}
      onSort={setSlowSort}
      onOpen={onOpen}
      empty={<p className={styles.empty}>没有达到 {data.slowFrom} ms 的语句</p>}
    />
  );
}

/** The whole statement with its figures. */
function Statement({ shown }: { readonly shown: Shown }) {
  return (
    <>
      <pre className={styles.sql}>{shown.sql}</pre>
      <p>
        <CopyButton text={shown.sql} />
      </p>
      <Descriptions
        column={1}
        size="small"
        bordered
        items={factsOf(shown).map(([label, value]) => ({ key: label, label, children: value }))}
      />
    </>
  );
}

function Monitor() {
  const active = usePageActive();
  const [live, setLive] = useState(true);
  const [view, setView] = useState<View>('statements');
  const [typed, setTyped] = useState('');
  const [open, setOpen] = useState<Shown | null>(null);
  // Paused while the tab or the browser window is hidden.
  const { data, error, isPending, isFetching, refetch } = useQuery({
    queryKey: ['monitor'],
    queryFn: async ({ signal }) => (await client.get<MonitorFigures>('api/monitor', { signal, quiet: true })).data,
    enabled: active,
    refetchInterval: live && active ? every : false,
    refetchIntervalInBackground: false,
    retry: false,
    gcTime: 0,
  });
  if (isPending) return <Skeleton active paragraph={{ rows: 10 }} />;
  if (!data) return <Missing error={error} onRetry={() => void refetch()} />;
  return (
    <section className={styles.statements} aria-label="SQL监控">
      <Head data={data} live={live} onLive={setLive} fetching={isFetching} refetch={refetch} />
      <Figures figures={data} />
      <div className={styles.bar}>
        <Segmented
          value={view}
          onChange={setView}
          options={[
            { value: 'statements', label: `语句（${data.statements.length}）` },
            { value: 'slow', label: `慢语句（${data.slow.length}，≥ ${data.slowFrom} ms）` },
          ]}
        />
        <Input
          allowClear
          placeholder="按语句查找，如表名"
          aria-label="查找语句"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          style={{ width: 260 }}
        />
      </div>
      <div className={styles.table}>
        <Statements data={data} view={view} wanted={typed.trim().toLowerCase()} onOpen={setOpen} />
      </div>
      <Drawer open={open !== null && active} size={640} title="语句" onClose={() => setOpen(null)}>
        {open && <Statement shown={open} />}
      </Drawer>
    </section>
  );
}

function factsOf(shown: Shown): [string, string][] {
  if ('count' in shown) {
    return [
      ['次数', shown.count.toLocaleString('zh-CN')],
      ['平均', `${msText(shown.mean)} ms`],
      ['最长', `${msText(shown.max)} ms`],
      ['总耗时', `${msText(shown.total)} ms`],
      ['行数', shown.rows.toLocaleString('zh-CN')],
      ['失败', shown.errors ? `${shown.errors} 次，最近一次的代码 ${shown.lastError}` : '0 次'],
      ['最近执行', shown.lastTime],
    ];
  }
  return [
    ['时间', shown.time],
    ['耗时', `${msText(shown.ms)} ms`],
    ['行数', shown.rows.toLocaleString('zh-CN')],
    ['错误代码', shown.error ?? '无'],
  ];
}
