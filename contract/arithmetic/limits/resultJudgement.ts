import type { DictEntry } from '@contract/dictEntry';
import type { ExposureMean } from '../air/exposureConcentrations';
import type { Result } from '../numbers/censoredResults';
import { Decimal, numberOf, type Numeric } from '../numbers/decimalNumbers';
import {
  censoringBoundText,
  type LimitComparison,
  decimalsBesideLimit,
  withLimitMark,
  roundForReport,
  withinLimit,
} from '../numbers/roundingRules';
import { exactInterval, type Interval, type IntervalVerdict, intervalOf, verdictOf } from './intervalVerdict';

// Verdicts (判定; GBZ 2.1-2019 chapter 6, GBZ 331-2024 5.2.7). The limits in force on the day of sampling apply.

export const verdicts = [
  { value: 'exceeds', label: '不符合', tone: 'bad' },
  { value: 'toVerify', label: '待核实', tone: 'waiting' },
  { value: 'undetermined', label: '无法判定', tone: 'waiting' },
  { value: 'conforms', label: '符合', tone: 'good' },
  { value: 'notAssessed', label: '不评价', tone: 'quiet' },
] as const satisfies readonly DictEntry[];
export type Verdict = (typeof verdicts)[number]['value'];

/**
 * Returns the worst verdict, in the order of `verdicts`: one exceedance decides for all. Without verdicts it returns
 * `notAssessed`.
 */
export const worstVerdict = (foundVerdicts: readonly Verdict[]): Verdict =>
  verdicts.find(({ value }) => foundVerdicts.includes(value))?.value ?? 'notAssessed';

/** Returns the Chinese label of a verdict. */
export const verdictLabel = (verdict: Verdict): string => verdicts.find(({ value }) => value === verdict)?.label ?? '';

/** Judges one result against one limit by the bounds of the result. A bound equal to the limit conforms. */
export const judgeResult = (result: Result, limit: string): IntervalVerdict => verdictOf(intervalOf(result), limit);

/**
 * Returns the interval of a mean. A mean with parts below their minimum is a point, because those parts count as
 * their minimum (GBZ 331-2024 G.1.1.2 b). If every part is below its minimum, the interval runs from 0 to the highest
 * minimum.
 */
export const intervalOfMean = ({ value, bound }: Pick<ExposureMean, 'value' | 'bound'>): Interval =>
  value === null ? { lower: new Decimal(0), upper: bound ?? new Decimal(0) } : exactInterval(value);

interface JudgedMean {
  /** Text printed beside the limit, with (+) or (-) where rounding moved it across the limit. */
  readonly text: string;
  readonly verdict: IntervalVerdict;
}

/**
 * Formats a mean beside its limit (GBZ 331-2024 G.1.2): `<` and the minimum, or the mean with the decimals that the
 * printed limit determines.
 * @param limit limit that judges, in the unit of the mean; PC-TWAa where the limit is reduced
 * @param printedLimit limit as the standard prints it; it determines the decimals
 * @returns the text, with (+) or (-) where rounding moved it across the limit
 */
export function textOfMean(
  { value, bound }: Pick<ExposureMean, 'value' | 'bound'>,
  limit: string,
  printedLimit: string = limit,
): string {
  if (value === null) return `<${censoringBoundText(bound ?? 0)}`;
  return withLimitMark(roundForReport(value, decimalsBesideLimit(printedLimit)), value, limit);
}

/**
 * Formats and judges a mean.
 * @param limit the limit that judges; PC-TWAa where the limit is reduced
 * @param printedLimit the limit as the standard prints it; it determines the decimals of the text
 */
export const judgeMean = (
  mean: Pick<ExposureMean, 'value' | 'bound'>,
  limit: string,
  printedLimit: string = limit,
): JudgedMean => ({
  text: textOfMean(mean, limit, printedLimit),
  verdict: verdictOf(intervalOfMean(mean), limit),
});

/**
 * Returns whether a mean exceeds a limit only because parts below their minimum count as that minimum. Samples of a
 * larger air volume could then prove conformity.
 */
export const exceedsBySubstitution = ({ value, lowest, substituted }: ExposureMean, limit: Numeric): boolean =>
  substituted &&
  value !== null &&
  verdictOf(exactInterval(value), limit) === 'exceeds' &&
  verdictOf(exactInterval(lowest), limit) === 'conforms';

/** Reason of 无法判定 where the quantification limit is above the limit. */
export const loqAboveLimit = '定量下限高于限值';

