import { CalculationProblem } from '../numbers/calculationProblem';
import { Decimal, fromFloat, meanOf, numberOf, type Numeric, withoutCalculationNoise } from '../numbers/decimalNumbers';
import type { Curve, CurvePoint } from './fitCurve';

// Converts responses to contents by a curve, and contents to responses (DOMAIN §4.1).

/**
 * Position of a content relative to the levels. A sample above the highest level is diluted and measured again; a
 * sample below the lowest level is reported with a remark.
 */
type CurvePosition = 'within' | 'below' | 'above';

interface CurveReading {
  /** Content in the curve's unit; negative where the response is below the intercept. */
  readonly content: Decimal;
  readonly position: CurvePosition;
}

interface CurveCoefficients {
  readonly a: Decimal;
  readonly b: Decimal;
  readonly c: Decimal;
  readonly low: Decimal;
  readonly high: Decimal;
  readonly zero: Decimal;
}

// Caches the parsed coefficients: a sheet reads one curve many times, and each coefficient has forty digits.
const coefficientCache = new WeakMap<Curve, CurveCoefficients>();

function coefficientsOf(curve: Curve): CurveCoefficients {
  const cachedCoefficients = coefficientCache.get(curve);
  if (cachedCoefficients) return cachedCoefficients;
  const parsedCoefficients: CurveCoefficients = {
    a: numberOf(curve.a, '截距a'),
    b: numberOf(curve.b, '斜率b'),
    c: numberOf(curve.c, '二次项c'),
    low: numberOf(curve.low, '曲线最低点'),
    high: numberOf(curve.high, '曲线最高点'),
    zero: curve.zero === null || curve.zero === undefined ? new Decimal(0) : numberOf(curve.zero, '零浓度响应值'),
  };
  coefficientCache.set(curve, parsedCoefficients);
  return parsedCoefficients;
}

/** Multiple of the highest level up to which the root of a parabola is accepted. */
const maxExtrapolation = '1.2';

function rootOf(a: Decimal, b: Decimal, c: Decimal, highestLevel: Decimal, response: Decimal): Decimal {
  if (c.isZero()) return response.minus(a).dividedBy(b);
  const discriminant = b.pow(2).minus(c.times(4).times(a.minus(response)));
  const beyondCurveError = () =>
    new CalculationProblem('beyondCurve', '响应值超出二次曲线的适用范围，请稀释后重新测定');
  if (discriminant.isNegative()) throw beyondCurveError();
  // The root on the branch that starts at the intercept. This form of the formula loses no digits for a small c.
  const root = response
    .minus(a)
    .times(2)
    .dividedBy(b.plus((b.isNegative() ? new Decimal(-1) : new Decimal(1)).times(discriminant.squareRoot())));
  if (root.greaterThan(highestLevel.times(maxExtrapolation))) throw beyondCurveError();
  return root;
}

/**
 * Converts a response to a content: x = (y − a)/b for a line, the root for a parabola (up to 1.2 times the highest
 * level), 10^((E − a)/S) for a semi-log curve.
 * @throws CalculationProblem without a response, for a slope of zero, or a response beyond the parabola's vertex
 */
export function readCurve(curve: Curve, response: Numeric): CurveReading {
  const { a, b, c, low, high, zero } = coefficientsOf(curve);
  if (b.isZero()) throw new CalculationProblem('flat', '标准曲线斜率为0，无法计算，请检查响应值');
  const y = numberOf(response, '响应值').minus(zero);
  const content =
    curve.kind === 'semiLog' ? fromFloat(10 ** y.minus(a).dividedBy(b).toNumber(), '含量') : rootOf(a, b, c, high, y);
  const settledContent = withoutCalculationNoise(content);
  return {
    content,
    position: settledContent.greaterThan(high) ? 'above' : settledContent.lessThan(low) ? 'below' : 'within',
  };
}

/**
 * Converts a content to a response.
 * @throws CalculationProblem for a content not above 0 on a semi-log curve
 */
export function responseOf(curve: Curve, content: Numeric): Decimal {
  const { a, b, c } = coefficientsOf(curve);
  const x = numberOf(content, '含量', curve.kind === 'semiLog' ? { above: '0' } : {});
  const transformedX = curve.kind === 'semiLog' ? fromFloat(Math.log10(x.toNumber()), '含量') : x;
  return a.plus(b.times(transformedX)).plus(c.times(transformedX.pow(2)));
}

interface CurveLevel {
  /** Content of the level. */
  readonly x: Numeric;
  /** 响应1, 响应2, 响应3; empty ones are skipped. */
  readonly responses: readonly (Numeric | null | undefined)[];
}

interface LevelMean {
  readonly x: Decimal;
  readonly mean: Decimal;
  /** Mean response, minus the zero level's response if `subtractZero` is set. */
  readonly net: Decimal;
}

/**
 * Returns the mean responses of the levels.
 * @param subtractZero subtracts the zero level's response from all levels; `Curve.zero` then subtracts it from
 * samples too
 * @throws CalculationProblem for a level without a response, or where the zero level to subtract is missing
 */
export function levelMeans(
  levels: readonly CurveLevel[],
  subtractZero = false,
): { levels: LevelMean[]; zero: Decimal | null } {
  const meansByLevel = levels.map(({ x, responses }) => ({
    x: numberOf(x, '标准系列含量', { atLeast: '0' }),
    mean: meanOf(
      responses
        .filter((response) => response !== null && response !== undefined && response !== '')
        .map((response) => numberOf(response, '标准系列响应值')),
      '标准系列响应值',
    ),
  }));
  if (!subtractZero) return { levels: meansByLevel.map((level) => ({ ...level, net: level.mean })), zero: null };
  const zero = meansByLevel.find(({ x }) => x.isZero())?.mean;
  if (!zero) throw new CalculationProblem('missing', '扣除零浓度响应值的曲线须有含量为0的浓度点');
  return { levels: meansByLevel.map((level) => ({ ...level, net: level.mean.minus(zero) })), zero };
}

interface BackCalculated {
  readonly x: Decimal;
  /** 回算值 (back-calculated content); null beyond the vertex of a parabola. */
  readonly foundContent: Decimal | null;
  /** (x̂ − x)/x, %; null at the zero level. */
  readonly error: Decimal | null;
  /** Response minus the curve's response. */
  readonly residual: Decimal;
}

/**
 * Returns 回算值, 相对误差 (%) and residual of each level, for the table and the plot. A value is null where the response
 * can't be converted.
 * @param curvePoints levels with net responses: the zero response has been subtracted
 * @throws CalculationProblem for a level that is not a number
 */
export function backCalculate(curve: Curve, curvePoints: readonly CurvePoint[]): BackCalculated[] {
  // The points are already net, so the zero response must not be subtracted again.
  const net = { ...curve, zero: null };
  return curvePoints.map((curvePoint) => {
    const x = numberOf(curvePoint.x, '标准系列含量');
    const y = numberOf(curvePoint.y, '标准系列响应值');
    let foundContent: Decimal | null = null;
    try {
      foundContent = readCurve(net, y).content;
    } catch (error) {
      if (!(error instanceof CalculationProblem)) throw error;
    }
    const error = foundContent === null || x.isZero() ? null : foundContent.minus(x).dividedBy(x).times(100);
    const residual = y.minus(curve.kind === 'semiLog' && x.isZero() ? y : responseOf(curve, x));
    return { x, foundContent, error, residual };
  });
}
