import { type Decimal, numberOf, type Numeric, settled } from '../numbers/number';
import { LabProblem } from '../numbers/problem';
import { roundTo } from '../numbers/rounding';

// How much of a shift's contact has to be sampled, and how far apart (GBZ 331-2024 5.2.6.2.3 c).

/** Least share of the shift's contact time, %, that is sampled for a PC-TWA. */
export const leastShare = { fixed: '25', moving: '50' } as const;

/** Liquid absorbers and bags: least number of periods, and minutes between one and the next. */
export const periodRule = { periods: 2, gap: 60 } as const;

/** PC-STEL and MAC samples: minutes (5.2.6.2.3 c 2, c 4). */
export const shortSampleMinutes = 15;

export interface SampledShare {
  /** Minutes that have to be sampled at least. */
  readonly needed: Decimal;
  /** %, unrounded. */
  readonly share: Decimal;
  /** One decimal. */
  readonly shareText: string;
  readonly enough: boolean;
}

/**
 * Holds the sampled time of a job against its contact time: a fixed job ≥ 25 %, a moving one ≥ 50 %.
 * @param contactHours contact time of the shift, h
 * @param sampledMinutes together, min
 * @throws LabProblem on contact that is not within 0…24 h, or minutes below 0
 */
export function sampledShare(
  job: keyof typeof leastShare,
  contactHours: Numeric,
  sampledMinutes: Numeric,
): SampledShare {
  const contact = numberOf(contactHours, '接触时间', { above: '0', atMost: '24' }).times(60);
  const sampled = numberOf(sampledMinutes, '采样时间', { atLeast: '0' });
  const needed = contact.times(leastShare[job]).dividedBy(100);
  const share = sampled.dividedBy(contact).times(100);
  return {
    needed,
    share,
    shareText: roundTo(settled(share), 1),
    enough: settled(sampled).greaterThanOrEqualTo(settled(needed)),
  };
}

export interface Span {
  /** Minutes since any fixed moment. */
  readonly start: number;
  readonly end: number;
}

export interface SampledPeriods {
  /** Minutes from the end of each to the start of the next, by time. */
  readonly gaps: readonly number[];
  readonly enough: boolean;
}

/**
 * Holds the periods of short samples that stand for a shift against the rule: at least 2, each at least 1 h after the
 * one before.
 * @throws LabProblem where a span does not end after its start
 */
export function sampledPeriods(spans: readonly Span[]): SampledPeriods {
  if (spans.some(({ start, end }) => end <= start)) throw new LabProblem('outOfRange', '采样结束时间应晚于开始时间');
  const ordered = [...spans].sort((a, b) => a.start - b.start);
  const gaps = ordered.slice(1).map(({ start }, at) => start - (ordered[at] as Span).end);
  return { gaps, enough: ordered.length >= periodRule.periods && gaps.every((gap) => gap >= periodRule.gap) };
}
