import { intervalOf, verdictOf } from '@contract/arithmetic/limits/intervalVerdict';
import { standardEditionOn } from '@contract/arithmetic/limits/standardEdition';
import { outcomeOfCalculation } from '@contract/arithmetic/numbers/calculationProblem';
import { Decimal, sumOf } from '@contract/arithmetic/numbers/decimalNumbers';
import { decimalsOf } from '@contract/arithmetic/numbers/roundingRules';
import type { ResultLimit, TestFact } from '../resultFacts';
import { groupBy, hoursOf, type JudgedValue, placeOf, unjudgedValue } from './judgedValue';
import { judgeSingleReadings, readingTextBesideLimit } from './judgeSingleReadings';
import {
  dayValue,
  inUnitOf,
  judgedValueBase,
  sharesOf,
  verificationLines,
  readingsForWorking,
  type DayValue,
  type IncreasingFunction,
  limitsForConditions,
} from './physicalDay';

// Microwaves (GBZ 2.2-2007; GBZ/T 189.5).

/** Number of μW in a mW. */
const perMilli = 1000;

interface MicrowaveDay {
  readonly limit: ResultLimit;
  readonly value: DayValue;
}

/**
 * Returns the mean power density for an exposure of eight hours, otherwise the dose of the day; null where the
 * library has no dose limit.
 */
function microwaveDay(readings: readonly TestFact[], limits: readonly ResultLimit[], day: string): MicrowaveDay | null {
  const conditionLimits = limitsForConditions(readings, limits);
  const density = inUnitOf(readings, conditionLimits);
  const dose = conditionLimits.find(({ kind }) => kind === 'dailyDose');
  if (!dose || density.kind !== 'powerDensity') return null;
  const hours = hoursOf(readings);
  const isEightHours = sumOf(hours.map((hour) => new Decimal(hour))).equals(8);
  const limit = isEightHours ? density : dose;
  const combine: IncreasingFunction = (numbers) => {
    const total = sumOf(numbers.map((number, index) => new Decimal(number).times(hours[index] as string)));
    return isEightHours ? total.dividedBy(8) : total;
  };
  const workingOf = (shownText: string): string => {
    const sum = sharesOf(readingsForWorking(readings, shownText, combine), hours, (text) => text);
    return isEightHours ? `P=(${sum})/8=${shownText}` : `D=${sum}=${shownText}`;
  };
  const decimals = Math.max(...readings.map(({ result }) => decimalsOf(result.text)));
  return {
    limit,
    value: dayValue(
      { readings, workingFunction: combine, workingOf },
      { set: standardEditionOn(day), limit: limit.value, decimals },
    ),
  };
}

/** Returns the readings above the short-time ceiling. */
function aboveCeiling(readings: readonly TestFact[], ceiling: ResultLimit | undefined, day: string): JudgedValue[] {
  if (ceiling?.unit !== 'mW/cm²') return [];
  const bound = new Decimal(ceiling.value).times(perMilli).toString();
  return readings.flatMap((test): JudgedValue[] => {
    if (verdictOf(intervalOf(test.result), bound) !== 'exceeds') return [];
    return [
      {
        ...unjudgedValue(test),
        kind: ceiling.kind,
        text: readingTextBesideLimit(test.result, bound, day),
        limit: bound,
        limitId: ceiling.id,
        standard: ceiling.standard,
        verdict: 'exceeds',
        reason: null,
      },
    ];
  });
}

/**
 * Judges microwaves at a point (GBZ 2.2-2007, table 6): an exposure of eight hours against the limit of the mean power
 * density, any other against the density derived from the day's dose. No reading may exceed the short-time ceiling.
 * @param tests power densities of one post and day, μW/cm²
 * @param limits microwave limits, the ceiling among them
 * @param day sampling day, `YYYY-MM-DD`
 */
export function judgeMicrowave(tests: readonly TestFact[], limits: readonly ResultLimit[], day: string): JudgedValue[] {
  const ceiling = limits.find(({ condition }) => condition === 'microwave.short');
  return groupBy(tests, placeOf).flatMap((readings): JudgedValue[] => {
    const outcome = outcomeOfCalculation(() => microwaveDay(readings, limits, day));
    if (!outcome.ok)
      return [...verificationLines(readings, outcome.problem.message), ...aboveCeiling(readings, ceiling, day)];
    if (!outcome.value) return judgeSingleReadings(readings, limits, day);
    const { limit, value } = outcome.value;
    return [{ ...judgedValueBase(readings, limit, day), ...value }, ...aboveCeiling(readings, ceiling, day)];
  });
}
