import { Decimal, numberOf, type Numeric, settled } from '../numbers/number';
import type { Result } from '../numbers/result';

// What was measured is an interval with a lower and an upper bound, both unrounded. A verdict follows from the bounds
// alone.

export interface Interval {
  readonly lower: Decimal;
  readonly upper: Decimal;
}

export const exactly = (value: Decimal): Interval => ({ lower: value, upper: value });

/** The interval of a result: a measured one is a point, one below its minimum lies between 0 and that minimum. */
export function intervalOf({ num, censored }: Pick<Result, 'num' | 'censored'>): Interval {
  const upper = numberOf(num, '结果');
  return { lower: censored ? new Decimal(0) : upper, upper };
}

/** Whether a limit is the most that is allowed or, as with illuminance, the least that has to be reached. */
export type Bound = 'most' | 'least';

export type IntervalVerdict = 'conforms' | 'exceeds' | 'undetermined';

/** An interval whose upper bound may be unknown: null is without an upper bound. */
export interface OpenInterval {
  readonly lower: Decimal;
  readonly upper: Decimal | null;
}

/**
 * Compares the bounds with a limit, unrounded (full-value comparison, GB/T 8170-2008); equal conforms.
 * @returns `undetermined` where the limit lies inside the interval
 */
export function verdictOf({ lower, upper }: OpenInterval, limit: Numeric, bound: Bound = 'most'): IntervalVerdict {
  const [low, high, value] = [settled(lower), upper && settled(upper), numberOf(limit, '限值')];
  if (bound === 'least') {
    if (low.greaterThanOrEqualTo(value)) return 'conforms';
    return high?.lessThan(value) ? 'exceeds' : 'undetermined';
  }
  if (high?.lessThanOrEqualTo(value)) return 'conforms';
  return low.greaterThan(value) ? 'exceeds' : 'undetermined';
}
