import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Collapse, Skeleton } from 'antd';
import { client } from '@/api/client';
import { usePageActive } from '@/session/tabs/pageState';
import type { RequestLine, StateFigures } from '@contract/features/system/monitorWire';
import { bytesText } from '@contract/fields/bytesText';
import styles from './monitor.module.css';

/** Interval in ms for reloading the figures. */
const refreshIntervalMs = 30_000;
/** Age in h from which a daily backup is late. */
const lateBackupHours = 26;
/** Fraction of free disk space below which it is marked. */
const lowDiskShare = 0.1;

function RequestsTable({ lines, empty }: { lines: readonly RequestLine[]; empty: string }) {
  if (lines.length === 0) return <p>{empty}</p>;
  return (
    <table className={styles.lines}>
      <thead>
        <tr>
          <th>时间</th>
          <th>请求</th>
          <th>状态码</th>
          <th>耗时（ms）</th>
          <th>请求编号</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ time, method, path, status, ms, requestId }) => (
          <tr key={requestId}>
            <td>{time}</td>
            <td className="mono">
              {method} {path}
            </td>
            <td>{status}</td>
            <td>{ms.toLocaleString('zh-CN')}</td>
            <td className="mono">{requestId}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function JobsTable({ jobs }: Pick<StateFigures, 'jobs'>) {
  return (
    <table className={styles.lines}>
      <thead>
        <tr>
          <th>任务</th>
          <th>上次执行</th>
          <th>下次执行</th>
        </tr>
      </thead>
      <tbody>
        {jobs.map(({ key, title, last, next }) => (
          <tr key={key}>
            <td>{title}</td>
            <td className={last?.failed ? styles.bad : undefined}>
              {last ? `${last.time}${last.failed ? '（失败）' : ''}` : '尚未执行'}
            </td>
            <td>{next ?? '有待办时立即执行'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function backupText({ configured, last }: StateFigures['backup']): [string, string] {
  if (last) return [`${last.hours}小时前`, last.time];
  return configured ? ['尚无备份', '已设置每日备份'] : ['未设置', '请设置环境变量 BACKUP_DIR'];
}

/** 运行状况: refused and failed requests, slowest requests, disk space, last backup, and next runs of the jobs. */
export function StatePanel() {
  const isActive = usePageActive();
  const { data, error, refetch } = useQuery({
    queryKey: ['monitorState'],
    queryFn: async ({ signal }) =>
      (await client.get<StateFigures>('api/monitor/state', { signal, quiet: true, background: true })).data,
    enabled: isActive,
    refetchInterval: isActive ? refreshIntervalMs : false,
    retry: false,
    gcTime: 0,
  });
  if (error)
    return (
      <Alert
        type="error"
        showIcon
        title="运行状况加载失败"
        action={
          <Button size="small" onClick={() => void refetch()}>
            重试
          </Button>
        }
      />
    );
  if (!data) return <Skeleton active paragraph={{ rows: 3 }} />;
  const { requests, disk, backup, jobs } = data;
  const [age, backupTime] = backupText(backup);
  const figures: readonly (readonly [string, string, string, boolean?])[] = [
    ['请求次数', requests.total.toLocaleString('zh-CN'), `自${requests.since}`],
    ['拒绝的请求', requests.refused.toLocaleString('zh-CN'), '状态码4xx'],
    ['失败的请求', requests.failed.toLocaleString('zh-CN'), '状态码5xx', requests.failed > 0],
    [
      '磁盘剩余',
      disk ? bytesText(disk.free) : '未知',
      disk ? `共${bytesText(disk.total)}` : '系统未提供',
      disk !== null && disk.free < disk.total * lowDiskShare,
    ],
    ['最近备份', age, backupTime, backup.last === null || backup.last.hours >= lateBackupHours],
  ];
  return (
    <section aria-label="运行状况">
      <dl className={styles.figures}>
        {figures.map(([label, value, note, bad]) => (
          <div className={styles.figure} key={label}>
            <dt>{label}</dt>
            <dd className={bad ? styles.bad : undefined}>
              {value}
              <small>{note}</small>
            </dd>
          </div>
        ))}
      </dl>
      <Collapse
        size="small"
        className={styles.folds}
        items={[
          { key: 'jobs', label: `定时任务（${jobs.length}）`, children: <JobsTable jobs={jobs} /> },
          { key: 'slow', label: '最慢的请求', children: <RequestsTable lines={requests.slowest} empty="没有请求" /> },
          {
            key: 'failed',
            label: '最近失败的请求',
            children: <RequestsTable lines={requests.recentFailures} empty="没有失败的请求" />,
          },
        ]}
      />
    </section>
  );
}
