import { intervalOf, verdictOf } from '@contract/arithmetic/limits/intervalVerdict';
import { follows331, standardEditionOn } from '@contract/arithmetic/limits/standardEdition';
import { outcomeOfCalculation } from '@contract/arithmetic/numbers/calculationProblem';
import type { Result } from '@contract/arithmetic/numbers/censoredResults';
import { textBesideLimit } from '@contract/arithmetic/numbers/roundingRules';
import type { ResultLimit, TestFact } from '../resultFacts';
import { type JudgedValue, unjudgedValue, resultTextBesideLimit } from './judgedValue';
import { inUnitOf, verdictWithReason, verificationLines, limitsForConditions } from './physicalDay';

/**
 * Formats a single reading beside its limit.
 * @param result result in the unit of the limit
 * @param limit limit as the standard prints it
 * @param day sampling day, `YYYY-MM-DD`; it decides the rules of rounding
 */
export const readingTextBesideLimit = (result: Result, limit: string, day: string): string =>
  result.censored || !follows331(standardEditionOn(day))
    ? resultTextBesideLimit(result, limit)
    : textBesideLimit(result.num, limit);

/**
 * Judges each reading against the limit of its unit. If the limit depends on conditions that were not recorded, the
 * verdict is 待核实.
 * @param tests results of one hazard on one day
 * @param limits limits in force on that day
 * @param day sampling day, `YYYY-MM-DD`
 */
export function judgeSingleReadings(
  tests: readonly TestFact[],
  limits: readonly ResultLimit[],
  day: string,
): JudgedValue[] {
  return tests.flatMap((test): JudgedValue[] => {
    const limitOutcome = outcomeOfCalculation(() => inUnitOf([test], limitsForConditions([test], limits)));
    // With a single limit it is known which limit was not compared.
    if (!limitOutcome.ok)
      return verificationLines([test], limitOutcome.problem.message).map((value) =>
        limits.length === 1
          ? { ...value, limitId: limits[0]?.id ?? null, standard: limits[0]?.standard ?? null }
          : value,
      );
    const limit = limitOutcome.value;
    const verdict = verdictWithReason(verdictOf(intervalOf(test.result), limit.value));
    return [
      {
        ...unjudgedValue(test),
        kind: limit.kind,
        text: readingTextBesideLimit(test.result, limit.value, day),
        limit: limit.value,
        limitId: limit.id,
        standard: limit.standard,
        ...verdict,
      },
    ];
  });
}
