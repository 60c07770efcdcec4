import { outcomeOfCalculation } from '../numbers/calculationProblem';
import { Decimal, fromFloat, numberOf, type Numeric, withoutCalculationNoise } from '../numbers/decimalNumbers';
import { roundSignificant, roundTo, truncatedR } from '../numbers/roundingRules';
import { type CurvePoint, type Fit, fitCurve } from './fitCurve';
import { backCalculate, readCurve } from './readCurve';

// Decides whether a curve may be used (DOMAIN §4.1, §4.6).

/** A method's requirements for its curve. The defaults are conventions (DOMAIN §4.1); a method may set its own. */
export interface CurveRule {
  /** Minimum number of levels besides the blank; for a parabola the blank counts too. */
  readonly levels: number;
  /** Minimum |r| of a straight line. */
  readonly r: string;
  /** Minimum R² of a parabola. */
  readonly r2: string;
  /** Minimum ratio of the highest to the lowest level. */
  readonly span: string;
  /** Largest back-calculation error, %, of any level and of the lowest level. */
  readonly error: string;
  readonly lowestError: string;
  /** Range of |S| of an electrode, mV per decade. */
  readonly slope?: readonly [string, string];
  /** Quantification limit of the method in the curve's unit, if known. */
  readonly loq?: string;
  /** Upper end of the method's range in the curve's unit, if known. */
  readonly top?: string;
}

export const curveRule: CurveRule = { levels: 5, r: '0.999', r2: '0.998', span: '10', error: '10', lowestError: '20' };
/** Rule for electrodes: a slope of 54–60 mV per decade; the theoretical slope at 20 ℃ is 58.17 (DOMAIN §4.6). */
export const electrodeRule: CurveRule = { ...curveRule, slope: ['54', '60'] };
const minQuadraticPoints = 6;

export interface CurveFinding {
  /** Whether the finding blocks the curve: it can't be approved, and no record may use it. */
  readonly blocks: boolean;
  readonly message: string;
}

interface CurveVerdict {
  readonly accepted: boolean;
  readonly findings: readonly CurveFinding[];
  /** Correlation coefficient as displayed: truncated, never rounded up. */
  readonly r: string;
  readonly r2: string;
}

/**
 * Multiple of the quantification limit up to which the lowest level counts as near it (our own value; GBZ 331-2024
 * 5.2.6.3.1 h gives none).
 */
const nearLoq = '3';

interface LevelVerdict {
  /** Number of levels besides the blank. */
  readonly points: number;
  readonly findings: readonly CurveFinding[];
}

/**
 * Judges the levels of a curve (GBZ 331-2024 5.2.6.3.1 h): their number besides the reagent blank, the highest inside
 * the method's range, the lowest near the quantification limit. A lowest level far from that limit only warns.
 * @param xs contents of all levels, blank included, in the unit of `loq` and `top`
 * @throws CalculationProblem for a content that is not a number
 */
export function judgeLevels(
  xs: readonly Numeric[],
  { levels, loq, top }: Pick<CurveRule, 'levels' | 'loq' | 'top'>,
): LevelVerdict {
  const contents = xs
    .map((x) => numberOf(x, '标准系列含量'))
    .filter((x) => !x.isZero())
    .sort((content, other) => content.comparedTo(other));
  const [lowestContent, highestContent] = [contents[0], contents.at(-1)];
  const findings: CurveFinding[] = [];
  if (contents.length < levels)
    findings.push({ blocks: true, message: `标准系列除空白外应不少于${levels}个浓度点，现有${contents.length}个` });
  if (highestContent && top && highestContent.greaterThan(numberOf(top, '测定范围上限')))
    findings.push({
      blocks: true,
      message: `最高浓度点${highestContent.toString()}超出方法的测定范围（上限${top}），请去掉超出范围的浓度点`,
    });
  if (lowestContent && loq && lowestContent.greaterThan(numberOf(loq, '定量下限').times(nearLoq)))
    findings.push({
      blocks: false,
      message: `最低浓度点${lowestContent.toString()}离定量下限${loq}较远，宜在定量下限附近增加一个浓度点`,
    });
  return { points: contents.length, findings };
}

/** F(0.99; 1, n − 3) by degrees of freedom. */
const criticalF = [Infinity, 4052, 98.5, 34.12, 21.2, 16.26, 13.75, 12.25, 11.26, 10.56, 10.04];
/** Minimum difference between line and parabola at one response, %, that is reported (our own value). */
const minReportedBias = 2;

/**
 * Finds a curvature that r does not show. It is reported where Mandel's test prefers a parabola and contents read
 * from the line deviate by more than 2 %. Example: CURVE-QUAD-ICP fitted by a straight line has r 0.99969 and reads
 * 3.496 for 3.370.
 */
