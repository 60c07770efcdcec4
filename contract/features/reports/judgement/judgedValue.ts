import { checkRepresentedDurations, representedDurations } from '@contract/arithmetic/air/representedDuration';
import type { Verdict } from '@contract/arithmetic/limits/resultJudgement';
import type { StandardEdition } from '@contract/arithmetic/limits/standardEdition';
import { CalculationProblem } from '@contract/arithmetic/numbers/calculationProblem';
import type { Result } from '@contract/arithmetic/numbers/censoredResults';
import { Decimal, sumOf } from '@contract/arithmetic/numbers/decimalNumbers';
import {
  decimalsOf,
  withRevealingDecimals,
  roundSignificant,
  roundTo,
} from '@contract/arithmetic/numbers/roundingRules';
import type { ResultLimit, TestFact } from '../resultFacts';

// A value compared with a limit, and functions that all kinds of values share.

/** Kind of a judged value: the kind of its limit, `peak`, `illuminance` (lower limit), or `plain` without a limit. */
type ValueKind = string;

/** Formats the limit that is printed beside the value. */
export const boundText = ({ kind, limit }: Pick<JudgedValue, 'kind' | 'limit'>): string =>
  `${kind === 'illuminance' ? '≥' : ''}${limit ?? ''}`;

export interface JudgedValue {
  readonly kind: ValueKind;
  readonly day: string;
  /** Name of the point or person within the post. */
  readonly point: string;
  readonly sampleNos: readonly string[];
  readonly measured: Result | null;
  /** Printed value, with enough digits to show on which side of the limit it lies. */
  readonly text: string;
  readonly unit: string;
  /** Printed limit; null without a limit. */
  readonly limit: string | null;
  readonly limitId: number | null;
  readonly standard: string | null;
  readonly verdict: Verdict;
  readonly reason: string | null;
  /** Formula with its numbers. */
  readonly working: string;
  /** Unrounded value with 0 for parts below their minimum; set where the value contains such a part. */
  readonly lowest?: string | null;
  /** The standard's limit and RF of a PC-TWA that was reduced for long shifts (GBZ 331-2024 G.4). */
  readonly reduced?: { readonly of: string; readonly factor: string };
  /** Edition of the standards that was applied; absent in reports that were frozen before it was stored. */
  readonly norm?: StandardEdition;
  /** Whether this is the highest of several values at its post (GBZ 331-2024 5.2.7.1). */
  readonly highest?: boolean;
  /** Printed U of a value whose limit lies within value ± U; it never changes the verdict. */
  readonly uncertainty?: string;
}

/** Groups a list by a key, in order of first occurrence. */
export const groupBy = <T>(list: readonly T[], keyOf: (one: T) => string): T[][] => {
  const groups = new Map<string, T[]>();
  for (const item of list) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return [...groups.values()];
};

/** Returns the label of a sampling point: the sampled person, else the number of the place. */
export const pointOf = ({ siteNo, person }: TestFact): string => person ?? (siteNo ? `点位${siteNo}` : '');

/**
 * Returns the key of an exposure. Personal and area samples are two exposures, even if the person was not recorded.
 */
export const placeOf = (test: TestFact): string => `${pointOf(test)}/${test.mode ?? ''}`;

/**
 * Returns a value that all samples of a point share. It refuses a difference, because the verdict would then depend
 * on the order of the samples.
 * @throws CalculationProblem where the samples differ
 */
function recordedAlike(tests: readonly TestFact[], name: 'hoursPerDay' | 'daysPerWeek', label: string): string | null {
  const recordedValues = tests.flatMap((test) => test[name] ?? []);
  const [firstRecordedValue, ...others] = recordedValues;
  if (others.some((other) => Number(other) !== Number(firstRecordedValue)))
    throw new CalculationProblem('outOfRange', `同一检测点的${label}不一致，请核对调查和采样记录`);
  return firstRecordedValue ?? null;
}
/**
 * Returns the hours per day of the samples of a point; null if none is recorded.
 * @throws CalculationProblem where the samples differ
 */
export const exposureOf = (tests: readonly TestFact[]): string | null =>
  recordedAlike(tests, 'hoursPerDay', '日接触时间');
/**
 * Returns the days per week of the samples of a point; null if none is recorded.
 * @throws CalculationProblem where the samples differ
 */
export const workDaysOf = (tests: readonly TestFact[]): string | null =>
  recordedAlike(tests, 'daysPerWeek', '每周工作天数');

