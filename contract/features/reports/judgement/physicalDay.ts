import {
  type LimitDirection,
  type Interval,
  intervalOf,
  type IntervalVerdict,
  verdictOf,
} from '@contract/arithmetic/limits/intervalVerdict';
import { conditionLabels, recordedConditionCodes } from '@contract/arithmetic/limits/limitConditions';
import { exposureCondition } from '@contract/arithmetic/limits/physicalConditions';
import { loqAboveLimit } from '@contract/arithmetic/limits/resultJudgement';
import { follows331, type StandardEdition } from '@contract/arithmetic/limits/standardEdition';
import { CalculationProblem } from '@contract/arithmetic/numbers/calculationProblem';
import { Decimal } from '@contract/arithmetic/numbers/decimalNumbers';
import {
  censoringBoundText,
  decimalsBesideLimit,
  decimalsOf,
  textBesideLimit,
  withRevealingDecimals,
  roundForReport,
  roundTo,
} from '@contract/arithmetic/numbers/roundingRules';
import type { ResultLimit, TestFact } from '../resultFacts';
import {
  exposureOf,
  isHeat,
  type JudgedValue,
  unitMismatchText,
  unjudgedValue,
  pointOf,
  textsForWorking,
} from './judgedValue';

// Shared by the judgements of all physical factors: the interval of the readings at a point, and its printed text.

/** A function of the readings that increases with each of them. */
export type IncreasingFunction = (numbers: readonly string[]) => Decimal;

/**
 * Returns the bounds of a function of readings. A reading that was not detected counts as 0 for the lower bound and
 * as its minimum for the upper bound.
 */
function boundsOf(readings: readonly TestFact[], combine: IncreasingFunction): Interval {
  const bounds = readings.map(({ result }) => intervalOf(result));
  return {
    lower: combine(bounds.map(({ lower }) => lower.toString())),
    upper: combine(bounds.map(({ upper }) => upper.toString())),
  };
}

export interface PrintRule {
  readonly set: StandardEdition;
  readonly limit: string;
  /** Number of decimals before GBZ 331-2024. */
  readonly decimals: number;
  readonly bound?: LimitDirection;
}

/**
 * Formats a value for the report: from 2025-05-01 with the limit's decimals and (+) or (-), before that with enough
 * digits to show on which side of the limit it lies.
 */
const printedValue = (value: Decimal, { set, limit, decimals, bound = 'most' }: PrintRule): string =>
  follows331(set)
    ? textBesideLimit(value, limit, bound)
    : withRevealingDecimals(roundTo(value, decimals), value, limit, bound);

/** Formats the value without the mark (+) or (-), as a result is stored and a working ends. */
const unmarkedValue = (value: Decimal, { set, limit, decimals }: PrintRule): string =>
  follows331(set) ? roundForReport(value, decimalsBesideLimit(limit)) : roundTo(value, decimals);

const withoutMark = (text: string): string => text.replace(/\([+-]\)$/, '');

export type DayValue = Pick<JudgedValue, 'measured' | 'text' | 'verdict' | 'reason' | 'working'>;

/**
 * Returns a verdict with its reason.
 * @param reason reason of 无法判定
 */
export const verdictWithReason = (
  verdict: IntervalVerdict,
  reason = loqAboveLimit,
): Pick<JudgedValue, 'verdict' | 'reason'> => ({
  verdict,
  reason: verdict === 'undetermined' ? reason : null,
});

export interface JudgedReadings {
  readonly readings: readonly TestFact[];
  readonly workingFunction: IncreasingFunction;
  /** Returns the working that ends with the given text. */
  readonly workingOf: (shown: string) => string;
  /** Reason for the case that the bounds lie on different sides of the limit. */
  readonly openReason?: string;
}

/** Judges the readings of a point against a limit. */
export function dayValue(
  { readings, workingFunction, workingOf, openReason }: JudgedReadings,
  printRule: PrintRule,
): DayValue {
  const interval = boundsOf(readings, workingFunction);
  const { upper } = interval;
  // A value that was not detected is below its bound, so it does not reach a lower limit equal to that bound.
  const isShort =
    printRule.bound === 'least' &&
    readings.some(({ result }) => result.censored) &&
    upper.lessThanOrEqualTo(printRule.limit);
  const verdict = verdictWithReason(
    isShort ? 'exceeds' : verdictOf(interval, printRule.limit, printRule.bound),
    openReason,
  );
  const text = printedValue(upper, printRule);
  if (!readings.some(({ result }) => result.censored))
    return {
      measured: { text: unmarkedValue(upper, printRule), num: upper.toString(), censored: false },
      text,
      working: workingOf(text),
      ...verdict,
    };
  const allCensored = readings.every(({ result }) => result.censored);
  const shownText = allCensored
    ? `<${follows331(printRule.set) && upper.greaterThan(0) ? censoringBoundText(upper) : text}`
    : text;
  return {
    measured: { text: withoutMark(shownText), num: upper.toString(), censored: allCensored },
    text: shownText,
    working: '',
    ...verdict,
  };
}

