import { CalculationProblem } from '../numbers/calculationProblem';
import {
  type Decimal,
  meanOf,
  numberOf,
  type Numeric,
  withoutCalculationNoise,
  standardDeviation,
} from '../numbers/decimalNumbers';

// Control charts (质控图): Levey–Jennings with Westgard's rules, and the range chart of duplicates (DOMAIN §5; GB/T
// 32464).

/** Minimum number of values for the limits of a chart. */
export const minChartPoints = 20;

export interface ChartLimits {
  readonly mean: Decimal;
  readonly sd: Decimal;
  /** Mean ± 2s, 警告限. */
  readonly warning: readonly [Decimal, Decimal];
  /** Mean ± 3s, 控制限. */
  readonly action: readonly [Decimal, Decimal];
}

/**
 * Returns mean, standard deviation and limits of a chart.
 * @throws CalculationProblem for fewer than twenty values, or values without spread
 */
export function chartLimits(data: readonly Numeric[]): ChartLimits {
  if (data.length < minChartPoints)
    throw new CalculationProblem('notEnough', `绘制质控图应不少于${minChartPoints}个数据，现有${data.length}个`);
  const values = data.map((value) => numberOf(value, '质控数据'));
  const [mean, sd] = [meanOf(values, '质控数据'), standardDeviation(values, '质控数据')];
  if (sd.isZero()) throw new CalculationProblem('flat', '质控数据全部相同，无法绘制质控图');
  const limitsAt = (times: number): [Decimal, Decimal] => [mean.minus(sd.times(times)), mean.plus(sd.times(times))];
  return { mean, sd, warning: limitsAt(2), action: limitsAt(3) };
}

/**
 * Returns (value − mean)/sd.
 * @throws CalculationProblem unless sd is above 0
 */
export const zScore = (value: Numeric, { mean, sd }: Pick<ChartLimits, 'mean' | 'sd'>): Decimal => {
  if (sd.lessThanOrEqualTo(0)) throw new CalculationProblem('flat', '标准偏差应大于0');
  return withoutCalculationNoise(numberOf(value, '质控数据').minus(mean).dividedBy(sd));
};

/** Westgard's rules. 1_2s is a warning; every other rule means out of control. */
export const westgardRules = {
  '1_2s': '超出警告限（±2s）',
  '1_3s': '超出控制限（±3s）',
  '2_2s': '连续两点超出同侧警告限',
  R_4s: '相邻两点之差超过4s',
  '4_1s': '连续四点超出同侧±1s',
  '10_x': '连续十点在均值同侧',
} as const;
type WestgardRule = keyof typeof westgardRules;

export interface ChartPoint {
  readonly z: Decimal;
  /** Rules that are violated from this point on. */
  readonly violatedRules: readonly WestgardRule[];
  readonly state: 'inControl' | 'warning' | 'outOfControl';
}

const sameSide = (run: readonly Decimal[], length: number, zLimit: number): boolean => {
  const last = run.slice(-length);
  return last.length === length && (last.every((z) => z.greaterThan(zLimit)) || last.every((z) => z.lessThan(-zLimit)));
};

/**
 * Judges points in time order.
 * @param sameSideRunLength number of consecutive points on one side of the mean that means out of control: ten by
 * Westgard;
 * Shewhart charts use seven to nine
 */
export function judgeChart(
  values: readonly Numeric[],
  limits: Pick<ChartLimits, 'mean' | 'sd'>,
  sameSideRunLength = 10,
): ChartPoint[] {
  const scores = values.map((value) => zScore(value, limits));
  return scores.map((z, index) => {
    const run = scores.slice(0, index + 1);
    const previousZ = scores[index - 1];
    const brokenRules: WestgardRule[] = [];
    const size = z.absoluteValue();
    if (size.greaterThan(3)) brokenRules.push('1_3s');
    else if (size.greaterThan(2)) brokenRules.push('1_2s');
    if (sameSide(run, 2, 2)) brokenRules.push('2_2s');
    if (previousZ && previousZ.minus(z).absoluteValue().greaterThan(4)) brokenRules.push('R_4s');
    if (sameSide(run, 4, 1)) brokenRules.push('4_1s');
    if (sameSide(run, sameSideRunLength, 0)) brokenRules.push('10_x');
    return {
      z,
      violatedRules: brokenRules,
      state: brokenRules.some((rule) => rule !== '1_2s')
        ? 'outOfControl'
        : brokenRules.length > 0
          ? 'warning'
          : 'inControl',
    };
  });
}

/**
 * Returns the limits of a range chart of duplicates (n = 2): UCL = 3.267·R̄, s = R̄/1.128.
 * @throws CalculationProblem without ranges, or for a negative one
 */
export function rangeChartLimits(ranges: readonly Numeric[]): {
  readonly mean: Decimal;
  readonly upper: Decimal;
  readonly sd: Decimal;
} {
  const mean = meanOf(
    ranges.map((range) => numberOf(range, '极差', { atLeast: '0' })),
    '极差',
  );
  return { mean, upper: mean.times('3.267'), sd: mean.dividedBy('1.128') };
}

/** Values that define the chart's limits: the first ones, from the set-up of the method, or all. */
export type ChartBase = 'first' | 'all';

const baseOf = (values: readonly Numeric[], base: ChartBase): readonly Numeric[] =>
  base === 'first' ? values.slice(0, minChartPoints) : values;

/**
 * Returns the limits and, for each value in time order, the rules it violates.
 * @throws CalculationProblem for fewer than twenty values, or base values without spread
 */
export function controlChart(
  values: readonly Numeric[],
  chartBase: ChartBase = 'first',
): { readonly limits: ChartLimits; readonly points: readonly ChartPoint[] } {
  const limits = chartLimits(baseOf(values, chartBase));
  return { limits, points: judgeChart(values, limits) };
}

/**
 * Returns a range chart of duplicates over time. It charts relative deviations instead of ranges, so that one limit
 * applies at every concentration.
 * @param values relative deviations, %
 * @param chartBase which values define the limits
 * @throws CalculationProblem for fewer than twenty values
 */
export function deviationChart(
  values: readonly Numeric[],
  chartBase: ChartBase = 'first',
): { readonly mean: Decimal; readonly upper: Decimal; readonly outside: readonly boolean[] } {
  if (values.length < minChartPoints)
    throw new CalculationProblem('notEnough', `绘制质控图应不少于${minChartPoints}个数据，现有${values.length}个`);
  const { mean, upper } = rangeChartLimits(baseOf(values, chartBase));
  return {
    mean,
    upper,
    outside: values.map((value) =>
      withoutCalculationNoise(numberOf(value, '极差')).greaterThan(withoutCalculationNoise(upper)),
    ),
  };
}
