import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Alert, Empty, Segmented, Select, Skeleton } from 'antd';
import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { failureOf } from '@/api/callFailures';
import { Chart } from '@/lib/chart/Chart';
import { RetryNotice } from '@/lib/notice/Notice';
import { type ChartBase, controlChart, deviationChart, minChartPoints } from '@contract/arithmetic/curves/controlChart';
import { outcomeOfCalculation } from '@contract/arithmetic/numbers/calculationProblem';
import {
  type ChartSeries,
  chartAxisLabels,
  type CheckChart,
  maxChartValues,
} from '@contract/features/laboratory/checks/checkChart';
import { labCheckTexts } from '@contract/features/laboratory/checks/checkTexts';
import { methodRoutes } from '@contract/features/laboratory/methods/methodCatalogue';
import { ChartTable } from './ChartTable';
import { fetchChart } from './checkCalls';
import {
  violatedRulesText,
  controlChartOption,
  type DrawnPoint,
  limitLinesOf,
  shownDecimal,
} from './controlChartOption';
import styles from './checks.module.css';

const keyOf = ({ kind, standard }: Pick<ChartSeries, 'kind' | 'standard'>): string => `${kind}/${standard ?? ''}`;

/** Returns the limits and the rules each point violates. With too few values there are no limits. */
function buildPicture(
  { values }: CheckChart,
  series: ChartSeries,
  chartBase: ChartBase,
): { points: DrawnPoint[]; lines: ReturnType<typeof limitLinesOf>; basisText: string; problem: string | null } {
  const texts = values.map(({ value }) => value);
  const toPlainPoints = () => values.map((value): DrawnPoint => ({ ...value, state: 'inControl', violation: '' }));
  if (series.kind === 'parallel') {
    const range = outcomeOfCalculation(() => deviationChart(texts, chartBase));
    if (!range.ok) return { points: toPlainPoints(), lines: [], basisText: '', problem: range.problem.message };
    const { mean, upper, outside } = range.value;
    return {
      points: values.map((value, index) => ({
        ...value,
        state: outside[index] ? 'outOfControl' : 'inControl',
        violation: outside[index] ? labCheckTexts.rangeOutside : '',
      })),
      lines: [
        { name: `R̄ ${shownDecimal(mean)}`, value: mean.toNumber(), tone: 'good' },
        { name: `UCL ${shownDecimal(upper)}`, value: upper.toNumber(), tone: 'bad' },
      ],
      basisText: `极差图：平均${shownDecimal(mean)}，上控制限UCL=3.267R̄=${shownDecimal(upper)}`,
      problem: null,
    };
  }
  const chart = outcomeOfCalculation(() => controlChart(texts, chartBase));
  if (!chart.ok) return { points: toPlainPoints(), lines: [], basisText: '', problem: chart.problem.message };
  const { limits, points } = chart.value;
  return {
    points: values.map((value, index) => ({
      ...value,
      state: points[index]?.state ?? 'inControl',
      violation: violatedRulesText(points[index] ?? { violatedRules: [] }),
    })),
    lines: limitLinesOf(limits),
    basisText: `中心线x̄=${shownDecimal(limits.mean)}，s=${shownDecimal(limits.sd)}，警告限${limits.warning.map(shownDecimal).join('～')}，控制限${limits.action.map(shownDecimal).join('～')}`,
    problem: null,
  };
}

/** Loads the series of a method and hazard, and the values of the chosen one. */
function useCheckChart(methodId: number, hazardId: number, chosenKey: string | null) {
  const allSeries = useQuery({
    queryKey: ['checkChart', methodId, hazardId],
    queryFn: ({ signal }) => fetchChart({ method: methodId, hazard: hazardId }, signal),
    retry: false,
  });
  const series =
    allSeries.data?.series.find((candidate) => keyOf(candidate) === chosenKey) ?? allSeries.data?.series[0];
  const { kind, standard } = series ?? {};
  const seriesQuery = useQuery({
    queryKey: ['checkChart', methodId, hazardId, kind, standard],
    queryFn: ({ signal }) =>
      fetchChart(
        {
          method: methodId,
          hazard: hazardId,
          ...(kind ? { kind } : {}),
          ...(typeof standard === 'number' ? { standard } : {}),
        },
        signal,
      ),
    enabled: series !== undefined,
    placeholderData: keepPreviousData,
    retry: false,
  });
  return { own: seriesQuery, series, kind, all: allSeries };
}

