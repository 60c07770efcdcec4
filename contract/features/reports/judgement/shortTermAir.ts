import {
  type ExposureMean,
  shortExposureInterval,
  shortMinutes,
  shortTermMean,
} from '@contract/arithmetic/air/exposureConcentrations';
import { verdictOf } from '@contract/arithmetic/limits/intervalVerdict';
import { peakLimitsOn, peakRuleOn } from '@contract/arithmetic/limits/peakRule';
import { excursionsAllowed, intervalOfMean, judgeExcursions } from '@contract/arithmetic/limits/resultJudgement';
import { follows331 } from '@contract/arithmetic/limits/standardEdition';
import { outcomeOfCalculation } from '@contract/arithmetic/numbers/calculationProblem';
import { Decimal } from '@contract/arithmetic/numbers/decimalNumbers';
import type { NotedPeaks, ResultLimit, TestFact } from '../resultFacts';
import {
  type AirDay,
  dustKindOf,
  type UnbuiltLine,
  isLong,
  lineOf,
  unmeasuredLine,
  type TriedDay,
  linesToVerify,
} from './airLine';
import type { AveragedPlace } from './airMeans';
import { groupBy, type JudgedValue, placeOf } from './judgedValue';
import { spanOf, windowsOf } from './shortWindows';
import { workingEquation, type Factor } from './workingEquation';

// C_STE, C_ME and C_PE: windows of 15 min, ceilings and peaks (GBZ 2.1-2019 3.5.2, 6.3, A.2.3.2).

/** Returns whether a short result has a sampling time; a direct reading of a moment needs none. */
const hasDuration = ({ minutes, methodKind }: TestFact, kind: 'mac' | 'stel' | 'peak'): boolean =>
  minutes !== null || (kind !== 'stel' && methodKind === 'genericTest');

const exceedsWindow = ({ minutes }: TestFact): boolean =>
  minutes !== null && new Decimal(minutes).greaterThan(shortMinutes);

const singleMean = ({ result }: TestFact): ExposureMean => {
  const num = new Decimal(result.num);
  return result.censored
    ? { value: null, lowest: new Decimal(0), bound: num, substituted: false }
    : { value: num, lowest: num, bound: null, substituted: false };
};

const overlongReason = ({ minutes }: TestFact, kind: 'mac' | 'stel'): string =>
  `采样${minutes ?? ''} min，超过${shortMinutes} min，${kind === 'mac' ? '平均浓度不能代表最高浓度' : '平均浓度不能代表15 min浓度'}`;

/**
 * Judges one sample against a ceiling, PC-STEL or the peak bounds; a sample longer than 15 min gives only bounds of
 * the value.
 */
function lineOfSample(
  test: TestFact,
  limit: ResultLimit,
  symbol: string,
  air: AirDay,
  options: { readonly kind?: string; readonly bound?: string } = {},
): JudgedValue {
  const limitKind = limit.kind === 'mac' ? 'mac' : 'stel';
  const interval = shortExposureInterval(test.result, test.minutes, limitKind);
  const bound = options.bound ?? limit.value;
  const isUndecided = exceedsWindow(test) && verdictOf(interval, bound) === 'undetermined';
  const lineInput: UnbuiltLine = {
    kind: options.kind ?? limit.kind,
    tests: [test],
    interval,
    mean: singleMean(test),
    limit,
    bound,
    symbol,
    working: (printed) => (test.result.censored ? '' : `${symbol}=${printed}`),
    ...(isUndecided ? { reason: overlongReason(test, limitKind) } : {}),
  };
  return lineOf(lineInput, air.set, limit.unit, air.day);
}

const contradictoryNote = '记录15 min内其余时间无接触，但相邻样品在此时间内采样，请核对采样记录';

