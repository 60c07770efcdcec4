import type { ChartColours, ChartProps } from '@/lib/chart/Chart';
import { cellText, type FigureRow } from './FigureTable';

export interface BarColumn {
  readonly label: string;
  /** Tone of the bars (docs/spec/design.md). A column without a tone is only in the table. */
  readonly tone?: keyof ChartColours;
}

const rowHeight = 30;
const nameWidth = 144;

export const chartedColumns = (columns: readonly BarColumn[]): number[] =>
  columns.flatMap(({ tone }, index) => (tone ? [index] : []));

/** Returns the height in px. */
export const barHeight = (rows: number, series: number): number =>
  rows * (rowHeight + (series - 1) * 8) + (series > 1 ? 40 : 12);

/** Returns the option of a horizontal bar chart with numbers; the first row is on top. */
export const barOption =
  (columns: readonly BarColumn[], rows: readonly FigureRow[], maxValue?: number): ChartProps['option'] =>
  (colours) => {
    const charted = chartedColumns(columns);
    return {
      grid: { left: nameWidth + 8, right: 64, top: charted.length > 1 ? 32 : 4, bottom: 4 },
      ...(charted.length > 1
        ? { legend: { top: 0, left: 0, itemWidth: 12, itemHeight: 8, itemGap: 20, textStyle: { color: colours.text } } }
        : {}),
      xAxis: {
        type: 'value',
        minInterval: 1,
        ...(maxValue === undefined ? {} : { max: maxValue }),
        axisLabel: { show: false },
        splitLine: { lineStyle: { color: colours.line } },
      },
      yAxis: {
        type: 'category',
        inverse: true,
        data: rows.map(({ label }) => label),
        axisTick: { show: false },
        axisLine: { lineStyle: { color: colours.line } },
        axisLabel: { color: colours.text, width: nameWidth - 12, overflow: 'break', lineHeight: 14, interval: 0 },
      },
      tooltip: {
        trigger: 'axis',
        axisPointer: { type: 'none' },
        renderMode: 'richText',
        formatter: (points: readonly { readonly dataIndex: number }[]) => {
          const row = rows[points[0]?.dataIndex ?? 0];
          return row
            ? [
                row.label,
                ...columns.map(({ label }, index) => `${label} ${cellText(row.cells[index] ?? { value: null })}`),
              ].join('\n')
            : '';
        },
      },
      series: charted.map((index) => ({
        name: columns[index]?.label,
        type: 'bar',
        barMaxWidth: 14,
        barGap: '20%',
        itemStyle: { color: colours[columns[index]?.tone ?? 'primary'], borderRadius: 2 },
        label: {
          show: true,
          position: 'right',
          color: colours.text,
          formatter: ({ dataIndex }: { readonly dataIndex: number }) =>
            cellText(rows[dataIndex]?.cells[index] ?? { value: null }),
        },
        data: rows.map(({ cells }) => cells[index]?.value ?? null),
      })),
    };
  };
