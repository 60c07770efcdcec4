import { checkRepresentedDurations, representedDurations } from '@contract/arithmetic/air/representedDuration';
import type { Verdict } from '@contract/arithmetic/limits/judgement';
import type { NormSet } from '@contract/arithmetic/limits/normSet';
import { Decimal, sumOf } from '@contract/arithmetic/numbers/number';
import { LabProblem } from '@contract/arithmetic/numbers/problem';
import type { Result } from '@contract/arithmetic/numbers/result';
import { decimalsOf, revealed, roundSignificant, roundTo } from '@contract/arithmetic/numbers/rounding';
import type { ResultLimit, TestFact } from '../resultFacts';

// A value that is held against a limit, and what every kind of them is made with.

/**
 * What a judged value is: the kind of its limit, `peak`, `illuminance` whose limit is the least, or `plain` where
 * nothing is to be held against.
 */
export type ValueKind = string;

/** The limit as it is told beside the value. */
export const boundText = ({ kind, limit }: Pick<JudgedValue, 'kind' | 'limit'>): string =>
  `${kind === 'illuminance' ? '≥' : ''}${limit ?? ''}`;

export interface JudgedValue {
  readonly kind: ValueKind;
  readonly day: string;
  /** Where or on whom, within the post. */
  readonly point: string;
  readonly sampleNos: readonly string[];
  readonly measured: Result | null;
  /** With the digits that show its side of the limit. */
  readonly text: string;
  readonly unit: string;
  /** Null without a limit. */
  readonly limit: string | null;
  readonly limitId: number | null;
  readonly standard: string | null;
  readonly verdict: Verdict;
  readonly reason: string | null;
  /** The formula with the numbers put in. */
  readonly working: string;
  /** Unrounded, with 0 for what lies below its minimum; where such a part entered the value. */
  readonly lowest?: string | null;
  /** Of a PC-TWA that is adjusted for long shifts: the standard's own limit and RF (GBZ 331-2024 G.4). */
  readonly reduced?: { readonly of: string; readonly factor: string };
  /** Rules that it follows; absent in reports from before they were told. */
  readonly norm?: NormSet;
  /** The highest of several at its post (GBZ 331-2024 5.2.7.1). */
  readonly highest?: boolean;
  /** U of a value whose limit lies inside value ± U, as it is printed; it never changes the verdict. */
  readonly uncertainty?: string;
}

export const groupBy = <T>(list: readonly T[], keyOf: (one: T) => string): T[][] => {
  const groups = new Map<string, T[]>();
  for (const one of list) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one]);
  return [...groups.values()];
};

export const pointOf = ({ siteNo, person }: TestFact): string => person ?? (siteNo ? `点位${siteNo}` : '');

/** What a person carried and what stood beside them are two shifts, though nobody noted who it was. */
export const placeOf = (test: TestFact): string => `${pointOf(test)}/${test.mode ?? ''}`;

/**
 * What is noted of the samples of a point alike; where it is not, the verdict would hang on which of them comes first.
 */
function notedAlike(tests: readonly TestFact[], name: 'hoursPerDay' | 'daysPerWeek', label: string): string | null {
  const noted = tests.flatMap((test) => test[name] ?? []);
  const [first, ...others] = noted;
  if (others.some((one) => Number(one) !== Number(first)))
    throw new LabProblem('outOfRange', `同一检测点的${label}不一致，请核对调查和采样记录`);
  return first ?? null;
}
export const exposureOf = (tests: readonly TestFact[]): string | null => notedAlike(tests, 'hoursPerDay', '日接触时间');
export const workDaysOf = (tests: readonly TestFact[]): string | null =>
  notedAlike(tests, 'daysPerWeek', '每周工作天数');

/**
 * The hours that each sample of a point and day stands for: as noted on site, else the exposure in equal shares. What
 * was noted comes to the day's exposure: the share
 * of a sample that was voided, or a second row of the plan, would otherwise count as hours without exposure, or twice.
 */
export function hoursOf(tests: readonly TestFact[]): string[] {
  const exposure = exposureOf(tests);
  const noted = tests.flatMap(({ representedHours }) => representedHours ?? []);
  if (noted.length === tests.length) {
    if (exposure) checkRepresentedDurations(noted, exposure);
    return noted;
  }
  if (!exposure) throw new LabProblem('missing', '缺少日接触时间，请在调查或采样记录中补充');
  return [...representedDurations(exposure, tests.length).hours];
}

/** Noted shares that differ by no more than their own rounding are equal shares. */
const evenWithin = '0.01';

/**
 * The hours that each sample of a place stands for, exact: noted ones as noted, equal ones as fractions of the
 * exposure, so that no order decides.
 * @throws LabProblem where noted hours do not add up to the exposure, or the exposure is missing
 */
export function sharesOf(tests: readonly TestFact[]): { readonly hours: readonly Decimal[]; readonly even: boolean } {
  const exposure = exposureOf(tests);
  const noted = tests.flatMap(({ representedHours }) => representedHours ?? []);
  const evenly = (total: string | Decimal) => ({
    hours: tests.map(() => new Decimal(total).dividedBy(tests.length)),
    even: true,
  });
  if (noted.length < tests.length) {
    if (!exposure) throw new LabProblem('missing', '缺少日接触时间，请在调查或采样记录中补充');
    return evenly(exposure);
  }
  if (exposure) checkRepresentedDurations(noted, exposure);
  const hours = noted.map((one) => new Decimal(one));
  const [first, ...others] = hours;
  if (
    first &&
    others.length > 0 &&
    others.every((one) => one.minus(first).absoluteValue().lessThanOrEqualTo(evenWithin))
  ) {
    return evenly(sumOf(hours));
  }
  return { hours, even: false };
}

/** Printed as reported, or with a digit more. */
const comesOutAs = ({ text, num, censored }: Result, printed: string): boolean =>
  text === printed || (!censored && roundTo(num, decimalsOf(printed)) === printed);

/**
 * Results as they stand in a working: as reported, or with as many digits as the one rounding at the end needs to come
 * out as printed.
 */
export function textsFor(
  results: readonly Result[],
  printed: string,
  recalculate: (shown: readonly string[]) => Result,
): string[] {
  const told = (digits: number | null) =>
    results.map(({ text, num, censored }) =>
      digits === null || censored ? text : roundSignificant(new Decimal(num), digits),
    );
  return [null, 4, 5, 6].map(told).find((shown) => comesOutAs(recalculate(shown), printed)) ?? told(8);
}

export const shownBeside = (result: Result, limit: string): string =>
  result.censored ? result.text : revealed(result.text, result.num, limit);

/** A limit in another unit is named in words alone: beside the result it would be read in the result's. */
export const otherUnit = (unit: string, limit: ResultLimit): string =>
  `结果单位${unit}与限值${limit.value}${limit.unit}的单位不同，请核对`;

export const plainOf = (test: TestFact, reason = '无职业接触限值'): JudgedValue => ({
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
