import { noiseCondition } from '@contract/arithmetic/limits/physicalConditions';
import { standardEditionOn } from '@contract/arithmetic/limits/standardEdition';
import { outcomeOfCalculation, CalculationProblem } from '@contract/arithmetic/numbers/calculationProblem';
import { Decimal, sumOf } from '@contract/arithmetic/numbers/decimalNumbers';
import {
  dailyExposureLevel,
  energyMean,
  equivalentLevel,
  weeklyLevelOfEqualDays,
} from '@contract/arithmetic/physical/physicalFactors';
import type { ResultLimit, TestFact } from '../resultFacts';
import {
  exposureOf,
  groupBy,
  hoursOf,
  type JudgedValue,
  unitMismatchText,
  placeOf,
  pointOf,
  workDaysOf,
} from './judgedValue';
import { dayValue, stepFor, readingsForWorking, type IncreasingFunction } from './physicalDay';

// Noise (GBZ 2.2-2007; GBZ/T 189.8).

/** Maximum difference between equal shares, h, caused by the rounding to three decimals. */
const evenWithin = 0.01;

interface PointLevel {
  readonly levelOf: IncreasingFunction;
  readonly hours: string;
  /** Returns the working of the level that the next step uses. */
  readonly toldLevel: (level: string) => string;
}

/** Returns the formula for the sum of 10^(0.1×L). */
const energySumFormula = (levels: readonly string[], shares?: readonly string[]): string =>
  levels.map((level, index) => `${shares ? `${shares[index] ?? ''}×` : ''}10^(0.1×${level})`).join('+');

/**
 * Checks that the hours of the readings do not exceed the day's exposure, unless each reading represents the whole
 * day. Readings with equal shares are of the same noise.
 * @param recordedHours hours that the readings represent
 * @param hours of the day's exposure
 * @throws CalculationProblem `outOfRange` if they exceed it
 */
function assertWithinDay(recordedHours: readonly number[], hours: number): void {
  const sum = recordedHours.reduce((total, value) => total + value, 0);
  if (
    recordedHours.length < 2 ||
    sum <= hours + evenWithin ||
    recordedHours.every((value) => Math.abs(value - hours) <= evenWithin)
  )
    return;
  throw new CalculationProblem(
    'outOfRange',
    `代表接触时间合计${new Decimal(sum).toDecimalPlaces(3).toString()} h，超过接触时间${hours} h`,
  );
}

/**
 * Returns L_Aeq of a point's readings. Different recorded hours weight the readings (GBZ/T 189.8; DOMAIN §2.6) and
 * must sum to the day's exposure. Without different hours the readings are of the same noise.
 */
function levelAt(readings: readonly TestFact[]): PointLevel {
  const recordedHours = readings.flatMap(({ representedHours }) =>
    representedHours === null ? [] : Number(representedHours),
  );
  const hours = exposureOf(readings);
  if (
    recordedHours.length === readings.length &&
    Math.max(...recordedHours) - Math.min(...recordedHours) > evenWithin
  ) {
    const shares = hoursOf(readings);
    const levelOf: IncreasingFunction = (levels) =>
      equivalentLevel(levels.map((level, index) => ({ level, hours: shares[index] as string }))).level;
    const through = sumOf(shares.map((share) => new Decimal(share))).toString();
    return {
      levelOf,
      hours: through,
      toldLevel: (level) =>
        `10lg[(${energySumFormula(readingsForWorking(readings, level, levelOf), shares)})/${through}]=${level}`,
    };
  }
  if (!hours) throw new CalculationProblem('missing', '缺少日接触时间，请在现场调查中补充');
  assertWithinDay(recordedHours, Number(hours));
  return {
    levelOf: energyMean,
    hours,
    toldLevel: (level) =>
      readings.length > 1
        ? `10lg[(${energySumFormula(readingsForWorking(readings, level, energyMean))})/${readings.length}]=${level}`
        : level,
  };
}

