import {
  type ExposureCalculation,
  exposureCalculationOf,
  dailyReductionFactor,
  dayAverage,
  type ExposureMean,
  longDayAverage,
  longWeekAverage,
  type ReducedLimit,
  reducedLimit,
  shiftHours,
  weekAverage,
  weekHours,
  weeklyReductionFactor,
  type WeightedConcentration,
} from '@contract/arithmetic/air/exposureConcentrations';
import { verdictOf } from '@contract/arithmetic/limits/intervalVerdict';
import { intervalOfMean } from '@contract/arithmetic/limits/resultJudgement';
import { follows331, type StandardEdition } from '@contract/arithmetic/limits/standardEdition';
import { CalculationProblem } from '@contract/arithmetic/numbers/calculationProblem';
import type { Result } from '@contract/arithmetic/numbers/censoredResults';
import { Decimal, withoutCalculationNoise, sumOf } from '@contract/arithmetic/numbers/decimalNumbers';
import type { ResultLimit, TestFact } from '../resultFacts';
import { type AirDay, dustKindOf, type UnbuiltLine, isLong, isMean, lineOf } from './airLine';
import { exposureOf, groupBy, type JudgedValue, placeOf, sharesOf, workDaysOf } from './judgedValue';
import { workingEquation, type Factor } from './workingEquation';

// C_TWA at the places of a post, by the branch of figure G.1 (GBZ 331-2024 G.1.1).

export interface AveragedPlace {
  readonly place: readonly TestFact[];
  readonly line: JudgedValue;
  readonly notes: readonly string[];
}

/**
 * Returns which samples are averaged, place by place. At a place with long samples only these count, unless the
 * recorded hours are the whole day. Short samples alone are averaged only if all have hours, or if there is no long
 * sample and no PC-STEL. At a mobile post the places are parts of one exposure if their recorded hours add up to it.
 */
export function groupSamplesByPlace(tests: readonly TestFact[], hasStel: boolean): TestFact[][] {
  const anyLong = tests.some(isLong);
  const hasHours = ({ representedHours }: TestFact): boolean => representedHours !== null;
  const ofPlace = (partsOfPlace: readonly TestFact[]): TestFact[] => {
    // If the exposure time is unknown, the sum of the samples' recorded hours counts as the whole day.
    const wholeDay = partsOfPlace.every(hasHours) && partsOfPlace.some(({ hoursPerDay }) => hoursPerDay === null);
    if (partsOfPlace.some(isLong)) return wholeDay ? [...partsOfPlace] : partsOfPlace.filter(isLong);
    if (partsOfPlace.every(hasHours)) return [...partsOfPlace];
    return anyLong || hasStel ? [] : [...partsOfPlace];
  };
  const testsByPlace = groupBy(tests, (test) => `${placeOf(test)}/${test.dust ?? ''}`)
    .map(ofPlace)
    .filter(({ length }) => length > 0);
  const movingPlaces = testsByPlace.filter((placeTests) =>
    placeTests.every((test) => test.fixedPost === false && test.mode !== 'personal' && hasHours(test)),
  );
  const parts = movingPlaces.flat();
  const [exposure] = parts.map(({ hoursPerDay }) => hoursPerDay);
  const sum = parts.reduce((total, { representedHours }) => total.plus(representedHours ?? 0), new Decimal(0));
  const canCombine =
    movingPlaces.length > 1 &&
    new Set(parts.map(({ dust }) => dust)).size === 1 &&
    exposure !== undefined &&
    exposure !== null &&
    sum.equals(exposure);
  return canCombine
    ? [parts, ...testsByPlace.filter((placeTests) => !movingPlaces.includes(placeTests))]
    : testsByPlace;
}

interface MeanPlan {
  readonly calculation: ExposureCalculation;
  /** Exposure time of a day Td, h. */
  readonly hoursPerDay: string;
  /** Exposure time of a week Tw, h. */
  readonly hoursPerWeek: string;
  readonly daysPerWeek: string;
}

/** Returns the branch of figure G.1 for a place. Before GBZ 331-2024 every average is calculated over eight hours. */
function planOf(
  placeTests: readonly TestFact[],
  hours: Decimal,
  { hazard, set }: AirDay,
  recordedDays: string | null = null,
): MeanPlan {
  if (!follows331(set)) return { calculation: 'day', hoursPerDay: hours.toString(), hoursPerWeek: '', daysPerWeek: '' };
  const days = recordedDays ?? workDaysOf(placeTests);
  if (days === null) throw new CalculationProblem('missing', '缺少每周工作天数，请在现场调查中补充');
  const week = hours.times(days);
  const calculation = exposureCalculationOf(
    'twa',
    { hoursPerDay: hours, hoursPerWeek: week, daysPerWeek: days },
    hazard.reductionExempt === true,
  );
  return { calculation, hoursPerDay: hours.toString(), hoursPerWeek: week.toString(), daysPerWeek: days };
}

