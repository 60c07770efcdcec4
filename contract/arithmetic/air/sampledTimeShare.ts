import { CalculationProblem } from '../numbers/calculationProblem';
import { type Decimal, numberOf, type Numeric, withoutCalculationNoise } from '../numbers/decimalNumbers';
import { roundTo } from '../numbers/roundingRules';

// Minimum share of a shift's exposure to be sampled, and the minimum intervals (GBZ 331-2024 5.2.6.2.3 c).

/** Minimum share of the shift's exposure time to be sampled for a PC-TWA, %. */
export const minShare = { fixed: '25', moving: '50' } as const;

/** Rule for absorbing solutions and bags: minimum number of periods, and minimum minutes between two periods. */
export const periodRule = { periods: 2, gap: 60 } as const;

interface SampledShare {
  /** Minimum time to be sampled, min. */
  readonly needed: Decimal;
  /** Sampled share of the exposure time, %, unrounded. */
  readonly share: Decimal;
  /** The share with one decimal. */
  readonly shareText: string;
  readonly enough: boolean;
}

/**
 * Compares the sampled time of a job with its exposure time. A fixed job requires 25 %, a mobile job 50 %.
 * @param contactHours exposure time of the shift, h
 * @param sampledMinutes total sampled time, min
 * @throws CalculationProblem for an exposure outside 0…24 h, or minutes below 0
 */
export function sampledShare(job: keyof typeof minShare, contactHours: Numeric, sampledMinutes: Numeric): SampledShare {
  const contact = numberOf(contactHours, '接触时间', { above: '0', atMost: '24' }).times(60);
  const sampledTime = numberOf(sampledMinutes, '采样时间', { atLeast: '0' });
  const neededMinutes = contact.times(minShare[job]).dividedBy(100);
  const sampledPercent = sampledTime.dividedBy(contact).times(100);
  return {
    needed: neededMinutes,
    share: sampledPercent,
    shareText: roundTo(withoutCalculationNoise(sampledPercent), 1),
    enough: withoutCalculationNoise(sampledTime).greaterThanOrEqualTo(withoutCalculationNoise(neededMinutes)),
  };
}

export interface SampledSpan {
  /** Minutes since any fixed moment. */
  readonly start: number;
  readonly end: number;
}

interface SampledPeriods {
  /** Minutes from the end of each period to the start of the next, in time order. */
  readonly gaps: readonly number[];
  readonly enough: boolean;
}

/**
 * Checks the periods of short samples that represent a shift. There must be at least 2, each starting at least 1 h
 * after the end of the previous one.
 * @throws CalculationProblem where a period does not end after its start
 */
export function sampledPeriods(spans: readonly SampledSpan[]): SampledPeriods {
  if (spans.some(({ start, end }) => end <= start))
    throw new CalculationProblem('outOfRange', '采样结束时间应晚于开始时间');
  const sortedSpans = [...spans].sort((a, b) => a.start - b.start);
  const gapMinutes = sortedSpans.slice(1).map(({ start }, index) => start - (sortedSpans[index] as SampledSpan).end);
  return {
    gaps: gapMinutes,
    enough: sortedSpans.length >= periodRule.periods && gapMinutes.every((gapLength) => gapLength >= periodRule.gap),
  };
}
