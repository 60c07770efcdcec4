import { CustomChart, LineChart, ScatterChart } from 'echarts/charts';
import { GridComponent, TooltipComponent } from 'echarts/components';
import { init, use as register } from 'echarts/core';
import type { EChartsCoreOption, ECharts } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';
import type { CurvePlot } from '@contract/features/laboratory/curves/curveView';

// Rendered as SVG: sharp on paper, and its text can be found in the page.
register([LineChart, ScatterChart, CustomChart, GridComponent, TooltipComponent, SVGRenderer]);

export const startChart = (element: HTMLElement): ECharts => init(element, undefined, { renderer: 'svg' });

interface ChartColours {
  readonly line: string;
  readonly text: string;
  readonly quiet: string;
  readonly grid: string;
  readonly excluded: string;
}

const formatNumber = (value: number): string => String(Number(value.toPrecision(6)));

interface ChartApi {
  readonly coord: (point: readonly [number, number]) => number[];
}

/** Returns the confidence band as one polygon: along the upper bound and back along the lower. */
function bandSeries({ band }: CurvePlot, { line }: ChartColours) {
  return {
    type: 'custom',
    silent: true,
    clip: true,
    z: 1,
    tooltip: { show: false },
    dimensions: ['x', 'low', 'high'],
    encode: { x: 0, y: [1, 2] },
    data: band.map(({ x, low, high }) => [x, low, high]),
    // Called for each point; the polygon is drawn with the first.
    renderItem: ({ dataIndex }: { readonly dataIndex: number }, api: ChartApi) =>
      dataIndex === 0
        ? {
            type: 'polygon',
            shape: {
              points: [
                ...band.map(({ x, high }) => api.coord([x, high])),
                ...[...band].reverse().map(({ x, low }) => api.coord([x, low])),
              ],
            },
            style: { fill: line, opacity: 0.14 },
          }
        : null,
  };
}

type ChartPoint = CurvePlot['points'][number];
type ValueOf = (chartPoint: ChartPoint) => number | null;

/** Returns the points that have a value as a series of the chart number `at`. */
const scatterSeries = (index: number, chartPoints: readonly ChartPoint[], value: ValueOf) => ({
  type: 'scatter',
  xAxisIndex: index,
  yAxisIndex: index,
  z: 3,
  data: chartPoints.flatMap((point) => (value(point) === null ? [] : [[point.x, value(point), point.level]])),
});

/** Returns the confidence band and the fitted line; none without a fit. */
function bandAndLine(plot: CurvePlot, colours: ChartColours) {
  const { band } = plot;
  if (!band.length) return [];
  return [
    bandSeries(plot, colours),
    {
      type: 'line',
      silent: true,
      symbol: 'none',
      z: 2,
      lineStyle: { color: colours.line, width: 1.5 },
      data: band.map(({ x, y }) => [x, y]),
    },
  ];
}

/** Returns the option of a curve: levels, fitted line, 95 % band, and the residuals below. */
export function chartOption(plot: CurvePlot, colours: ChartColours): EChartsCoreOption {
  const { points, band, logarithmic, xTitle, yTitle } = plot;
  const usedPoints = points.filter(({ excluded }) => !excluded);
  const excludedPoints = points.filter(({ excluded }) => excluded);
  const axis = {
    axisLine: { lineStyle: { color: colours.quiet } },
    axisLabel: { color: colours.text },
    nameTextStyle: { color: colours.text },
    splitLine: { lineStyle: { color: colours.grid } },
  };
  const yAxis = {
    ...axis,
    type: 'value',
    scale: true,
    nameTextStyle: { color: colours.text, align: 'left' },
  };
  const xAxis = { ...axis, type: logarithmic ? 'log' : 'value', ...(logarithmic ? {} : { min: 0 }) };
  const pointSeries = (index: number, value: ValueOf) => ({
    ...scatterSeries(index, usedPoints, value),
    symbolSize: 9,
    itemStyle: { color: colours.line },
  });
  const excludedSeries = (index: number, value: ValueOf) => ({
    ...scatterSeries(index, excludedPoints, value),
    symbol: 'diamond',
    symbolSize: 10,
    itemStyle: { color: 'transparent', borderColor: colours.excluded, borderWidth: 2 },
  });
  const bandAxisPoints = band.length
    ? [
        [band[0]?.x ?? 0, 0],
        [band.at(-1)?.x ?? 0, 0],
      ]
    : [];
  return {
    animation: false,
    aria: { enabled: false },
    tooltip: {
      trigger: 'item',
      formatter: ({ value }: { readonly value: readonly number[] }) =>
        `第${value[2] ?? ''}个浓度点<br/>${xTitle}：${formatNumber(value[0] ?? 0)}<br/>${formatNumber(value[1] ?? 0)}`,
    },
    grid: [
      { left: 76, right: 20, top: 30, height: '58%' },
      { left: 76, right: 20, bottom: 46, height: '17%' },
    ],
    xAxis: [
      { ...xAxis, gridIndex: 0, axisLabel: { show: false } },
      { ...xAxis, gridIndex: 1, name: xTitle, nameLocation: 'middle', nameGap: 28 },
    ],
    yAxis: [
      { ...yAxis, gridIndex: 0, name: yTitle },
      { ...yAxis, gridIndex: 1, name: '残差', splitNumber: 2 },
    ],
    series: [
      ...bandAndLine(plot, colours),
      pointSeries(0, ({ y }) => y),
      excludedSeries(0, ({ y }) => y),
      {
        type: 'line',
        silent: true,
        symbol: 'none',
        xAxisIndex: 1,
        yAxisIndex: 1,
        lineStyle: { color: colours.quiet, type: 'dashed', width: 1 },
        data: bandAxisPoints,
      },
      pointSeries(1, ({ residual }) => residual),
      excludedSeries(1, ({ residual }) => residual),
    ],
  };
}
