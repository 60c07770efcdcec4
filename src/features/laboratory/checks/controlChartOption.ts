import type { ChartColours, ChartProps } from '@/lib/chart/Chart';
import { type ChartLimits, type ChartPoint, westgardRules } from '@contract/arithmetic/curves/controlChart';
import { type Decimal, numberOf, withoutCalculationNoise } from '@contract/arithmetic/numbers/decimalNumbers';
import { roundSignificant } from '@contract/arithmetic/numbers/roundingRules';
import type { ChartValue } from '@contract/features/laboratory/checks/checkChart';

export const shownDecimal = (value: Decimal): string => roundSignificant(withoutCalculationNoise(value), 4);
/** Returns a point's value in the format of the chart's limits. */
export const shownValue = ({ value }: Pick<DrawnPoint, 'value'>): string => shownDecimal(numberOf(value, '测定值'));

/** A point as the chart and the table show it. */
export interface DrawnPoint extends ChartValue {
  readonly state: ChartPoint['state'];
  /** Description of the violated rules; empty if none. */
  readonly violation: string;
}

export const stateLabels: Readonly<Record<ChartPoint['state'], string>> = {
  inControl: '在控',
  warning: '警告',
  outOfControl: '失控',
};

export const violatedRulesText = ({ violatedRules }: Pick<ChartPoint, 'violatedRules'>): string =>
  violatedRules.map((rule) => `${rule} ${westgardRules[rule]}`).join('；');

const colourOf = (state: ChartPoint['state'], colours: ChartColours): string =>
  state === 'outOfControl' ? colours.bad : state === 'warning' ? colours.waiting : colours.primary;
const symbols = { inControl: 'circle', warning: 'triangle', outOfControl: 'diamond' } as const;

interface LimitLine {
  readonly name: string;
  readonly value: number;
  readonly tone: 'good' | 'waiting' | 'bad';
}

export const limitLinesOf = ({ mean, warning, action }: ChartLimits): LimitLine[] => [
  { name: `x̄ ${shownDecimal(mean)}`, value: mean.toNumber(), tone: 'good' },
  ...warning.map((limit, index): LimitLine => ({
    name: `${index ? '+' : '−'}2s ${shownDecimal(limit)}`,
    value: limit.toNumber(),
    tone: 'waiting',
  })),
  ...action.map((limit, index): LimitLine => ({
    name: `${index ? '+' : '−'}3s ${shownDecimal(limit)}`,
    value: limit.toNumber(),
    tone: 'bad',
  })),
];

/** Returns the option of a control chart. Colour, shape and text show which rule a point violates. */
export const controlChartOption =
  (drawnPoints: readonly DrawnPoint[], limitLines: readonly LimitLine[], unit: string): ChartProps['option'] =>
  (colours) => {
    const numbers = [...drawnPoints.map(({ value }) => Number(value)), ...limitLines.map(({ value }) => value)];
    const [low, high] = [Math.min(...numbers), Math.max(...numbers)];
    const axisPadding = (high - low) * 0.06 || 1;
    return {
      grid: { left: 64, right: 104, top: 28, bottom: 44 },
      tooltip: {
        trigger: 'item',
        renderMode: 'richText',
        formatter: ({ dataIndex }: { dataIndex: number }) => {
          const drawnPoint = drawnPoints[dataIndex];
          return drawnPoint
            ? [
                `${drawnPoint.day}  ${drawnPoint.sheetNo ?? ''}`,
                drawnPoint.sampleNo ?? '',
                shownValue(drawnPoint),
                stateLabels[drawnPoint.state],
                drawnPoint.violation,
              ]
                .filter(Boolean)
                .join('\n')
            : '';
        },
      },
      xAxis: {
        type: 'category',
        data: drawnPoints.map((_, index) => String(index + 1)),
        name: '次序',
        nameLocation: 'middle',
        nameGap: 26,
        axisLabel: { color: colours.quiet },
        axisLine: { lineStyle: { color: colours.line } },
      },
      yAxis: {
        type: 'value',
        name: unit,
        min: low - axisPadding,
        max: high + axisPadding,
        scale: true,
        axisLabel: {
          color: colours.quiet,
          showMinLabel: false,
          showMaxLabel: false,
          formatter: (value: number) => String(Number(value.toPrecision(4))),
        },
        splitLine: { show: false },
        nameTextStyle: { color: colours.quiet },
      },
      series: [
        {
          type: 'line',
          symbolSize: 9,
          lineStyle: { width: 1, color: colours.quiet },
          data: drawnPoints.map(({ value, state }) => ({
            value: Number(value),
            symbol: symbols[state],
            itemStyle: { color: colourOf(state, colours) },
          })),
          markLine: {
            symbol: 'none',
            silent: true,
            data: limitLines.map(({ name, value, tone }) => ({
              yAxis: value,
              name,
              lineStyle: { color: colours[tone], type: tone === 'good' ? 'solid' : 'dashed' },
              label: { formatter: name, color: colours[tone], position: 'end' },
            })),
          },
        },
      ],
    };
  };