/** An exposure to a high concentration. `start` is in minutes from the start of the shift. */
interface HighExposure {
  readonly concentration: Numeric;
  readonly start: number;
  readonly minutes: number;
}

/** Limits of excursions: maximum duration in minutes, maximum number a day, minimum gap in hours. */
interface ExcursionLimits {
  readonly minutes: number;
  readonly maxTimesPerDay: number;
  readonly minHoursBetween: number;
}

/**
 * Limits of excursions between PC-TWA and PC-STEL (GBZ 2.1-2019 A.2.3.2), and between 3 and 5 times PC-TWA (6.3.3).
 */
const excursionLimits: ExcursionLimits = { minutes: 15, maxTimesPerDay: 4, minHoursBetween: 1 };

/**
 * Returns whether the exposures of a day keep the limits of duration, number and gap. A gap is the time from the end
 * of an exposure to the start of the next.
 */
export function excursionsAllowed(
  excursions: readonly Omit<HighExposure, 'concentration'>[],
  limits: ExcursionLimits = excursionLimits,
): boolean {
  const sortedExcursions = [...excursions].sort((a, b) => a.start - b.start);
  const wellSpaced = sortedExcursions.every(({ start }, index) => {
    const before = sortedExcursions[index - 1];
    return !before || start - (before.start + before.minutes) >= limits.minHoursBetween * 60;
  });
  return (
    sortedExcursions.length <= limits.maxTimesPerDay &&
    sortedExcursions.every(({ minutes }) => minutes <= limits.minutes) &&
    wellSpaced
  );
}

interface JudgedExcursions {
  /** Number of exposures above `from` and up to `to`. */
  readonly between: number;
  /** Number of exposures above `to`. */
  readonly above: number;
  readonly verdict: 'conforms' | 'exceeds' | 'toVerify';
}

/**
 * Judges the exposures of a day between two bounds: PC-TWA and PC-STEL (GBZ 2.1-2019 A.2.3.2), or 3 and 5 times
 * PC-TWA (6.3.3).
 * @param allListed whether `exposures` lists every exposure of the day; if not, a value between the bounds is
 * `toVerify`
 * @param from lower bound, in the unit of the exposures
 * @param to upper bound, in the unit of the exposures
 * @throws CalculationProblem for a concentration or a bound that is not a number
 */
export function judgeExcursions(
  exposures: readonly HighExposure[],
  from: Numeric,
  to: Numeric,
  allListed: boolean,
): JudgedExcursions {
  const resultsOver = (bound: Numeric) =>
    exposures.filter(
      ({ concentration }) => verdictOf(exactInterval(numberOf(concentration, '浓度')), bound) === 'exceeds',
    );
  const resultsAbove = resultsOver(to);
  const resultsBetween = resultsOver(from).filter((result) => !resultsAbove.includes(result));
  const counts = { between: resultsBetween.length, above: resultsAbove.length };
  if (resultsAbove.length > 0) return { ...counts, verdict: 'exceeds' };
  if (resultsBetween.length === 0) return { ...counts, verdict: 'conforms' };
  if (!allListed) return { ...counts, verdict: 'toVerify' };
  return { ...counts, verdict: excursionsAllowed(resultsBetween) ? 'conforms' : 'exceeds' };
}

/**
 * Judges a physical factor against its upper limit.
 * @param value measured value, unrounded, in the unit of the limit
 * @param limit upper limit as the standard prints it; an equal value conforms
 * @param comparison whether the value is compared unrounded or rounded (GB/T 8170-2008)
 */
export const judgePhysical = (value: Decimal, limit: string, comparison: LimitComparison = 'full'): Verdict =>
  withinLimit(value, limit, comparison) ? 'conforms' : 'exceeds';

/** A result to be compared with other results of the same post and limit. */
export interface ComparableResult {
  readonly interval: Interval;
  /** Whether the hazard was detected. */
  readonly detected: boolean;
}

const sizeOf = ({ interval: { lower, upper }, detected }: ComparableResult): Decimal => (detected ? lower : upper);

/**
 * Returns the result that represents a post: the highest detected one, else the one with the highest quantification
 * limit (GBZ 331-2024 5.2.7.1).
 * @throws Error without results
 */
export function highestOf<T extends ComparableResult>(results: readonly T[]): T {
  const detectedResults = results.filter((result) => result.detected);
  const [first, ...others] = detectedResults.length > 0 ? detectedResults : results;
  if (!first) throw new Error('no results');
  return others.reduce((largest, other) => (sizeOf(other).greaterThan(sizeOf(largest)) ? other : largest), first);
}
