import { useQuery } from '@tanstack/react-query';
import { Button, InputNumber, Segmented, Skeleton } from 'antd';
import type { EChartsCoreOption } from 'echarts/core';
import { useCallback, useState } from 'react';
import { failureOf } from '@/api/callFailures';
import { succeeded } from '@/api/succeeded';
import { Chart, type ChartColours } from '@/lib/chart/Chart';
import { RetryNotice } from '@/lib/notice/Notice';
import {
  exceedanceShare,
  type StatisticsBy,
  statisticsBy,
  statisticsColumns,
  type StatisticsLine,
  statisticsTexts,
  type StatisticsView,
} from '@contract/features/platforms/reportStatistics';
import { downloadStatistics, fetchStatistics, pushKey } from './pushCalls';
import styles from './platforms.module.css';

/** Highest number of bars in a chart; the table has every line. */
const maxBars = 20;

/** Returns the option of a chart with points as bars, exceedances within the bars, and people as a line. */
const optionOf =
  (statisticsLines: readonly StatisticsLine[]) =>
  ({ text, quiet, line, primary, bad, active }: ChartColours): EChartsCoreOption => ({
    grid: { left: 60, right: 60, top: 40, bottom: 90 },
    legend: { textStyle: { color: text } },
    tooltip: { trigger: 'axis' },
    xAxis: {
      type: 'category',
      data: statisticsLines.map(({ label }) => label),
      axisLabel: {
        color: quiet,
        interval: 0,
        rotate: statisticsLines.length > 6 ? 40 : 0,
        width: 110,
        overflow: 'truncate',
      },
    },
    yAxis: [
      { type: 'value', name: '点数', minInterval: 1, splitLine: { lineStyle: { color: line } } },
      { type: 'value', name: '人数', minInterval: 1, splitLine: { show: false } },
    ],
    series: [
      {
        name: '检测点数',
        type: 'bar',
        data: statisticsLines.map(({ points }) => points),
        itemStyle: { color: primary },
      },
      { name: '超标点数', type: 'bar', data: statisticsLines.map(({ over }) => over), itemStyle: { color: bad } },
      {
        name: '接触人数',
        type: 'line',
        yAxisIndex: 1,
        data: statisticsLines.map(({ workers }) => workers),
        itemStyle: { color: active },
      },
    ],
  });

function FiguresTable({ view: { by, lines, total } }: { readonly view: StatisticsView }) {
  const cells = (line: Omit<StatisticsLine, 'key' | 'label'>) =>
    [line.reports, line.points, line.over, exceedanceShare(line), line.workers].map((value, index) => (
      <td key={statisticsColumns[index]} data-right="true">
        {typeof value === 'number' ? value.toLocaleString('zh-CN') : value}
      </td>
    ));
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{statisticsBy.find(({ value }) => value === by)?.label}</th>
          {statisticsColumns.map((heading) => (
            <th key={heading} scope="col" data-right="true">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map((statisticsLine) => (
          <tr key={statisticsLine.key}>
            <td>{statisticsLine.label}</td>
            {cells(statisticsLine)}
          </tr>
        ))}
        <tr>
          <th scope="row">{statisticsTexts.total}</th>
          {cells(total)}
        </tr>
      </tbody>
    </table>
  );
}

interface YearProps {
  readonly label: string;
  readonly value: number;
  readonly onChange: (year: number) => void;
}

function Year({ label, value, onChange }: YearProps) {
  return (
    <label>
      {label}
      <InputNumber
        aria-label={label}
        min={2000}
        max={2100}
        precision={0}
        value={value}
        onChange={(next) => typeof next === 'number' && onChange(next)}
      />
    </label>
  );
}

/** Returns the first and the last of the past five years. */
function defaultYears(): readonly [number, number] {
  const now = new Date().getFullYear();
  return [now - 4, now];
}

/** Points, exceedances and people of issued reports by year, trade, area or hazard: chart, table and workbook. */
export function ReportStatistics() {
  const [by, setBy] = useState<StatisticsBy>('year');
  const [[from, to], setYears] = useState<readonly [number, number]>(defaultYears);
  const query = { by, from, to };
  const { data, error, refetch } = useQuery({
    queryKey: [...pushKey, 'statistics', query],
    queryFn: ({ signal }) => fetchStatistics(query, signal),
    retry: false,
    enabled: from <= to,
  });
  const statisticsLines = data?.lines.slice(0, maxBars) ?? [];
  const key = JSON.stringify(statisticsLines);
  const option = useCallback((colours: ChartColours) => optionOf(JSON.parse(key) as StatisticsLine[])(colours), [key]);
  return (
    <section className={styles.page} aria-label={statisticsTexts.title}>
      <div className={styles.bar}>
        <Segmented<StatisticsBy>
          aria-label="统计口径"
          value={by}
          onChange={setBy}
          options={statisticsBy.map(({ value, label }) => ({ value, label: `按${label}` }))}
        />
        <Year label="起始年度" value={from} onChange={(next) => setYears([next, to])} />
        <Year label="截止年度" value={to} onChange={(next) => setYears([from, next])} />
        <Button disabled={!data?.lines.length} onClick={() => void succeeded(downloadStatistics(query))}>
          下载Excel
        </Button>
      </div>
      {from > to ? (
        <p className={styles.missing}>{statisticsTexts.wrongYears}</p>
      ) : error ? (
        <RetryNotice title="统计加载失败" text={failureOf(error).pageText} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton active />
      ) : data.lines.length === 0 ? (
        <p className={styles.quiet}>{statisticsTexts.none}</p>
      ) : (
        <div className={styles.scroll}>
          <Chart
            option={option}
            label={`按${statisticsBy.find(({ value }) => value === by)?.label ?? ''}的检测点数、超标点数和接触人数`}
          />
          <p className={styles.quiet}>{statisticsTexts.rule}</p>
          <FiguresTable view={data} />
        </div>
      )}
    </section>
  );
}
