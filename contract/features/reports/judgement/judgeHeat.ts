import { heatAllowance } from '@contract/arithmetic/limits/physicalConditions';
import { standardEditionOn } from '@contract/arithmetic/limits/standardEdition';
import { outcomeOfCalculation } from '@contract/arithmetic/numbers/calculationProblem';
import { Decimal, sumOf } from '@contract/arithmetic/numbers/decimalNumbers';
import { timeWeightedWbgt } from '@contract/arithmetic/physical/physicalFactors';
import type { ResultLimit, TestFact } from '../resultFacts';
import { groupBy, hoursOf, type JudgedValue, placeOf } from './judgedValue';
import {
  dayValue,
  inUnitOf,
  judgedValueBase,
  sharesOf,
  verificationLines,
  readingsForWorking,
  type JudgedReadings,
  type IncreasingFunction,
  limitsForConditions,
} from './physicalDay';

// Heat stress, WBGT (GBZ 2.2-2007; GBZ/T 189.7).

/** Returns ΣWBGT·t/Σt, with each reading weighted by its hours of the day (GBZ/T 189.7; GBZ 331-2024 G.2). */
function heatOf(
  readings: readonly TestFact[],
  hours: readonly string[],
): Pick<JudgedReadings, 'workingFunction' | 'workingOf'> {
  const combine: IncreasingFunction = (numbers) =>
    timeWeightedWbgt(numbers.map((wbgt, index) => ({ wbgt, minutes: new Decimal(hours[index] as string).times(60) })))
      .wbgt;
  const through = sumOf(hours.map((hour) => new Decimal(hour))).toString();
  return {
    workingFunction: combine,
    workingOf: (shownText) =>
      readings.length > 1
        ? `WBGT=(${sharesOf(readingsForWorking(readings, shownText, combine), hours, (text) => text)})/${through}=${shownText}`
        : '',
  };
}

/**
 * Judges WBGT at a point against the limit of its exposure rate and labour class. Source: GBZ 2.2-2007; GBZ/T 189.7;
 * GBZ 331-2024 G.2.
 * @param tests WBGT of one post and day, ℃
 * @param limits heat limits by exposure rate and labour class
 * @param day sampling day, `YYYY-MM-DD`
 * @param designTemperature outdoor design temperature of the place, ℃; from 30 ℃ the limit is 1 ℃ higher; null if
 * unknown
 */
export function judgeHeat(
  tests: readonly TestFact[],
  limits: readonly ResultLimit[],
  day: string,
  designTemperature: string | null,
): JudgedValue[] {
  return groupBy(tests, placeOf).flatMap((readings): JudgedValue[] => {
    const outcome = outcomeOfCalculation(() => {
      const limit = inUnitOf(readings, limitsForConditions(readings, limits));
      const bound = heatLimit(limit, designTemperature);
      return {
        limit,
        bound,
        value: dayValue(
          { readings, ...heatOf(readings, hoursOf(readings)) },
          { set: standardEditionOn(day), limit: bound, decimals: 1 },
        ),
      };
    });
    if (!outcome.ok) return verificationLines(readings, outcome.problem.message);
    const { limit, bound, value } = outcome.value;
    return [{ ...judgedValueBase(readings, limit, day, bound), ...value }];
  });
}

/**
 * Returns the allowance of the WBGT limit for hot regions, ℃ (GBZ 2.2-2007).
 * @param designTemperature outdoor design temperature of the place, ℃; null if unknown, which gives no allowance
 */
export const allowanceOf = (designTemperature: string | null): 0 | 1 =>
  designTemperature === null ? 0 : heatAllowance(Number(designTemperature));

const heatLimit = ({ value }: ResultLimit, designTemperature: string | null): string =>
  new Decimal(value).plus(allowanceOf(designTemperature)).toString();
