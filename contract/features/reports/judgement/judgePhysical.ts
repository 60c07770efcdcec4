import { conditionLabels } from '@contract/arithmetic/limits/limitConditions';
import { follows331, standardEditionOn } from '@contract/arithmetic/limits/standardEdition';
import { outcomeOfCalculation } from '@contract/arithmetic/numbers/calculationProblem';
import { decimalsOf } from '@contract/arithmetic/numbers/roundingRules';
import { fieldOfEightHours, meanIlluminance } from '@contract/arithmetic/physical/physicalFactors';
import type { ResultLimit, TestFact } from '../resultFacts';
import { groupBy, hoursOf, isHeat, type JudgedValue, placeOf, pointOf } from './judgedValue';
import { allowanceOf, judgeHeat } from './judgeHeat';
import { judgeMicrowave } from './judgeMicrowave';
import { judgeNoise } from './judgeNoise';
import { judgeSingleReadings } from './judgeSingleReadings';
import { judgeVibration } from './judgeVibration';
import {
  dayValue,
  inUnitOf,
  judgedValueBase,
  sharesOf,
  verificationLines,
  readingsForWorking,
  type JudgedReadings,
  type PrintRule,
  type IncreasingFunction,
} from './physicalDay';

// Physical factors (GBZ 2.2-2007; GBZ 331-2024 G.2). The readings at a point form an interval whose bounds give the
// verdict. Digits and the vibration formula follow the day of sampling.

/** Returns whether a limit is one of illuminance, which is a lower limit: the minimum of GB/T 50034 (DOMAIN §2.6). */
const isIlluminance = ({ unit }: Pick<ResultLimit, 'unit'>): boolean => unit.trim().toLowerCase() === 'lx';

/** Judges the illuminance of a place: the mean of its points (GB/T 5700) has to reach the standard value. */
function judgeIlluminance(tests: readonly TestFact[], limit: ResultLimit, day: string): JudgedValue[] {
  const inUnit = outcomeOfCalculation(() => inUnitOf(tests, [limit]));
  if (!inUnit.ok)
    return verificationLines(tests, inUnit.problem.message).map((value) => ({
      ...value,
      limitId: limit.id,
      standard: limit.standard,
    }));
  const workingOf = (shownText: string): string =>
    tests.length > 1
      ? `Eav=(${readingsForWorking(tests, shownText, meanIlluminance).join('+')})/${tests.length}=${shownText}`
      : '';
  const decimals = Math.max(...tests.map(({ result }) => decimalsOf(result.text)));
  const printRule: PrintRule = { set: standardEditionOn(day), limit: limit.value, decimals, bound: 'least' };
  const value = dayValue(
    {
      readings: tests,
      workingFunction: meanIlluminance,
      workingOf,
      openReason: '部分读数低于检测下限，平均照度不能判定',
    },
    printRule,
  );
  return [
    {
      ...judgedValueBase(tests, limit, day),
      kind: 'illuminance',
      point: [...new Set(tests.map(pointOf).filter(Boolean))].join('、'),
      ...value,
    },
  ];
}

/** Returns E8 = √(ΣE²T/8) of a 50 Hz field (GBZ 331-2024 G.2). */
function fieldOf(
  readings: readonly TestFact[],
  hours: readonly string[],
): Pick<JudgedReadings, 'workingFunction' | 'workingOf'> {
  const combine: IncreasingFunction = (numbers) =>
    fieldOfEightHours(numbers.map((field, index) => ({ field, hours: hours[index] as string })));
  return {
    workingFunction: combine,
    workingOf: (shownText) =>
      `E8=√[(${sharesOf(readingsForWorking(readings, shownText, combine), hours, (text) => `${text}²`)})/8]=${shownText}`,
  };
}

/** Judges a 50 Hz field at a point over the day's hours against the eight-hour limit. */
function judgePowerFrequency(tests: readonly TestFact[], limit: ResultLimit, day: string): JudgedValue[] {
  return groupBy(tests, placeOf).flatMap((readings): JudgedValue[] => {
    const outcome = outcomeOfCalculation(() => {
      inUnitOf(readings, [limit]);
      return dayValue(
        { readings, ...fieldOf(readings, hoursOf(readings)) },
        { set: standardEditionOn(day), limit: limit.value, decimals: 1 },
      );
    });
    if (!outcome.ok)
      return verificationLines(readings, outcome.problem.message).map((value) => ({
        ...value,
        limitId: limit.id,
        standard: limit.standard,
      }));
    return [{ ...judgedValueBase(readings, limit, day), ...outcome.value }];
  });
}

const noiseKinds: ReadonlySet<string> = new Set(['dailyLevel', 'weeklyLevel']);

/**
 * Judges the readings of a day for a physical factor, or for another factor without a limit in air.
 * @param tests results of one post and day
 * @param limits limits in force on that day; their kind and condition choose the judgement
 * @param day sampling day, `YYYY-MM-DD`
 * @param designTemperature outdoor design temperature of the place, ℃, for heat; null if unknown
 */
export function judgePhysicalDay(
  tests: readonly TestFact[],
  limits: readonly ResultLimit[],
  day: string,
  designTemperature: string | null,
): JudgedValue[] {
  const noise = limits.filter(({ kind }) => noiseKinds.has(kind));
  if (noise.length) return judgeNoise(tests, noise, day);
  const [light] = limits;
  if (limits.length === 1 && light && isIlluminance(light)) return judgeIlluminance(tests, light, day);
  const vibration = limits.find(({ condition }) => condition === 'vibration.4h');
  if (vibration) return judgeVibration(tests, vibration, day);
  if (limits.every(isHeat)) return judgeHeat(tests, limits, day, designTemperature);
  const powerFrequency = limits.find(({ condition }) => condition === 'powerFrequency.50Hz');
  if (powerFrequency && follows331(standardEditionOn(day))) {
    // A magnetic field, if the library limits it, is judged against a limit in its own unit.
    const hasOther = ({ unit }: TestFact): boolean =>
      unit !== powerFrequency.unit && limits.some((limit) => limit.unit === unit);
    return [
      ...judgePowerFrequency(
        tests.filter((test) => !hasOther(test)),
        powerFrequency,
        day,
      ),
      ...judgeSingleReadings(tests.filter(hasOther), limits, day),
    ];
  }
  return limits.some(({ kind }) => kind === 'dailyDose')
    ? judgeMicrowave(tests, limits, day)
    : judgeSingleReadings(tests, limits, day);
}

/**
 * Returns notes on the recorded conditions by which a post was judged.
 * @param values judged values of the post; only their limits are noted
 * @param designTemperature outdoor design temperature of the place, ℃; null if unknown
 */
export function conditionNotes(
  tests: readonly TestFact[],
  values: readonly JudgedValue[],
  limits: readonly ResultLimit[],
  designTemperature: string | null,
): string[] {
  if (tests.every((test) => !test.exposureCondition)) return [];
  const usedLimits = limits.filter(({ id }) => values.some(({ limitId }) => limitId === id));
  const allowance =
    usedLimits.some(isHeat) && allowanceOf(designTemperature) > 0
      ? `，当地夏季室外通风设计温度${designTemperature ?? ''} ℃，限值增加1 ℃`
      : '';
  return [
    ...new Set(
      usedLimits.flatMap(({ condition }) =>
        condition === null ? [] : `按“${conditionLabels.get(condition) ?? condition}”的限值判定${allowance}`,
      ),
    ),
  ];
}