/** Returns the line for C_STE of the samples of one window. */
function linesOfWindow(
  tests: readonly TestFact[],
  restUnexposed: boolean,
  limit: ResultLimit,
  air: AirDay,
): JudgedValue[] {
  const parts = tests.map(({ result, minutes }) => ({ concentration: result, time: minutes ?? 0 }));
  const meanOutcome = outcomeOfCalculation(() => shortTermMean(parts, restUnexposed, air.set));
  if (!meanOutcome.ok) return linesToVerify(tests, meanOutcome.problem.message, limit);
  const totalMinutes = parts.reduce((total, { time }) => total.plus(time), new Decimal(0));
  const divisor = restUnexposed ? String(shortMinutes) : totalMinutes.toString();
  const isSingleFullSample = tests.length === 1 && divisor === tests[0]?.minutes;
  const factors: Factor[] = tests.map(({ result, minutes }) => ({ result, times: minutes }));
  const workingText = isSingleFullSample
    ? (printed: string) => `CSTE=${printed}`
    : workingEquation('CSTE', factors, '', `/${divisor}`, air.set);
  return [
    lineOf(
      {
        kind: 'stel',
        tests,
        interval: intervalOfMean(meanOutcome.value),
        mean: meanOutcome.value,
        limit,
        bound: limit.value,
        symbol: 'CSTE',
        working: workingText,
      },
      air.set,
      limit.unit,
      air.day,
    ),
  ];
}

interface WindowLine {
  readonly value: JudgedValue;
  /** Minimum value of a window whose recorded unexposed rest is contradicted; null for other windows. */
  readonly minValue: JudgedValue | null;
}

/** Returns the windows of 15 min at a place, judged against PC-STEL. */
function linesOfPlace(placeTests: readonly TestFact[], limit: ResultLimit, air: AirDay): WindowLine[] {
  const [overTests, testsWithin] = [
    placeTests.filter(exceedsWindow),
    placeTests.filter((test) => !exceedsWindow(test)),
  ];
  const windows = windowsOf(testsWithin, air.set, placeTests).flatMap(
    ({ tests, restUnexposed, contradicted }): WindowLine[] => {
      const knownLines = linesOfWindow(tests, restUnexposed && !contradicted, limit, air);
      if (!contradicted) return knownLines.map((value) => ({ value, minValue: null }));
      const [minLine = null] = linesOfWindow(tests, true, limit, air);
      return knownLines.map((value) => {
        if (value.verdict === 'conforms') return { value, minValue: null };
        return minLine?.verdict === 'exceeds'
          ? { value: minLine, minValue: null }
          : { value: { ...value, verdict: 'toVerify', reason: contradictoryNote }, minValue: minLine };
      });
    },
  );
  return [...windows, ...overTests.map((test) => ({ value: lineOfSample(test, limit, 'CSTE', air), minValue: null }))];
}

/** Returns the exposures of a shift as the survey recorded them, each with the measured value. */
function exposuresOf(
  value: JudgedValue,
  peaks: NotedPeaks | null | undefined,
): { readonly list: { concentration: string; start: number; minutes: number }[]; readonly isKnown: boolean } {
  const concentration = value.measured?.num ?? '0';
  if (!peaks || (peaks.times > 1 && peaks.gap === null))
    return { list: [{ concentration, start: 0, minutes: shortMinutes }], isKnown: false };
  const step = peaks.minutes + (peaks.gap ?? 0);
  return {
    list: Array.from({ length: peaks.times }, (_, index) => ({
      concentration,
      start: index * step,
      minutes: peaks.minutes,
    })),
    isKnown: true,
  };
}

/**
 * Returns whether the measured values between two bounds at a place keep the limits of duration, number and gap.
 * Overlapping samples count as one exposure.
 */