/** Returns the working of L_EX,8h or L_EX,W. Each step has enough digits to calculate the next. */
function noiseWorking(
  readings: readonly TestFact[],
  { levelOf, hours, toldLevel }: PointLevel,
  days: number | null,
  shownText: string,
): string {
  const level = levelOf(readings.map(({ result }) => result.num));
  const daily = dailyExposureLevel(level, hours);
  const dailyText = days === null ? shownText : stepFor(daily, shownText, (text) => weeklyLevelOfEqualDays(text, days));
  const levelText = stepFor(level, dailyText, (text) => dailyExposureLevel(text, hours));
  const steps = [`LAeq=${toldLevel(levelText)}`, `LEX,8h=${levelText}+10lg(${hours}/8)=${dailyText}`];
  return [...steps, ...(days === null ? [] : [`LEX,W=${dailyText}+10lg(${days}/5)=${shownText}`])].join('，');
}

/**
 * Judges noise at a point over the day's exposure; a week with a number of days other than five is judged as a week.
 * Source: GBZ 331-2024 G.2; GBZ 2.2-2007.
 * @param tests equivalent levels of one post and day, dB(A)
 * @param limits limits of L_EX,8h and L_EX,W
 * @param day sampling day, `YYYY-MM-DD`
 * @throws CalculationProblem without the number of days per week or a limit of noise, or for a reading in another unit
 */
export function judgeNoise(tests: readonly TestFact[], limits: readonly ResultLimit[], day: string): JudgedValue[] {
  return groupBy(tests, placeOf).map((readings) => {
    const firstTestFact = readings[0] as TestFact;
    const lineFacts = {
      day,
      point: pointOf(firstTestFact),
      sampleNos: readings.map(({ sampleNo }) => sampleNo),
      unit: firstTestFact.unit ?? 'dB(A)',
    };
    const outcome = outcomeOfCalculation(() => {
      const level = levelAt(readings);
      // The number of days selects one of three limits: 84.5 dB exceeds the limit for six days and not that for five.
      const daysPerWeek = workDaysOf(readings);
      if (daysPerWeek === null) throw new CalculationProblem('missing', '缺少每周工作天数，请在现场调查中补充');
      const days = Number(daysPerWeek);
      const condition = noiseCondition(days, Number(level.hours));
      const limit = limits.find((candidate) => candidate.condition === condition);
      if (!limit) throw new CalculationProblem('missing', '限值库中没有适用的噪声限值');
      // dB(C) of the same noise is a different quantity.
      const oddReading = readings.find(({ unit }) => unit !== limit.unit);
      if (oddReading) throw new CalculationProblem('outOfRange', unitMismatchText(oddReading.unit ?? '', limit));
      const weekly = condition === 'noise.other';
      const dailyOf: IncreasingFunction = (levels) => dailyExposureLevel(level.levelOf(levels), level.hours);
      const combine: IncreasingFunction = (levels) =>
        weekly ? weeklyLevelOfEqualDays(dailyOf(levels), days) : dailyOf(levels);
      const value = dayValue(
        {
          readings,
          workingFunction: combine,
          workingOf: (shownText) => noiseWorking(readings, level, weekly ? days : null, shownText),
        },
        { set: standardEditionOn(day), limit: limit.value, decimals: 1 },
      );
      return { limit, value };
    });
    if (!outcome.ok)
      return {
        ...lineFacts,
        kind: 'dailyLevel',
        measured: firstTestFact.result,
        text: firstTestFact.result.text,
        limit: null,
        limitId: null,
        standard: null,
        verdict: 'toVerify',
        reason: outcome.problem.message,
        working: '',
      };
    const { limit, value } = outcome.value;
    return {
      ...lineFacts,
      kind: limit.kind,
      limit: limit.value,
      limitId: limit.id,
      standard: limit.standard,
      ...value,
    };
  });
}
