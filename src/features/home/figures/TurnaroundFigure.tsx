import { Segmented } from 'antd';
import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { emptyCellText } from '@/fields';
import { Chart, type ChartProps } from '@/lib/chart/Chart';
import { figureTexts } from '@contract/features/home/figures/figureTexts';
import { type HomeFigureValues, maxTurnaroundJobs } from '@contract/features/home/figures/figureWire';
import {
  type DayUnit,
  dayUnits,
  turnaroundByMonth,
  type TurnaroundMonth,
  turnaroundOfAll,
} from '@contract/features/home/figures/turnaroundFigures';
import { FigureCard } from './FigureCard';
import { useFigureLinks, type FigureLinks } from './figureLinks';
import { FigureTable } from './FigureTable';

const shownDays = (days: number | null): string => (days === null ? emptyCellText : String(Number(days.toFixed(1))));

const optionOf =
  (months: readonly TurnaroundMonth[]): ChartProps['option'] =>
  (colours) => ({
    grid: { left: 40, right: 16, top: 36, bottom: 28 },
    legend: { top: 0, right: 0, textStyle: { color: colours.text } },
    tooltip: {
      trigger: 'axis',
      renderMode: 'richText',
      formatter: (points: readonly { readonly dataIndex: number }[]) => {
        const month = months[points[0]?.dataIndex ?? 0];
        return month
          ? `${month.month}　${month.count}份报告\n中位数${shownDays(month.median)}天\nP90 ${shownDays(month.p90)}天`
          : '';
      },
    },
    xAxis: {
      type: 'category',
      data: months.map(({ month }) => month),
      axisLabel: { color: colours.quiet },
      axisLine: { lineStyle: { color: colours.line } },
    },
    yAxis: {
      type: 'value',
      name: '天',
      minInterval: 1,
      axisLabel: { color: colours.quiet },
      splitLine: { lineStyle: { color: colours.line } },
      nameTextStyle: { color: colours.quiet },
    },
    series: [
      {
        name: '中位数',
        type: 'line',
        symbol: 'circle',
        symbolSize: 8,
        itemStyle: { color: colours.primary },
        data: months.map(({ median }) => median),
      },
      {
        name: 'P90',
        type: 'line',
        symbol: 'diamond',
        symbolSize: 9,
        lineStyle: { type: 'dashed' },
        itemStyle: { color: colours.waiting },
        data: months.map(({ p90 }) => p90),
      },
    ],
  });

/** Number of reports with median and P90 of their duration, by month. */
function MonthsTable({
  months,
  projects,
}: {
  readonly months: TurnaroundMonth[];
  readonly projects: FigureLinks['projects'];
}) {
  return (
    <FigureTable
      label={figureTexts.turnaround}
      first="签发月份"
      columns={['报告', '中位数（天）', 'P90（天）']}
      rows={months.map(({ month, count, median, p90, projects: ids }) => ({
        key: month,
        label: month,
        cells: [
          { value: count, path: projects(ids) },
          { value: median, text: shownDays(median) },
          { value: p90, text: shownDays(p90) },
        ],
      }))}
    />
  );
}

/** 检测周期: duration from contract to report, by month of issue. */
export function TurnaroundFigure({
  turnaround: { jobs, cut: isTruncated, odd: oddCount },
  calendar: days,
  today,
}: {
  readonly turnaround: NonNullable<HomeFigureValues['turnaround']>;
  readonly calendar: HomeFigureValues['calendar'];
  readonly today: string;
}) {
  const navigate = useNavigate();
  const { projects } = useFigureLinks();
  const [unit, setUnit] = useState<DayUnit>('calendar');
  const calendar = useMemo(() => ({ holidays: new Set(days.holidays), workdays: new Set(days.workdays) }), [days]);
  const months = useMemo(() => turnaroundByMonth(jobs, today, unit, calendar), [jobs, today, unit, calendar]);
  const option = useMemo(() => optionOf(months), [months]);
  const overallTurnaround = turnaroundOfAll(jobs, unit, calendar);
  const open = (index: number) => {
    const to = projects(months[index]?.projects ?? []);
    if (to) void navigate(to);
  };
  return (
    <FigureCard
      isWide
      title={figureTexts.turnaround}
      empty={jobs.length ? null : figureTexts.noTurnaround}
      summaryText={`${overallTurnaround.count}份报告，中位数${shownDays(overallTurnaround.median)}天，P90 ${shownDays(overallTurnaround.p90)}天`}
      explanation={[
        figureTexts.turnaroundHow,
        ...(unit === 'working' ? [figureTexts.workingHow] : []),
        ...(oddCount ? [figureTexts.turnaroundOdd(oddCount)] : []),
        ...(isTruncated ? [figureTexts.turnaroundCut(maxTurnaroundJobs)] : []),
      ]}
      choice={
        <Segmented<DayUnit>
          aria-label="天数的算法"
          size="small"
          options={[...dayUnits]}
          value={unit}
          onChange={setUnit}
        />
      }
      chart={<Chart option={option} label={figureTexts.turnaround} height={240} onPick={open} />}
      table={<MonthsTable months={months} projects={projects} />}
    />
  );
}