function areMeasuredExcursionsAllowed(
  values: readonly JudgedValue[],
  from: string,
  to: string,
  tests: readonly TestFact[],
): boolean {
  const excursionSpans = values
    .filter(
      ({ measured }) =>
        measured !== null &&
        !measured.censored &&
        new Decimal(measured.num).greaterThan(from) &&
        new Decimal(measured.num).lessThanOrEqualTo(to),
    )
    .flatMap(({ sampleNos }) => {
      const ownTests = tests.filter((test) => sampleNos.includes(test.sampleNo));
      const sampleSpans = ownTests.flatMap((test) => spanOf(test) ?? []);
      return sampleSpans.length === 0 || ownTests.some(exceedsWindow)
        ? []
        : [
            {
              start: Math.min(...sampleSpans.map(({ start }) => start)),
              end: Math.max(...sampleSpans.map(({ end }) => end)),
            },
          ];
    })
    .sort((a, b) => a.start - b.start);
  const mergedSpans: { start: number; end: number }[] = [];
  for (const { start, end } of excursionSpans) {
    const lastMergedSpan = mergedSpans.at(-1);
    if (lastMergedSpan && start < lastMergedSpan.end) lastMergedSpan.end = Math.max(lastMergedSpan.end, end);
    else mergedSpans.push({ start, end });
  }
  return excursionsAllowed(mergedSpans.map(({ start, end }) => ({ start, minutes: end - start })));
}

/**
 * Judges values between two bounds. They conform only if they keep the limits of duration, number and gap (GBZ
 * 2.1-2019 A.2.3.2, 6.3.3).
 */
function judgeSpread(
  value: JudgedValue,
  from: string,
  to: string,
  betweenText: string,
  placeTests: readonly TestFact[],
  measuredToo: boolean,
): JudgedValue {
  if (value.measured === null || value.measured.censored) return value;
  const recordedPeaks = placeTests.map(({ peaks }) => peaks).find(Boolean);
  const { list, isKnown } = exposuresOf(value, recordedPeaks);
  const excursions = judgeExcursions(list, from, to, isKnown);
  if (excursions.between === 0 || excursions.above > 0) return value;
  // Exposures that are too frequent or too close conform neither between the bounds nor above them.
  if (value.verdict === 'undetermined' && excursions.verdict !== 'exceeds') return value;
  if (excursions.verdict === 'toVerify')
    return { ...value, verdict: 'toVerify', reason: `${betweenText}，请在现场调查中补充接触的次数、每次时长和间隔` };
  if (excursions.verdict === 'conforms' && !measuredToo)
    return {
      ...value,
      verdict: 'toVerify',
      reason: `${betweenText}，实测的次数、时长或间隔与现场调查的记录不符，请核对`,
    };
  // The mean of a longer sample does not determine its highest 15 min.
  const ownTest = placeTests.find((test) => value.sampleNos.includes(test.sampleNo));
  if (
    excursions.verdict === 'conforms' &&
    ownTest &&
    exceedsWindow(ownTest) &&
    verdictOf(shortExposureInterval(ownTest.result, ownTest.minutes, 'stel'), to) === 'undetermined'
  )
    return { ...value, verdict: 'undetermined', reason: overlongReason(ownTest, 'stel') };
  return excursions.verdict === 'conforms'
    ? { ...value, verdict: 'conforms', reason: null }
    : { ...value, verdict: 'exceeds', reason: `${betweenText}，接触的次数、时长或间隔不符合要求` };
}

const exceedingValues = (values: readonly JudgedValue[]): JudgedValue[] =>
  values.filter(({ verdict }) => verdict === 'exceeds');

/**
 * Returns the PC-STEL lines of a post: windows of its short samples, what its long samples prove, or the reason why
 * nothing was measured. Source: GBZ 2.1-2019 3.5.2, A.2.3.2.
 * @param limit the PC-STEL
 * @param twa PC-TWA of the same hazard; undefined where it has none
 * @param shortTests samples of at most 15 min, and those whose duration is unknown
 * @param averages judged averages of the day; a failed one makes missing short samples needless
 */