/**
 * Returns the hours that each sample of a point and day represents: the recorded hours, else equal shares of the
 * exposure. Recorded hours must sum to the exposure. Otherwise the share of a voided sample would count as unexposed,
 * or a second plan row would count twice.
 * @throws CalculationProblem without hours of exposure, or where recorded hours do not sum to it
 */
export function hoursOf(tests: readonly TestFact[]): string[] {
  const exposure = exposureOf(tests);
  const recordedHours = tests.flatMap(({ representedHours }) => representedHours ?? []);
  if (recordedHours.length === tests.length) {
    if (exposure) checkRepresentedDurations(recordedHours, exposure);
    return recordedHours;
  }
  if (!exposure) throw new CalculationProblem('missing', '缺少日接触时间，请在调查或采样记录中补充');
  return [...representedDurations(exposure, tests.length).hours];
}

/** Maximum difference between recorded shares, h, that counts as rounding. */
const equalSharesTolerance = '0.01';

/**
 * Returns the exact hours that each sample of a place represents: different recorded hours unchanged, equal ones as
 * fractions of the exposure, so that the order does not matter.
 * @throws CalculationProblem where recorded hours do not sum to the exposure, or the exposure is missing
 */
export function sharesOf(tests: readonly TestFact[]): {
  readonly hours: readonly Decimal[];
  readonly isEqualShares: boolean;
} {
  const exposure = exposureOf(tests);
  const recordedHours = tests.flatMap(({ representedHours }) => representedHours ?? []);
  const evenExposure = (total: string | Decimal) => ({
    hours: tests.map(() => new Decimal(total).dividedBy(tests.length)),
    isEqualShares: true,
  });
  if (recordedHours.length < tests.length) {
    if (!exposure) throw new CalculationProblem('missing', '缺少日接触时间，请在调查或采样记录中补充');
    return evenExposure(exposure);
  }
  if (exposure) checkRepresentedDurations(recordedHours, exposure);
  const hours = recordedHours.map((text) => new Decimal(text));
  const [first, ...others] = hours;
  if (
    first &&
    others.length > 0 &&
    others.every((other) => other.minus(first).absoluteValue().lessThanOrEqualTo(equalSharesTolerance))
  ) {
    return evenExposure(sumOf(hours));
  }
  return { hours, isEqualShares: false };
}

/** Returns whether a result prints with the given digits or with one more. */
const comesOutAs = ({ text, num, censored }: Result, printedText: string): boolean =>
  text === printedText || (!censored && roundTo(num, decimalsOf(printedText)) === printedText);

/**
 * Formats results for a working: as reported, or with enough digits that the rounded result equals the printed one.
 * @param printedText printed result that the working has to give
 * @param recalculate calculates the result from the shown numbers
 */
export function textsForWorking(
  results: readonly Result[],
  printedText: string,
  recalculate: (shownTexts: readonly string[]) => Result,
): string[] {
  const textsWith = (digits: number | null) =>
    results.map(({ text, num, censored }) =>
      digits === null || censored ? text : roundSignificant(new Decimal(num), digits),
    );
  return [null, 4, 5, 6].map(textsWith).find((texts) => comesOutAs(recalculate(texts), printedText)) ?? textsWith(8);
}

/** Formats a result beside its limit with enough digits to show on which side of the limit it lies. */
export const resultTextBesideLimit = (result: Result, limit: string): string =>
  result.censored ? result.text : withRevealingDecimals(result.text, result.num, limit);

/** Formats a limit in another unit in words. Beside the result it would be taken for the result's unit. */
export const unitMismatchText = (unit: string, limit: ResultLimit): string =>
  `结果单位${unit}与限值${limit.value}${limit.unit}的单位不同，请核对`;

/** Reason on a line whose hazard has no limit by the standard in force on the day of sampling. */
export const noLimitReason = '采样日无职业接触限值';

/**
 * Returns an unjudged line of a sample.
 * @param reason why it is not judged
 */
export const unjudgedValue = (test: TestFact, reason = '无职业接触限值'): JudgedValue => ({
  kind: 'plain',
  day: test.sampledOn,
  point: pointOf(test),
  sampleNos: [test.sampleNo],
  measured: test.result,
  text: test.result.text,
  unit: test.unit ?? '',
  limit: null,
  limitId: null,
  standard: null,
  verdict: 'notAssessed',
  reason,
  working: '',
});

/** Returns whether a limit is one of heat stress. */
export const isHeat = ({ kind }: Pick<ResultLimit, 'kind'>): boolean => kind === 'wbgt';