/**
 * Formats the readings for a working with enough digits that it gives the printed value.
 * @param shownText printed value of the day, with its mark if any
 * @param combine calculates the value of the day from the readings
 */
export const readingsForWorking = (
  readings: readonly TestFact[],
  shownText: string,
  combine: IncreasingFunction,
): string[] =>
  textsForWorking(
    readings.map(({ result }) => result),
    withoutMark(shownText),
    (numbers) => ({ text: '', num: combine(numbers).toString(), censored: false }),
  );

/**
 * Formats a step of a working with enough digits that the next step gives the printed value.
 * @param value value of this step, unrounded
 * @param shownText text of the next step
 * @param next calculates the next step from the text of this one
 */
export function stepFor(value: Decimal, shownText: string, next: (value: string) => Decimal): string {
  const plainText = withoutMark(shownText);
  const digits = [decimalsOf(plainText), 2, 3, 4, 6, 8].map((decimals) => roundTo(value, decimals));
  return digits.find((text) => roundTo(next(text), decimalsOf(plainText)) === plainText) ?? value.toString();
}

/**
 * Returns the terms of a time-weighted sum, e.g. `80×2+85×6`.
 * @param hours hours, one for each text
 */
export const sharesOf = (texts: readonly string[], hours: readonly string[], term: (text: string) => string): string =>
  texts.map((text, index) => `${term(text)}×${hours[index] ?? ''}`).join('+');

/**
 * Returns the data of a judged value besides the value itself: point, samples, unit, limit and standard.
 * @param readings of one point on one day, at least one
 * @param day `YYYY-MM-DD`
 * @param bound the applied limit, in its unit, where conditions changed it
 */
export const judgedValueBase = (
  readings: readonly TestFact[],
  limit: ResultLimit,
  day: string,
  bound = limit.value,
): Omit<JudgedValue, keyof DayValue> => ({
  kind: limit.kind,
  day,
  point: pointOf(readings[0] as TestFact),
  sampleNos: readings.map(({ sampleNo }) => sampleNo),
  unit: limit.unit,
  limit: bound,
  limitId: limit.id,
  standard: limit.standard,
});

/**
 * Selects the limits whose conditions the survey recorded for the readings.
 * @throws CalculationProblem for readings of different conditions, a missing condition, or a condition without a limit
 */
export function limitsForConditions(
  readings: readonly TestFact[],
  limits: readonly ResultLimit[],
): readonly ResultLimit[] {
  // The survey does not select among these limits: a single one, e.g. for power frequency, or one per unit.
  if (
    !limits.some(({ condition }) => condition !== null && recordedConditionCodes.includes(condition)) &&
    new Set(limits.map(({ unit }) => unit)).size === limits.length
  )
    return limits;
  const [recordedCondition, ...others] = new Set(readings.map((test) => test.exposureCondition));
  if (others.length) throw new CalculationProblem('outOfRange', '同一检测点的接触条件不一致，请核对现场调查');
  if (!recordedCondition)
    throw new CalculationProblem(
      'missing',
      `限值按接触条件分别规定，请在现场调查中补充接触条件${limits.some(isHeat) ? '（体力劳动强度）' : ''}`,
    );
  const condition = exposureCondition(recordedCondition, exposureOf(readings));
  const conditionLimits = limits.filter((limit) => limit.condition === condition);
  if (!conditionLimits.length)
    throw new CalculationProblem(
      'missing',
      `限值库中没有“${conditionLabels.get(condition) ?? condition}”的限值，请核对现场调查中的接触条件`,
    );
  return conditionLimits;
}

/**
 * Returns the limit in the unit of the readings.
 * @throws CalculationProblem for readings of different units, or a unit without a limit
 */
export function inUnitOf(readings: readonly TestFact[], limits: readonly ResultLimit[]): ResultLimit {
  for (const { unit } of readings) {
    const [firstLimit] = limits;
    if (firstLimit && !limits.some((limit) => limit.unit === unit))
      throw new CalculationProblem('outOfRange', unitMismatchText(unit ?? '', firstLimit));
  }
  const unitLimit = limits.find(({ unit }) => unit === readings[0]?.unit);
  if (!unitLimit || readings.some(({ unit }) => unit !== unitLimit.unit))
    throw new CalculationProblem('outOfRange', '同一检测点的结果单位不同，请核对');
  return unitLimit;
}

/** Returns one line 待核实 for each reading, with its reason. */
export const verificationLines = (readings: readonly TestFact[], reason: string): JudgedValue[] =>
  readings.map((test) => ({ ...unjudgedValue(test), verdict: 'toVerify', reason }));