export function stelLines(
  limit: ResultLimit,
  twa: ResultLimit | undefined,
  air: TriedDay,
  shortTests: readonly TestFact[],
  averages: readonly AveragedPlace[],
): JudgedValue[] {
  const { tests, day } = air;
  const { ready: timedTests, open } = splitByDuration(shortTests, 'stel', limit);
  const longSampleLines = groupBy(tests.filter(isLong), placeOf).flatMap((placeTests) =>
    decisiveLongLines(placeTests.map((test) => lineOfSample(test, limit, 'CSTE', air))),
  );
  const linesByPlace = groupBy(timedTests, placeOf).map((place) => ({ place, lines: linesOfPlace(place, limit, air) }));
  const judgedValues = linesByPlace.flatMap(({ lines }) => lines.map(({ value }) => value));
  const twaFails = averages.some(({ line }) => line.verdict === 'exceeds');
  const shownLines =
    twa && !twaFails && peakRuleOn(day)?.kind === 'peak'
      ? linesByPlace.flatMap(({ place, lines }) => {
          const values = lines.map(({ value }) => value);
          const allowedPeak = areMeasuredExcursionsAllowed(values, twa.value, limit.value, place);
          const judgeExcursion = (value: JudgedValue): JudgedValue =>
            judgeSpread(value, twa.value, limit.value, 'CSTE介于PC-TWA与PC-STEL之间', timedTests, allowedPeak);
          return lines.map(({ value, minValue }) => {
            const judgedMinimum = minValue && judgeExcursion(minValue);
            return judgedMinimum?.verdict === 'exceeds' ? judgedMinimum : judgeExcursion(value);
          });
        })
      : judgedValues;
  if (judgedValues.length > 0 || open.length > 0) return [...open, ...shownLines, ...exceedingValues(longSampleLines)];
  // Without a PC-TWA no other line shows the long samples.
  if (longSampleLines.length > 0 && (!twa || longSampleLines.every(({ verdict }) => verdict !== 'undetermined')))
    return longSampleLines;
  if (exceedingValues(longSampleLines).length > 0) return exceedingValues(longSampleLines);
  // A value that needs verification is not missing.
  if (air.shortsWait) return [];
  if (twaFails) return [unmeasuredLine(limit, day, 'notAssessed', 'CTWA已超过PC-TWA，不再按PC-STEL评价')];
  return [
    follows331(air.set) && air.steady
      ? unmeasuredLine(limit, day, 'notAssessed', '接触浓度无明显波动，未测短时间接触浓度')
      : unmeasuredLine(limit, day, 'undetermined', '缺少短时间采样的结果'),
  ];
}

/**
 * Returns the exceeding values of a place's long samples; if there are none, the most uncertain value, else the
 * highest.
 */
function decisiveLongLines(values: readonly JudgedValue[]): JudgedValue[] {
  const exceeding = exceedingValues(values);
  if (exceeding.length > 0) return exceeding;
  const undecided = values.filter(({ verdict }) => verdict === 'undetermined');
  const sizeOf = ({ measured }: JudgedValue): Decimal => new Decimal(measured?.num ?? 0);
  const censoredRank = ({ measured }: JudgedValue): number => (measured?.censored === false ? 0 : 1);
  // Ties are broken by detected before censored, then by the lower number, so that the order of the samples does not
  // matter.
  return [...(undecided.length > 0 ? undecided : values)]
    .sort(
      (a, b) =>
        sizeOf(b).comparedTo(sizeOf(a)) ||
        censoredRank(a) - censoredRank(b) ||
        (a.sampleNos[0] ?? '').localeCompare(b.sampleNos[0] ?? ''),
    )
    .slice(0, 1);
}

/**
 * Judges the samples of a day by a MAC. Long samples count where they show an exceedance, or where no short sample
 * exists. Source: GBZ 2.1-2019 3.5.3, 6.3.1.
 * @param limit the MAC
 * @param air hazard, results and edition of the day
 * @param shortTests short samples of the day
 */
