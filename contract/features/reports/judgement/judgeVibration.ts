import {
  follows2025Methods,
  type StandardEdition,
  standardEditionOn,
} from '@contract/arithmetic/limits/standardEdition';
import { outcomeOfCalculation } from '@contract/arithmetic/numbers/calculationProblem';
import {
  dailyVibration,
  fourHourFactor,
  fourHourVibration,
  handArmVibration,
} from '@contract/arithmetic/physical/physicalFactors';
import type { ResultLimit, TestFact } from '../resultFacts';
import { groupBy, hoursOf, type JudgedValue, placeOf, unjudgedValue } from './judgedValue';
import {
  dayValue,
  inUnitOf,
  judgedValueBase,
  sharesOf,
  stepFor,
  readingsForWorking,
  type JudgedReadings,
  type IncreasingFunction,
} from './physicalDay';

// Hand-transmitted vibration (GBZ 2.2-2007; GBZ/T 189.9).

/**
 * Returns a_hw(4) = √(Σa²·T/4) of the dominant axis, m/s² (GBZ 331-2024 G.2); from 2026-02-01 0.94·A(8) of three axes
 * (GBZ/T 189.9-2025 7.3, 7.4).
 */
function vibrationOf(
  readings: readonly TestFact[],
  hours: readonly string[],
  standardEdition: StandardEdition,
): Pick<JudgedReadings, 'workingFunction' | 'workingOf'> {
  const partsOf = (numbers: readonly string[]) =>
    numbers.map((acceleration, index) => ({ acceleration, hours: hours[index] as string }));
  const energyOf = (texts: readonly string[]): string => sharesOf(texts, hours, (text) => `${text}²`);
  if (!follows2025Methods(standardEdition)) {
    const combineParts: IncreasingFunction = (numbers) => handArmVibration(partsOf(numbers));
    return {
      workingFunction: combineParts,
      workingOf: (shownText) =>
        `ahw(4)=√[(${energyOf(readingsForWorking(readings, shownText, combineParts))})/4]=${shownText}`,
    };
  }
  const dailyOf: IncreasingFunction = (numbers) => dailyVibration(partsOf(numbers));
  const workingOf = (shownText: string): string => {
    const daily = stepFor(dailyOf(readings.map(({ result }) => result.num)), shownText, fourHourVibration);
    return `A(8)=√[(${energyOf(readingsForWorking(readings, daily, dailyOf))})/8]=${daily}，ahw(4)=${fourHourFactor}×${daily}=${shownText}`;
  };
  return { workingFunction: (numbers) => fourHourVibration(dailyOf(numbers)), workingOf };
}

/**
 * Judges hand-arm vibration at a point: the readings of the day are converted to four hours, because the limit is given
 * for four hours. Source: GBZ/T 189.9-2025 7.4.
 * @param tests frequency-weighted accelerations of one post and day, m/s²
 * @param limit limit of a_hw(4), m/s²
 * @param day sampling day, `YYYY-MM-DD`
 */
export function judgeVibration(tests: readonly TestFact[], limit: ResultLimit, day: string): JudgedValue[] {
  const set = standardEditionOn(day);
  return groupBy(tests, placeOf).flatMap((readings): JudgedValue[] => {
    const outcome = outcomeOfCalculation(() => {
      inUnitOf(readings, [limit]);
      return dayValue(
        { readings, ...vibrationOf(readings, hoursOf(readings), set) },
        { set, limit: limit.value, decimals: 1 },
      );
    });
    if (!outcome.ok)
      return readings.map((test) => ({
        ...unjudgedValue(test),
        limitId: limit.id,
        standard: limit.standard,
        verdict: 'toVerify',
        reason: outcome.problem.message,
      }));
    return [{ ...judgedValueBase(readings, limit, day), ...outcome.value }];
  });
}
