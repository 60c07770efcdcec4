import type { ExposureMean, ReducedLimit } from '@contract/arithmetic/air/exposureConcentrations';
import {
  isWithinUncertainty,
  uncertaintyOfMean,
  uncertaintyText,
} from '@contract/arithmetic/curves/measurementUncertainty';
import { type OpenInterval, verdictOf } from '@contract/arithmetic/limits/intervalVerdict';
import {
  exceedsBySubstitution,
  textOfMean,
  loqAboveLimit,
  type Verdict,
} from '@contract/arithmetic/limits/resultJudgement';
import { follows331, type StandardEdition } from '@contract/arithmetic/limits/standardEdition';
import { measuredResult, type Result } from '@contract/arithmetic/numbers/censoredResults';
import { Decimal } from '@contract/arithmetic/numbers/decimalNumbers';
import {
  decimalsOf,
  textBesideLimit,
  withRevealingDecimals,
  roundForReport,
} from '@contract/arithmetic/numbers/roundingRules';
import type { ResultHazard, ResultLimit, TestFact } from '../resultFacts';
import { type JudgedValue, unjudgedValue, pointOf } from './judgedValue';

// A line of the report for a concentration in air: interval, text beside the limit, verdict and reason.

export interface AirDay {
  readonly hazard: ResultHazard;
  readonly tests: readonly TestFact[];
  /** Limits of the day, all in the same unit. */
  readonly limits: readonly [ResultLimit, ...ResultLimit[]];
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly set: StandardEdition;
}

/** A day with valid results, among other days that need verification. */
export interface TriedDay extends AirDay {
  readonly shortsWait: boolean;
  /** The survey calls the concentration steady for every sample, also for those that need verification. */
  readonly steady: boolean;
}

/** Returns whether a sample is long enough for a time-weighted average. */
export const isLong = ({ period }: TestFact): boolean => period === 'long';
/** Returns whether a limit applies to an average. */
export const isMean = ({ kind }: ResultLimit): boolean =>
  ['twa', 'totalDust', 'respirableDust', 'fibre'].includes(kind);
const decimalsFor = ({ minimum, result }: TestFact): number => decimalsOf(minimum ?? result.text);
/** Returns the kind of limit for the dust that was sampled. */
export const dustKindOf = ({ dust }: TestFact): 'respirableDust' | 'totalDust' =>
  dust === 'respirable' ? 'respirableDust' : 'totalDust';

/** A value from which a line is built: its data, its formatting, and the reason why it may be unknown. */
export interface UnbuiltLine {
  readonly kind: string;
  readonly tests: readonly TestFact[];
  readonly interval: OpenInterval;
  readonly mean: ExposureMean;
  readonly limit: ResultLimit;
  /** Limit for comparison: the standard's limit, or PC-TWAa. */
  readonly bound: string;
  readonly reduced?: ReducedLimit & { readonly expression: string };
  readonly symbol: string;
  readonly working?: (printed: string) => string;
  readonly reason?: string;
}

/**
 * Formats a value beside its limit: since GBZ 331-2024 with the limit's decimals (G.1.2.2), before it with the
 * decimals of the minimum. The text has enough digits to show on which side of the limit the value lies.
 */
function textOf(
  { mean, tests, bound, limit }: UnbuiltLine,
  standardEdition: StandardEdition,
): { readonly text: string; readonly measured: Result } {
  if (follows331(standardEdition)) {
    const text = textOfMean(mean, bound, limit.value);
    return {
      text,
      measured: {
        text: text.replace(/\([+-]\)$/, ''),
        num: String(mean.value ?? mean.bound),
        censored: mean.value === null,
      },
    };
  }
  if (mean.value === null) {
    const num = String(mean.bound);
    const text = tests.find(({ result }) => result.censored && result.num === num)?.result.text ?? `<${num}`;
    return { text, measured: { text, num, censored: true } };
  }
  const num = mean.value.toString();
  const [onlyTest, ...testFacts] = tests;
  const ownResult = onlyTest && testFacts.length === 0 && onlyTest.result.num === num ? onlyTest.result : null;
  const measuredText =
    ownResult ?? withoutZero(measuredResult(mean.value, Math.max(...tests.map(decimalsFor))), mean.value);
  return { text: withRevealingDecimals(measuredText.text, num, bound), measured: measuredText };
}

