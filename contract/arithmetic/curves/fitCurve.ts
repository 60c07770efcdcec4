import { CalculationProblem } from '../numbers/calculationProblem';
import {
  Decimal,
  fromFloat,
  meanOf,
  numberOf,
  type Numeric,
  withoutCalculationNoise,
  sumOf,
} from '../numbers/decimalNumbers';

// Calibration curves (标准曲线, DOMAIN §4.1), in decimals of 40 digits, so that the result does not depend on the order
// of the points.

/** Kinds of fit: 直线, 过原点, 1/x 加权, 1/x² 加权, 二次, 半对数 (E = a + S·lg c of electrodes). */
export const fitKinds = ['linear', 'origin', 'weightedX', 'weightedX2', 'quadratic', 'semiLog'] as const;
export type FitKind = (typeof fitKinds)[number];

export const fitLabels: Readonly<Record<FitKind, string>> = {
  linear: '直线回归',
  origin: '过原点直线',
  weightedX: '1/x加权',
  weightedX2: '1/x²加权',
  quadratic: '二次曲线',
  semiLog: '半对数',
};

/** A point of a curve. x: content in the curve's own unit (μg/mL, μg/管, ng/管; never mixed). y: mean response. */
export interface CurvePoint {
  readonly x: Numeric;
  readonly y: Numeric;
}

/** A stored curve. Decimals are text, so that JSON keeps all digits. */
export interface Curve {
  readonly kind: FitKind;
  /** Intercept of y = a + b·x + c·x², or of E = a + b·lg x for a semi-log curve. */
  readonly a: Numeric;
  readonly b: Numeric;
  readonly c: Numeric;
  /** Lowest level above zero; `high` is the highest level. */
  readonly low: Numeric;
  readonly high: Numeric;
  /**
   * Response of the zero level that was subtracted from every level before the fit. It has to be subtracted from
   * every sample as well.
   */
  readonly zero?: Numeric | null;
}

export interface Fit extends Curve {
  readonly a: Decimal;
  readonly b: Decimal;
  readonly c: Decimal;
  readonly low: Decimal;
  readonly high: Decimal;
  /**
   * Correlation coefficient. A line through the origin has the coefficient of the unconstrained line, a weighted line
   * that of the weighted means.
   */
  readonly r: Decimal;
  /** Coefficient of determination, which judges a quadratic curve. */
  readonly r2: Decimal;
  /** √(Σe²/(n − p)): residual standard deviation. */
  readonly sy: Decimal;
  /** Number of fitted points, zero level included. */
  readonly points: number;
}

interface ContentResponsePair {
  readonly x: Decimal;
  readonly y: Decimal;
}

const decimalOne = new Decimal(1);
const decimalZero = new Decimal(0);
const log10 = (value: Decimal): Decimal => fromFloat(Math.log10(value.toNumber()), '含量');

function fitLine(contentResponsePairs: readonly ContentResponsePair[], weights: readonly Decimal[]) {
  const weight = sumOf(weights);
  const weigh = (value: (pair: ContentResponsePair) => Decimal) =>
    sumOf(contentResponsePairs.map((pair, index) => value(pair).times(weights[index] ?? decimalOne)));
  const [xMean, yMean] = [weigh(({ x }) => x).dividedBy(weight), weigh(({ y }) => y).dividedBy(weight)];
  const sxx = weigh(({ x }) => x.minus(xMean).pow(2));
  const sxy = weigh(({ x, y }) => x.minus(xMean).times(y.minus(yMean)));
  const syy = weigh(({ y }) => y.minus(yMean).pow(2));
  const b = sxy.dividedBy(sxx);
  return {
    a: yMean.minus(b.times(xMean)),
    b,
    r: syy.isZero() ? decimalZero : sxy.dividedBy(sxx.times(syy).squareRoot()),
  };
}

/** Fits a parabola by least squares, with Cramer's rule on the normal equations. */
function fitParabola(contentResponsePairs: readonly ContentResponsePair[]) {
  const sumOfPowers = (n: number) => sumOf(contentResponsePairs.map(({ x }) => x.pow(n)));
  const sumOfProducts = (n: number) => sumOf(contentResponsePairs.map(({ x, y }) => x.pow(n).times(y)));
  const [s0, s1, s2, s3, s4] = [
    new Decimal(contentResponsePairs.length),
    sumOfPowers(1),
    sumOfPowers(2),
    sumOfPowers(3),
    sumOfPowers(4),
  ];
  const [t0, t1, t2] = [sumOfProducts(0), sumOfProducts(1), sumOfProducts(2)];
  const determinant = (m: readonly (readonly [Decimal, Decimal, Decimal])[]): Decimal => {
    const [[p, q, r], [s, t, u], [v, w, z]] = m as [
      [Decimal, Decimal, Decimal],
      [Decimal, Decimal, Decimal],
      [Decimal, Decimal, Decimal],
    ];
    return p
      .times(t.times(z).minus(u.times(w)))
      .minus(q.times(s.times(z).minus(u.times(v))))
      .plus(r.times(s.times(w).minus(t.times(v))));
  };
  const denominator = determinant([
    [s0, s1, s2],
    [s1, s2, s3],
    [s2, s3, s4],
  ]);
  return {
    a: determinant([
      [t0, s1, s2],
      [t1, s2, s3],
      [t2, s3, s4],
    ]).dividedBy(denominator),
    b: determinant([
      [s0, t0, s2],
      [s1, t1, s3],
      [s2, t2, s4],
    ]).dividedBy(denominator),
    c: determinant([
      [s0, s1, t0],
      [s1, s2, t1],
      [s2, s3, t2],
    ]).dividedBy(denominator),
  };
}