/**
 * Returns C_TWA of a place by its branch, with its working. The sampled day represents the equal days of a week (GBZ
 * 331-2024 G.1.1.3 d).
 * @param weekly whether exposure is counted by the week (C_TWA,40h)
 */
function placeMean(
  placeTests: readonly TestFact[],
  plan: MeanPlan,
  weekly: boolean,
  standardEdition: StandardEdition,
): { readonly mean: ExposureMean; readonly working: (printed: string) => string } {
  const { hours, isEqualShares } = sharesOf(placeTests);
  const weightedConcentrations: WeightedConcentration[] = placeTests.map(({ result }, index) => ({
    concentration: result,
    time: hours[index] ?? 0,
  }));
  const factors: Factor[] = placeTests.map(({ result }, index) => ({
    result,
    times: isEqualShares ? null : String(hours[index]),
  }));
  const total = sumOf(hours);
  const equalShareText = isEqualShares ? `/${placeTests.length}×${withoutCalculationNoise(total).toString()}` : '';
  const days = Number(plan.daysPerWeek);
  const equalDaysOf = (concentration: ExposureMean): WeightedConcentration[] =>
    Array.from({ length: Math.ceil(days) }, (_, index) => ({
      concentration: asResult(concentration),
      time: new Decimal(plan.hoursPerDay).times(Math.min(1, days - index)),
    }));
  const working = (symbol: string, divisor: string) =>
    workingEquation(symbol, factors, equalShareText, divisor, standardEdition);
  const longDayMean = (): ExposureMean => longDayAverage(weightedConcentrations, plan.hoursPerDay, standardEdition);
  if (plan.calculation === 'longDay')
    return { mean: longDayMean(), working: working('CTWA,d', `/${plan.hoursPerDay}`) };
  if (plan.calculation === 'longWeek') {
    const daily = longDayMean();
    const mean =
      daily.value === null
        ? daily
        : {
            ...longWeekAverage(equalDaysOf(daily), standardEdition),
            substituted: daily.substituted,
            lowest: daily.lowest,
          };
    return { mean, working: working('CTWA,w', `/${plan.hoursPerDay}`) };
  }
  const daily = dayAverage(weightedConcentrations, standardEdition);
  if (!weekly || daily.value === null) return { mean: daily, working: working('CTWA', `/${shiftHours}`) };
  const weeklyShare = new Decimal(plan.daysPerWeek).times(shiftHours).dividedBy(weekHours);
  // `dayAverage` divides by 8 h; `weekAverage` needs the mean over the day's own hours.
  const mean = {
    ...weekAverage(
      equalDaysOf({ ...daily, value: daily.value.times(shiftHours).dividedBy(plan.hoursPerDay) }),
      standardEdition,
    ),
    substituted: daily.substituted,
    lowest: daily.lowest.times(weeklyShare),
  };
  return { mean, working: working('CTWA,40h', `×${plan.daysPerWeek}/${weekHours}`) };
}

const asResult = ({ value, bound }: ExposureMean): Result =>
  value === null
    ? { text: '', num: String(bound), censored: true }
    : { text: '', num: value.toString(), censored: false };

/** Returns PC-TWAa for a branch that reduces the limit. */
function reducedBy(
  { calculation, hoursPerDay, hoursPerWeek }: MeanPlan,
  limit: ResultLimit,
): (ReducedLimit & { expression: string }) | undefined {
  if (calculation === 'longDay')
    return {
      ...reducedLimit(limit.value, dailyReductionFactor(hoursPerDay)),
      expression: `[8/${hoursPerDay}×(24-${hoursPerDay})/16]`,
    };
  if (calculation === 'longWeek')
    return {
      ...reducedLimit(limit.value, weeklyReductionFactor(hoursPerWeek)),
      expression: `[40/${hoursPerWeek}×(168-${hoursPerWeek})/128]`,
    };
  return undefined;
}

const symbolOf: Readonly<Record<string, string>> = {
  twa: 'CTWA',
  totalDust: 'CTWA',
  respirableDust: 'CTWA',
  fibre: 'CTWA',
};

/** Returns the limit for the means of a place, which depends on the kind of dust. */
const meanLimitOf = (placeTests: readonly TestFact[], limits: readonly ResultLimit[]): ResultLimit | undefined => {
  const [firstPlaceTest] = placeTests;
  const dustKind =
    firstPlaceTest && limits.some(({ kind }) => kind === 'totalDust' || kind === 'respirableDust')
      ? dustKindOf(firstPlaceTest)
      : null;
  const meanLimits = limits.filter(isMean);
  return (
    meanLimits.find(({ kind }) => kind === dustKind) ??
    meanLimits.find(({ kind }) => dustKind === null || kind === 'twa')
  );
};