function curvatureFindings(fit: Fit, curvePoints: readonly CurvePoint[]): CurveFinding[] {
  if (fit.kind === 'quadratic' || fit.kind === 'semiLog' || curvePoints.length < 5) return [];
  const [line, parabola] = [fitCurve(curvePoints, 'linear'), fitCurve(curvePoints, 'quadratic')];
  const freedom = curvePoints.length - 3;
  const [lineResidualSum, parabolaResidualSum] = [
    line.sy.pow(2).times(curvePoints.length - 2),
    parabola.sy.pow(2).times(freedom),
  ];
  if (lineResidualSum.minus(parabolaResidualSum).lessThanOrEqualTo(parabola.sy.pow(2).times(criticalF[freedom] ?? 10)))
    return [];
  const biases = curvePoints.flatMap(({ y }) => {
    const [lineReading, expectedReading] = [
      { ...fit, zero: null },
      { ...parabola, zero: null },
    ].map((curve) => outcomeOfCalculation(() => readCurve(curve, y).content));
    if (!lineReading?.ok || !expectedReading?.ok || expectedReading.value.lessThan(fit.low)) return [];
    return [lineReading.value.minus(expectedReading.value).dividedBy(expectedReading.value).times(100).absoluteValue()];
  });
  const maxBias = biases.reduce((largest, bias) => (bias.greaterThan(largest) ? bias : largest), new Decimal(0));
  if (maxBias.lessThanOrEqualTo(minReportedBias)) return [];
  return [
    {
      blocks: false,
      message: `残差呈弯曲趋势，直线读数偏差达${roundTo(withoutCalculationNoise(maxBias), 1)}%，请改用二次曲线或缩小范围`,
    },
  ];
}

/**
 * Judges whether a fitted curve may be used. Blocking: too few levels, a low r or R², the slope of an electrode, a
 * vertex below the highest level. Warnings: residuals, curvature, the span, a lowest level far from the
 * quantification limit.
 * @param curvePoints levels in the units of the fit
 * @throws CalculationProblem for a content that is not a number
 */
export function judgeCurve(fit: Fit, curvePoints: readonly CurvePoint[], rule: CurveRule = curveRule): CurveVerdict {
  const quadratic = fit.kind === 'quadratic';
  const findings: CurveFinding[] = [];
  const requiredPoints = Math.max(minQuadraticPoints, rule.levels);
  if (quadratic && curvePoints.length < requiredPoints)
    findings.push({ blocks: true, message: `二次曲线应不少于${requiredPoints}个点，现有${curvePoints.length}个` });
  // The number of a parabola's levels includes the blank.
  findings.push(
    ...judgeLevels(
      curvePoints.map(({ x }) => x),
      quadratic ? { ...rule, levels: 0 } : rule,
    ).findings,
  );
  if (
    quadratic
      ? withoutCalculationNoise(fit.r2).lessThan(rule.r2)
      : withoutCalculationNoise(fit.r.absoluteValue()).lessThan(rule.r)
  ) {
    findings.push({
      blocks: true,
      message: quadratic
        ? `决定系数R²为${truncatedR(fit.r2)}，低于${rule.r2}`
        : `相关系数r为${truncatedR(fit.r)}，低于${rule.r}`,
    });
  }
  if (rule.slope) {
    const slope = withoutCalculationNoise(fit.b.absoluteValue());
    if (slope.lessThan(rule.slope[0]) || slope.greaterThan(rule.slope[1]))
      findings.push({
        blocks: true,
        message: `电极斜率绝对值为${roundTo(slope, 2)}mV，不在${rule.slope[0]}～${rule.slope[1]}mV之间`,
      });
  }
  // Beyond the vertex the parabola repeats its responses, so one response would have two contents (DOMAIN §4.1).
  const vertex = quadratic && !fit.c.isZero() ? fit.b.dividedBy(fit.c.times(-2)) : null;
  if (vertex && vertex.greaterThan(0) && vertex.lessThan(fit.high))
    findings.push({
      blocks: true,
      message: `二次曲线的顶点在含量${roundSignificant(withoutCalculationNoise(vertex), 3)}处，低于最高浓度点${fit.high.toString()}，同一响应值对应两个含量，请去掉最高浓度点后重新拟合`,
    });
  if (!fit.low.isZero() && fit.high.dividedBy(fit.low).lessThan(rule.span))
    findings.push({ blocks: false, message: `标准系列最高与最低含量之比小于${rule.span}` });
  for (const { x, error } of backCalculate(fit, curvePoints)) {
    if (error === null) continue;
    const maxError = x.equals(fit.low) ? rule.lowestError : rule.error;
    if (withoutCalculationNoise(error.absoluteValue()).greaterThan(maxError))
      findings.push({
        blocks: false,
        message: `含量${x.toString()}的回算相对误差为${roundTo(withoutCalculationNoise(error), 1)}%，超过${maxError}%`,
      });
  }
  findings.push(...curvatureFindings(fit, curvePoints));
  return { accepted: !findings.some(({ blocks }) => blocks), findings, r: truncatedR(fit.r), r2: truncatedR(fit.r2) };
}

/**
 * Returns the Nernst slope ln10·R·T/F of a single charge, mV per decade (also written 2.303·R·T/F).
 * @param temperature ℃
 * @throws CalculationProblem outside 0 to 100 ℃
 */
export function nernstSlope(temperature: Numeric): Decimal {
  const kelvin = numberOf(temperature, '溶液温度', { atLeast: '0', atMost: '100' }).plus('273.15');
  return kelvin.times('8.314462618').dividedBy('96485.33212').times(fromFloat(Math.LN10, 'ln10')).times(1000);
}