/** Minimum number of points for the arithmetic; `judgeCurve` checks how many points a method requires. */
const minPoints: Readonly<Record<FitKind, number>> = {
  linear: 3,
  origin: 3,
  weightedX: 3,
  weightedX2: 3,
  quadratic: 4,
  semiLog: 3,
};

function pairsOf(curvePoints: readonly CurvePoint[], kind: FitKind): ContentResponsePair[] {
  if (curvePoints.length < minPoints[kind])
    throw new CalculationProblem(
      'notEnough',
      `${fitLabels[kind]}至少需要${minPoints[kind]}个点，现有${curvePoints.length}个`,
    );
  const pairs = curvePoints.map(({ x, y }) => ({
    x: numberOf(x, '标准系列含量', { atLeast: '0' }),
    y: numberOf(y, '标准系列响应值'),
  }));
  if (new Set(pairs.map(({ x }) => x.toString())).size !== pairs.length)
    throw new CalculationProblem('duplicate', '标准系列中有相同的含量，请合并为一个浓度点的多次响应');
  if (kind !== 'linear' && kind !== 'origin' && kind !== 'quadratic' && pairs.some(({ x }) => x.isZero())) {
    throw new CalculationProblem('outOfRange', `${fitLabels[kind]}不能包含含量为0的点`);
  }
  return pairs;
}

const weightOf = (kind: FitKind, x: Decimal): Decimal =>
  kind === 'weightedX' ? decimalOne.dividedBy(x) : kind === 'weightedX2' ? decimalOne.dividedBy(x.pow(2)) : decimalOne;

/**
 * Fits a curve. Points may be in any order. The responses of a level are averaged. If `zero` is given, it has been
 * subtracted from them already.
 * @param kind kind of fit, see {@link fitKinds}
 * @param zero response of the zero level that was subtracted from the responses; null or absent where none was
 * @returns the coefficients, r, R² and the residual standard deviation, unrounded
 * @throws CalculationProblem for too few points, two points with the same content, a zero level where the kind allows
 * none, or a curve without slope
 */
export function fitCurve(curvePoints: readonly CurvePoint[], kind: FitKind = 'linear', zero?: Numeric | null): Fit {
  const contentResponsePairs = pairsOf(curvePoints, kind).map((pair) =>
    kind === 'semiLog' ? { x: log10(pair.x), y: pair.y } : pair,
  );
  const freeLine = fitLine(
    contentResponsePairs,
    contentResponsePairs.map(({ x }) => weightOf(kind, x)),
  );
  const { a, b, c } =
    kind === 'quadratic'
      ? fitParabola(contentResponsePairs)
      : kind === 'origin'
        ? {
            a: decimalZero,
            b: sumOf(contentResponsePairs.map(({ x, y }) => x.times(y))).dividedBy(
              sumOf(contentResponsePairs.map(({ x }) => x.pow(2))),
            ),
            c: decimalZero,
          }
        : { a: freeLine.a, b: freeLine.b, c: decimalZero };
  if (withoutCalculationNoise(b).isZero())
    throw new CalculationProblem('flat', '标准曲线斜率为0，无法计算，请检查响应值');

  const yMean = meanOf(
    contentResponsePairs.map(({ y }) => y),
    '响应值',
  );
  const residualSquareSum = sumOf(
    contentResponsePairs.map(({ x, y }) => y.minus(a.plus(b.times(x)).plus(c.times(x.pow(2)))).pow(2)),
  );
  const totalSquareSum = sumOf(contentResponsePairs.map(({ y }) => y.minus(yMean).pow(2)));
  const parameters = kind === 'quadratic' ? 3 : kind === 'origin' ? 1 : 2;
  const contents = curvePoints.map(({ x }) => numberOf(x, '标准系列含量')).filter((x) => !x.isZero());
  const sortedContents = contents.sort((p, q) => p.comparedTo(q));
  return {
    kind,
    a,
    b,
    c,
    zero: zero ?? null,
    low: sortedContents[0] ?? decimalZero,
    high: sortedContents.at(-1) ?? decimalZero,
    r: freeLine.r,
    r2: totalSquareSum.isZero() ? decimalZero : decimalOne.minus(residualSquareSum.dividedBy(totalSquareSum)),
    sy: residualSquareSum.dividedBy(contentResponsePairs.length - parameters).squareRoot(),
    points: contentResponsePairs.length,
  };
}