export function macLines(limit: ResultLimit, air: TriedDay, shortTests: readonly TestFact[]): JudgedValue[] {
  const { ready, open } = splitByDuration(shortTests, 'mac', limit);
  const judgedValues = ready.map((test) => lineOfSample(test, limit, 'CME', air));
  const longSampleLines = air.tests.filter(isLong).map((test) => lineOfSample(test, limit, 'CME', air));
  const hasProperShort = ready.some((test) => !exceedsWindow(test));
  const listedLongs = hasProperShort ? exceedingValues(longSampleLines) : longSampleLines;
  const lines = [...open, ...judgedValues, ...listedLongs];
  return lines.length > 0 || air.shortsWait
    ? lines
    : [unmeasuredLine(limit, air.day, 'undetermined', '缺少短时间采样的结果')];
}

/**
 * Judges short samples of a day by the peak limits of a PC-TWA (GBZ 2.1-2019 6.3.3).
 * @param averages judged averages of the day
 */
export function peakLines(
  limit: ResultLimit,
  air: TriedDay,
  shortTests: readonly TestFact[],
  averages: readonly AveragedPlace[],
): JudgedValue[] {
  const meanFails = averages.some(({ line }) => line.kind === limit.kind && line.verdict === 'exceeds');
  const dusty = limit.kind === 'totalDust' || limit.kind === 'respirableDust';
  const [bounds, rule] = [peakLimitsOn(air.day, limit.value, dusty), peakRuleOn(air.day)];
  if (!bounds || !rule) return [];
  const ownShorts = shortTests.filter((test) => !dusty || dustKindOf(test) === limit.kind);
  const { ready, open } = splitByDuration(ownShorts, 'peak', limit);
  const lineOfTest = (test: TestFact): JudgedValue => ({
    ...lineOfSample(test, limit, 'CPE', air, { kind: 'peak', bound: bounds.limit }),
    standard: bounds.standard,
  });
  // At some moment the concentration during a long sample was at least its mean.
  const longTests =
    rule.kind === 'peak' && !meanFails
      ? air.tests.filter(
          (test) =>
            isLong(test) &&
            exceedsWindow(test) &&
            (!dusty || dustKindOf(test) === limit.kind) &&
            isAboveBound(test, bounds.limit),
        )
      : [];
  const linesByPlace = groupBy([...ready, ...longTests], placeOf).map((place) => ({
    place,
    lines: place.map(lineOfTest),
  }));
  return [
    ...open,
    ...linesByPlace.flatMap(({ place, lines }) => {
      const allowedPeak = areMeasuredExcursionsAllowed(lines, bounds.limit, bounds.ceiling, place);
      return rule.kind === 'peak'
        ? lines.map((value, index) =>
            judgeSpread(
              value,
              bounds.limit,
              bounds.ceiling,
              'CPE介于3倍与5倍PC-TWA之间',
              place.slice(index, index + 1),
              allowedPeak,
            ),
          )
        : lines;
    }),
  ];
}

const isAboveBound = ({ result }: TestFact, bound: string): boolean =>
  !result.censored && new Decimal(result.num).greaterThan(bound);

function splitByDuration(
  shortTests: readonly TestFact[],
  kind: 'mac' | 'stel' | 'peak',
  limit: ResultLimit,
): { readonly ready: readonly TestFact[]; readonly open: readonly JudgedValue[] } {
  const isReady = (test: TestFact): boolean => hasDuration(test, kind) && !new Decimal(test.minutes ?? '1').isZero();
  const withoutLength = shortTests.filter((test) => !isReady(test));
  const reason = (test: TestFact): string =>
    test.minutes === null ? '缺少采样时间，不能按短时间接触浓度判定' : '采样时间应大于0，请核对采样记录';
  return {
    ready: shortTests.filter(isReady),
    open: withoutLength.flatMap((test) => linesToVerify([test], reason(test), limit)),
  };
}