interface ChartToolsProps {
  readonly chart: CheckChart;
  readonly series: ChartSeries;
  readonly picture: ReturnType<typeof buildPicture>;
  readonly base: ChartBase;
  readonly setChosen: (key: string) => void;
  readonly setBase: (chartBase: ChartBase) => void;
  readonly outCount: number;
  readonly warnedCount: number;
}

/** Selects for the series and for the values that give the limits, with the number of points out of control. */
function ChartTools({ chart, series, picture, base, setChosen, setBase, outCount, warnedCount }: ChartToolsProps) {
  return (
    <div className={styles.tools}>
      <Select
        aria-label="质控图"
        style={{ minWidth: 260 }}
        value={keyOf(series)}
        onChange={setChosen}
        options={chart.series.map((item) => ({ value: keyOf(item), label: `${item.name}（${item.count}）` }))}
      />
      <Segmented
        aria-label="控制限取自"
        value={base}
        onChange={setBase}
        options={[
          { value: 'first', label: `控制限取最早${minChartPoints}个` },
          { value: 'all', label: '取全部数据' },
        ]}
      />
      {!picture.problem && (
        <span>
          {outCount > 0 ? <b className={styles.bad}>失控{outCount}个</b> : <span className={styles.good}>在控</span>}
          {warnedCount > 0 && <b className={styles.warning}>　警告{warnedCount}个</b>}
        </span>
      )}
      {series.count > maxChartValues && <span className={styles.quiet}>只显示最近{maxChartValues}个</span>}
    </div>
  );
}

/**
 * 质控图: recoveries, control samples, blanks, mid-points and duplicates of a hazard and method over all records,
 * judged by Westgard's rules (DOMAIN §5).
 */
export function ControlChart({
  sheet,
}: {
  readonly sheet: { readonly method: number; readonly hazard: number; readonly methodKind: string | null };
}) {
  const { method, hazard } = sheet;
  const [chosenKey, setChosenKey] = useState<string | null>(null);
  const [chartBase, setBase] = useState<ChartBase>('first');
  const navigate = useNavigate();
  const { own: seriesQuery, series, kind, all } = useCheckChart(method, hazard, chosenKey);
  const picture = useMemo(
    () => (seriesQuery.data && series ? buildPicture(seriesQuery.data, series, chartBase) : null),
    [seriesQuery.data, series, chartBase],
  );
  const option = useMemo(
    () => controlChartOption(picture?.points ?? [], picture?.lines ?? [], kind ? chartAxisLabels[kind] : ''),
    [picture, kind],
  );
  const failure = all.error ?? seriesQuery.error;
  if (failure)
    return (
      <RetryNotice
        title="质控图加载失败"
        text={failureOf(failure).pageText}
        onRetry={() => void Promise.all([all.refetch(), seriesQuery.refetch()])}
      />
    );
  if (!all.data || (series && !picture)) return <Skeleton active />;
  if (!series || !picture)
    return (
      <Empty
        image={Empty.PRESENTED_IMAGE_SIMPLE}
        description="该方法、该因素还没有已评价的质控数据；保存空白、加标、质控样等质控数据后在此成图"
      />
    );
  const open = (drawnPoint: DrawnPoint | undefined) => {
    const route =
      drawnPoint &&
      methodRoutes.find(
        (candidate) =>
          candidate.kind === 'spike' &&
          candidate.method === sheet.methodKind &&
          candidate.variant === (drawnPoint.variant ?? 'ordinary'),
      );
    if (drawnPoint && route)
      void navigate(
        `${route.path}?${new URLSearchParams({ belongProject: String(drawnPoint.project), phyId: String(drawnPoint.sheet) }).toString()}`,
      );
  };
  const outCount = picture.points.filter(({ state }) => state === 'outOfControl').length;
  const warnedCount = picture.points.filter(({ state }) => state === 'warning').length;
  const label = `${series.name}质控图，${picture.points.length}个数据，失控${outCount}个，警告${warnedCount}个`;
  return (
    <div className={styles.chart}>
      <ChartTools
        chart={all.data}
        series={series}
        picture={picture}
        base={chartBase}
        setChosen={setChosenKey}
        setBase={setBase}
        outCount={outCount}
        warnedCount={warnedCount}
      />
      {picture.problem ? (
        <Alert type="info" showIcon title={picture.problem} />
      ) : (
        <p className={styles.quiet}>{picture.basisText}</p>
      )}
      <div className={styles.pair}>
        <Chart option={option} label={label} height={360} onPick={(index) => open(picture.points[index])} />
        <ChartTable
          points={picture.points}
          judged={picture.problem === null}
          label={label}
          unit={chartAxisLabels[series.kind]}
          onOpen={open}
        />
      </div>
    </div>
  );
}
