import type { Result } from '../numbers/censoredResults';
import { Decimal, numberOf, type Numeric, withoutCalculationNoise } from '../numbers/decimalNumbers';

// A measured value as an interval with unrounded bounds. The verdict depends on the bounds only.

export interface Interval {
  readonly lower: Decimal;
  readonly upper: Decimal;
}

/** Returns the interval of an exact value. */
export const exactInterval = (value: Decimal): Interval => ({ lower: value, upper: value });

/**
 * Returns the interval of a result: the value itself for a measured result, 0 to the minimum for a result below its
 * minimum.
 * @throws CalculationProblem for a result that is not a number
 */
export function intervalOf({ num, censored }: Pick<Result, 'num' | 'censored'>): Interval {
  const upper = numberOf(num, '结果');
  return { lower: censored ? new Decimal(0) : upper, upper };
}

/** Direction of a limit: an upper limit, or a lower limit as for illuminance. */
export type LimitDirection = 'most' | 'least';

export type IntervalVerdict = 'conforms' | 'exceeds' | 'undetermined';

/** An interval whose upper bound may be unknown (null). */
export interface OpenInterval {
  readonly lower: Decimal;
  readonly upper: Decimal | null;
}

/**
 * Compares an interval with a limit, unrounded (全数值比较法, GB/T 8170-2008). A value equal to the limit conforms.
 * @param limit limit in the unit of the interval
 * @param bound `most` for an upper limit, `least` for a minimum such as an illuminance
 * @returns `undetermined` where the limit lies inside the interval
 * @example verdictOf(exactInterval(new Decimal('6.0')), '6') // 'conforms'
 * @throws CalculationProblem for a limit that is not a number
 */
export function verdictOf(
  { lower, upper }: OpenInterval,
  limit: Numeric,
  bound: LimitDirection = 'most',
): IntervalVerdict {
  const [low, high, value] = [
    withoutCalculationNoise(lower),
    upper && withoutCalculationNoise(upper),
    numberOf(limit, '限值'),
  ];
  if (bound === 'least') {
    if (low.greaterThanOrEqualTo(value)) return 'conforms';
    return high?.lessThan(value) ? 'exceeds' : 'undetermined';
  }
  if (high?.lessThanOrEqualTo(value)) return 'conforms';
  return low.greaterThan(value) ? 'exceeds' : 'undetermined';
}