/** Minimum and maximum number of working days per week, for places where the number was not recorded. */
const unknownDays = ['5', '7'] as const;

/**
 * Returns the line of a place. If the days per week were not recorded, the value is accepted only if every possible
 * number gives the same verdict. Source: GBZ 331-2024 G.1.1; GBZ 2.1-2019 A.2.2, A.7.1.
 * @param placeTests results of one place of the post
 * @param air hazard, limits and edition of the day
 * @param hasShort whether the post has short samples, by which at most 1 h of contact may be judged
 * @throws CalculationProblem where the number of days decides the verdict
 */
export function meanLine(placeTests: readonly TestFact[], air: AirDay, hasShort: boolean): AveragedPlace {
  if (!follows331(air.set) || workDaysOf(placeTests) !== null) return meanLineFor(placeTests, air, hasShort, null);
  // If exposure is counted by the week, the mean itself depends on the number of days.
  if (placeTests.every(({ workTime }) => workTime === 'week'))
    throw new CalculationProblem('missing', '缺少每周工作天数，请在现场调查中补充');
  const [withFewestDays, withMostDays] = unknownDays.map((days) => meanLineFor(placeTests, air, hasShort, days));
  if (!withFewestDays || !withMostDays || withFewestDays.line.verdict !== withMostDays.line.verdict)
    throw new CalculationProblem('missing', '缺少每周工作天数，请在现场调查中补充');
  return withFewestDays;
}

function meanLineFor(
  placeTests: readonly TestFact[],
  air: AirDay,
  hasShort: boolean,
  days: string | null,
): AveragedPlace {
  const { limits, set, day } = air;
  const dusts = limits.filter(({ kind }) => kind === 'totalDust' || kind === 'respirableDust');
  if (dusts.length > 1 && placeTests.some(({ dust }) => dust === null))
    throw new CalculationProblem('missing', '未注明是总尘还是呼尘，请核对检测记录');
  const limit = meanLimitOf(placeTests, limits);
  if (!limit)
    throw new CalculationProblem(
      'missing',
      placeTests[0]?.dust === 'total' ? '限值库中没有总尘的限值，请核对' : '限值库中没有呼尘的限值，请核对',
    );
  const { hours } = sharesOf(placeTests);
  const exposure = exposureOf(placeTests);
  const total = exposure === null ? withoutCalculationNoise(sumOf(hours)) : new Decimal(exposure);
  const plan = planOf(placeTests, total, air, days);
  const weekly = follows331(set) && placeTests.every(({ workTime }) => workTime === 'week');
  const { mean, working } = placeMean(placeTests, plan, weekly, set);
  const reduction = reducedBy(plan, limit);
  const bound = reduction?.limit ?? limit.value;
  const lineInput: UnbuiltLine = {
    kind: limit.kind,
    tests: placeTests,
    interval: intervalOfMean(mean),
    mean,
    limit,
    bound,
    symbol: symbolOf[limit.kind] ?? limit.kind,
    working,
    ...(reduction ? { reduced: reduction } : {}),
  };
  const line = lineOf(lineInput, set, limit.unit, day);
  const meanNotes = reduction ? reductionNotes(lineInput, reduction, plan) : [];
  if (plan.calculation === 'brief' && hasShort)
    return {
      place: placeTests,
      line: { ...line, verdict: 'notAssessed', reason: '日接触时间不超过1 h，按短时间接触浓度判定' },
      notes: meanNotes,
    };
  return { place: placeTests, line, notes: meanNotes };
}

/**
 * Returns notes on how the limit was reduced, and on whether its rounding decides the verdict (GBZ 331-2024 G.1.1.3 b
 * prescribes its digits).
 */
function reductionNotes(
  { interval, bound }: UnbuiltLine,
  reduction: ReducedLimit & { readonly expression: string },
  { calculation, hoursPerDay, hoursPerWeek, daysPerWeek }: MeanPlan,
): string[] {
  const basis =
    calculation === 'longDay' ? `日接触${hoursPerDay} h` : `每周工作${daysPerWeek} d，周接触${hoursPerWeek} h`;
  const rounding =
    verdictOf(interval, bound) === verdictOf(interval, reduction.unrounded)
      ? ''
      : `；结果介于修约前后的限值（${reduction.unrounded.toString()}）之间，按修约后的限值判定`;
  return [
    `${basis}，限值按GBZ 331-2024附录G调整：RF=${reduction.expression.slice(1, -1)}=${reduction.factorText}，PC-TWAa=${bound}${rounding}`,
  ];
}