/** Returns the result with enough digits that a detected value is never printed as 0. */
const withoutZero = (result: Result, value: Decimal): Result =>
  value.isZero() || /[1-9]/.test(result.text) ? result : { ...result, text: roundForReport(value, 0) };

/**
 * Returns the judged line of an air result.
 * @param standardEdition rules of the sampling day
 * @param unit unit of the limit
 * @param day `YYYY-MM-DD`
 */
export function lineOf(
  lineInput: UnbuiltLine,
  standardEdition: StandardEdition,
  unit: string,
  day: string,
): JudgedValue {
  const { kind, tests, interval, mean, limit, bound, reduced } = lineInput;
  const { text, measured } = textOf(lineInput, standardEdition);
  const verdict = verdictOf(interval, bound);
  const loqReason = verdict === 'undetermined' ? loqAboveLimit : null;
  const largestReason =
    follows331(standardEdition) && exceedsBySubstitution(mean, bound)
      ? `低于最低定量浓度的样品按最低定量浓度计入后超过限值（按0计为${textBesideLimit(mean.lowest, bound)}），建议增大采样体积后复测`
      : null;
  const reason = [lineInput.reason ?? loqReason, largestReason].filter(Boolean).join('；') || null;
  return {
    kind,
    day,
    point: pointsOf(tests),
    sampleNos: tests.map(({ sampleNo }) => sampleNo),
    measured,
    text,
    unit,
    limit: bound,
    limitId: limit.id,
    standard: limit.standard,
    verdict,
    reason: verdict === 'conforms' && !lineInput.reason ? null : reason,
    working: lineInput.working?.(text) ?? '',
    lowest: mean.substituted ? mean.lowest.toString() : null,
    norm: standardEdition,
    ...(reduced ? { reduced: { of: limit.value, factor: reduced.factorText } } : {}),
    ...uncertaintyOf(lineInput),
  };
}

/** Returns U of a measured value if the limit lies within value ± U (ISO/IEC 17025 7.8.3.1 c). */
function uncertaintyOf({ tests, mean, bound }: UnbuiltLine): Pick<JudgedValue, 'uncertainty'> {
  const meanUncertainty = mean.value === null ? null : uncertaintyOfMean(tests.map(({ uncertainty }) => uncertainty));
  return meanUncertainty && mean.value && isWithinUncertainty(mean.value, bound, meanUncertainty)
    ? { uncertainty: uncertaintyText(meanUncertainty) }
    : {};
}

const pointsOf = (tests: readonly TestFact[]): string => [...new Set(tests.map(pointOf))].filter(Boolean).join('、');

/**
 * Returns lines that a person has to verify.
 * @param tests results that cannot be judged
 * @param reason sentence that says what is missing
 * @param limit limit that was to be compared; undefined where several could apply
 */
export const linesToVerify = (tests: readonly TestFact[], reason: string, limit?: ResultLimit): JudgedValue[] =>
  tests.map((test): JudgedValue => ({
    ...unjudgedValue(test),
    ...(limit ? { limitId: limit.id, standard: limit.standard } : {}),
    verdict: 'toVerify',
    reason,
  }));

/**
 * Returns the line of a limit without a measurement.
 * @param limit limit without a result
 * @param day sampling day, `YYYY-MM-DD`
 * @param verdict 无法判定, or 不予评价 where no result is needed
 * @param reason sentence that says why
 */
export const unmeasuredLine = (limit: ResultLimit, day: string, verdict: Verdict, reason: string): JudgedValue => ({
  kind: limit.kind,
  day,
  point: '',
  sampleNos: [],
  measured: null,
  text: '',
  unit: limit.unit,
  limit: limit.value,
  limitId: limit.id,
  standard: limit.standard,
  verdict,
  reason,
  working: '',
});
