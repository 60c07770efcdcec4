import { useMemo } from 'react';
import { emptyCellText } from '@/fields';
import { Chart, type ChartProps } from '@/lib/chart/Chart';
import type { ProjectRisk } from '@contract/features/risk/riskWire';
import { unitRiskLabel } from '@contract/features/risk/unitRiskClass';
import styles from './pageRiskDetail.module.css';

const optionOf =
  (trend: readonly ProjectRisk[]): ChartProps['option'] =>
  (colours) => ({
    grid: { left: 44, right: 16, top: 36, bottom: 32 },
    legend: { top: 0, textStyle: { color: colours.text } },
    tooltip: { trigger: 'axis', renderMode: 'richText' },
    xAxis: {
      type: 'category',
      data: trend.map(({ on, code }) => on ?? code),
      axisLabel: { color: colours.quiet },
      axisLine: { lineStyle: { color: colours.line } },
    },
    yAxis: {
      type: 'value',
      name: '个',
      minInterval: 1,
      axisLabel: { color: colours.quiet },
      splitLine: { lineStyle: { color: colours.line } },
      nameTextStyle: { color: colours.quiet },
    },
    series: [
      {
        name: '判定岗位',
        type: 'line',
        symbol: 'circle',
        symbolSize: 8,
        itemStyle: { color: colours.primary },
        data: trend.map(({ posts }) => posts),
      },
      {
        name: '不符合岗位',
        type: 'line',
        symbol: 'diamond',
        symbolSize: 9,
        lineStyle: { type: 'dashed' },
        itemStyle: { color: colours.bad },
        data: trend.map(({ exceeding }) => exceeding),
      },
    ],
  });

interface TrendTableProps {
  readonly trend: readonly ProjectRisk[];
  readonly project: number | null;
  readonly onChoose: (projectId: number) => void;
}

/** Projects of the unit, the newest first. */
function TrendTable({ trend, project, onChoose }: TrendTableProps) {
  return (
    <table aria-label="历次变化的数据">
      <thead>
        <tr>
          <th scope="col">采样日期</th>
          <th scope="col">项目编号</th>
          <th scope="col">岗位</th>
          <th scope="col">不符合</th>
          <th scope="col">最高接触水平</th>
          <th scope="col">最高接触比值</th>
          <th scope="col">风险等级</th>
        </tr>
      </thead>
      <tbody>
        {[...trend].reverse().map((point) => (
          <tr key={point.project} aria-current={point.project === project ? 'true' : undefined}>
            <td>{point.on ?? emptyCellText}</td>
            <td>
              <button type="button" className={`${styles.link} reach`} onClick={() => onChoose(point.project)}>
                {point.code}
              </button>
            </td>
            <td>{point.posts}</td>
            <td>{point.exceeding > 0 ? <b className={styles.bad}>{point.exceeding}</b> : 0}</td>
            <td>{point.exposureLevel === null ? emptyCellText : `${point.exposureLevel}级`}</td>
            <td>{point.contactLevel === null ? emptyCellText : `${point.contactLevel} ${point.contactLabel ?? ''}`}</td>
            <td>{unitRiskLabel(point.risk.class)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/**
 * Shows the values of the unit's projects in order: a chart from two projects on, and a table. A project's number
 * opens its posts.
 */
export function RiskTrend({
  trend,
  project,
  onChoose,
}: {
  readonly trend: readonly ProjectRisk[];
  readonly project: number | null;
  readonly onChoose: (projectId: number) => void;
}) {
  const option = useMemo(() => optionOf(trend), [trend]);
  return (
    <section aria-label="历次变化">
      <h2>
        历次变化
        <small>
          {trend.length > 1 ? '点项目编号查看当次的岗位与因素' : '只有一个有已审核记录的项目，有两个以上时成图'}
        </small>
      </h2>
      <div className={styles.pair} data-alone={trend.length < 2}>
        {trend.length > 1 && (
          <Chart
            option={option}
            height={240}
            label={`历次变化，${trend.length}个项目，最近一次判定岗位${trend.at(-1)?.posts ?? 0}个，不符合${trend.at(-1)?.exceeding ?? 0}个`}
            onPick={(index) => onChoose(trend[index]?.project ?? 0)}
          />
        )}
        <div className={styles.tables}>
          <TrendTable trend={trend} project={project} onChoose={onChoose} />
        </div>
      </div>
    </section>
  );
}
