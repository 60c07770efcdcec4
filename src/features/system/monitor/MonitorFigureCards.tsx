import type { MonitorFigures } from '@contract/features/system/monitorWire';
import { bytesText } from '@contract/fields/bytesText';
import { msText } from './msText';
import styles from './monitor.module.css';

/** Returns a duration by its two largest parts: `3 天 4 小时`. */
function durationText(seconds: number): string {
  const parts = [
    [Math.floor(seconds / 86_400), '天'],
    [Math.floor(seconds / 3600) % 24, '小时'],
    [Math.floor(seconds / 60) % 60, '分'],
    [Math.floor(seconds) % 60, '秒'],
  ] as const;
  const firstNonZero = parts.findIndex(([value]) => value > 0);
  return firstNonZero < 0
    ? '0秒'
    : parts
        .slice(firstNonZero, firstNonZero + 2)
        .map(([value, unit]) => `${value} ${unit}`)
        .join(' ');
}

/** Shows key figures of the process and its connections. */
export function MonitorFigureCards({
  figures: { process, connections, totals, database },
}: {
  figures: MonitorFigures;
}) {
  const shownFigures: readonly (readonly [label: string, value: string, more: string, bad?: boolean])[] = [
    ['语句次数', totals.count.toLocaleString('zh-CN'), `共返回或写入${totals.rows.toLocaleString('zh-CN')}行`],
    ['平均耗时', `${msText(totals.count ? totals.ms / totals.count : 0)} ms`, `总耗时 ${msText(totals.ms)} ms`],
    [
      '失败次数',
      totals.errors.toLocaleString('zh-CN'),
      totals.errors ? '代码见语句一栏' : '没有失败',
      totals.errors > 0,
    ],
    [
      '数据库连接',
      `${connections.open - connections.idle} / ${connections.most}`,
      database === 'pglite' ? '内嵌数据库，单连接' : `空闲 ${connections.idle}，排队 ${connections.waiting}`,
      connections.waiting > 0,
    ],
    [
      '事件循环延迟',
      `${msText(process.eventLoopDelay.mean)} ms`,
      `P99 ${msText(process.eventLoopDelay.p99)} ms，最长 ${msText(process.eventLoopDelay.max)} ms`,
      process.eventLoopDelay.p99 > 200,
    ],
    [
      '内存',
      bytesText(process.memory.rss),
      `堆 ${bytesText(process.memory.heapUsed)} / ${bytesText(process.memory.heapTotal)}`,
    ],
    ['CPU', `${(process.cpu * 100).toFixed(0)}%`, '占一个核心的份额，统计以来'],
    [
      '已运行',
      durationText(process.uptime),
      `进程 ${process.pid}，Node ${process.node}，版本 ${process.version}，LibreOffice${process.office ? '可用' : '未安装'}`,
    ],
  ];
  return (
    <dl className={styles.figures}>
      {shownFigures.map(([label, value, note, bad]) => (
        <div className={styles.figure} key={label}>
          <dt>{label}</dt>
          <dd className={bad ? styles.bad : undefined}>
            {value}
            <small>{note}</small>
          </dd>
        </div>
      ))}
    </dl>
  );
}
