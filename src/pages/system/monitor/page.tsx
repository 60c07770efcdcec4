import ReloadOutlined from '@ant-design/icons/ReloadOutlined';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Checkbox, Segmented, Skeleton, Space } from 'antd';
import { useEffect, useState } from 'react';
import { failureOf } from '@/api/callFailures';
import { client } from '@/api/client';
import { succeeded } from '@/api/succeeded';
import { MonitorFigureCards } from '@/features/system/monitor/MonitorFigureCards';
import { slowPage, statementsPage } from '@/features/system/monitor/monitorPages';
import { StatementDrawer } from '@/features/system/monitor/StatementDrawer';
import { StatePanel } from '@/features/system/monitor/StatePanel';
import { feedback } from '@/lib/feedback';
import { Notice, NoticeButton } from '@/lib/notice/Notice';
import { ListEditor } from '@/listEditor';
import { useSession } from '@/session/sessionStore';
import { usePageActive } from '@/session/tabs/pageState';
import { diagnosticsOffCode } from '@contract/constants';
import type { AnyRow } from '@contract/entity';
import type { MonitorFigures } from '@contract/features/system/monitorWire';
import type { Answer } from '@contract/wire';
import styles from '@/features/system/monitor/monitor.module.css';

/** Interval in ms for reloading the figures. */
const refreshIntervalMs = 5000;
const views = { statements: statementsPage, slow: slowPage } as const;

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

/** Queries the figures, again every few seconds while the tab and the browser window are visible. */
function useFigures(live: boolean) {
  const isActive = usePageActive();
  return useQuery({
    queryKey: ['monitor'],
    queryFn: async ({ signal }) => (await client.get<MonitorFigures>('api/monitor', { signal, quiet: true })).data,
    enabled: isActive,
    refetchInterval: live && isActive ? refreshIntervalMs : false,
    refetchIntervalInBackground: false,
    retry: false,
    gcTime: 0,
  });
}

function Monitor() {
  const queryClient = useQueryClient();
  const [live, setLive] = useState(true);
  const { data, error, isPending, isFetching, refetch, dataUpdatedAt } = useFigures(live);
  // Reloads the lists together with the figures.
  useEffect(() => {
    for (const { url } of Object.values(views)) void queryClient.invalidateQueries({ queryKey: ['list', url] });
  }, [queryClient, dataUpdatedAt]);

  const reset = async () => {
    if (!(await feedback.confirm('确定重新开始统计吗？现有的统计和慢语句将清空。'))) return;
    if (!(await succeeded(client.delete<Answer>('api/monitor')))) return;
    feedback.notify('success', '已重新开始统计');
    await refetch();
  };

  if (isPending) return <Skeleton active paragraph={{ rows: 10 }} />;
  if (!data) {
    const { code, message, requestId } = failureOf(error);
    if (code === diagnosticsOffCode) return <Notice title="SQL监控未开放" text={message} />;
    return (
      <Notice title="加载失败" text={`${message}${requestId ? `（请求编号 ${requestId}）` : ''}`}>
        <NoticeButton first onClick={() => void refetch()}>
          重试
        </NoticeButton>
      </Notice>
    );
  }
  return (
    <section className={styles.statements} aria-label="SQL监控">
      <div className={styles.head}>
        <p>
          自 {data.since} 起，本进程的统计；数据值不记录。
          {data.dropped > 0 && `另有${data.dropped}次语句因种类过多未计入。`}
        </p>
        <Space wrap>
          <Checkbox checked={live} onChange={(event) => setLive(event.target.checked)}>
            每5秒自动刷新
          </Checkbox>
          <Button icon={<ReloadOutlined />} loading={isFetching && !live} onClick={() => void refetch()}>
            刷新
          </Button>
          <Button danger onClick={() => void reset()}>
            重新统计
          </Button>
        </Space>
      </div>
      <MonitorFigureCards figures={data} />
      <Statements slowFrom={data.slowFrom} />
    </section>
  );
}

/** List of the kinds of statements, or of the slow ones. */
function Statements({ slowFrom }: { readonly slowFrom: number }) {
  const [view, setView] = useState<keyof typeof views>('statements');
  const [open, setOpen] = useState<AnyRow | null>(null);
  const page = views[view];
  return (
    <>
      <Segmented
        value={view}
        onChange={setView}
        options={[
          { value: 'statements', label: '语句' },
          { value: 'slow', label: `慢语句（≥ ${slowFrom} ms）` },
        ]}
      />
      <div className={styles.table}>
        <ListEditor key={view} page={page} embedded onOpenShowsAllFields onOpen={setOpen} />
      </div>
      <StatementDrawer entity={page.entity} row={open} onClose={() => setOpen(null)} />
    </>
  );
}
