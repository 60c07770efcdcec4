import { type Interval, intervalOf, verdictOf } from '@contract/arithmetic/limits/intervalVerdict';
import { outcomeOfCalculation, CalculationProblem } from '@contract/arithmetic/numbers/calculationProblem';
import { Decimal } from '@contract/arithmetic/numbers/decimalNumbers';
import { textBesideLimit, roundTo } from '@contract/arithmetic/numbers/roundingRules';
import type { ResultLimit, TestFact } from '../resultFacts';
import { exposureOf, groupBy, type JudgedValue, placeOf, unjudgedValue, workDaysOf } from './judgedValue';
import { judgeSingleReadings } from './judgeSingleReadings';
import { verdictWithReason, verificationLines } from './physicalDay';

// Ionising radiation: of each point the highest reading is judged (GBZ 331-2024 5.2.7.2): against a limit of the
// library in its unit, else a dose rate by the yearly dose that it gives, against GB 18871-2002 B1.1.1.1 a.

/**
 * Yearly effective dose of a worker, mean of five years, mSv (GB 18871-2002 B1.1.1.1 a; the norm was not at hand, the
 * figure is that of public quotations of it).
 */
const yearlyDose = { value: '20', unit: 'mSv/a', standard: 'GB 18871-2002' } as const;
/** Working weeks of a year: a convention of this estimate (2000 h at 40 h a week), not a figure of the norm. */
const weeksPerYear = 50;
/** mSv of the units of a dose rate. */
const milliSieverts: Readonly<Record<string, string>> = { 'μSv/h': '0.001', 'mSv/h': '1' };

const upperOf = ({ result }: TestFact): Decimal => intervalOf(result).upper;
const highestOf = (readings: readonly TestFact[]): TestFact =>
  readings.reduce((one, otherTestFact) => (upperOf(otherTestFact).greaterThan(upperOf(one)) ? otherTestFact : one));

/** Estimates the yearly dose of a worker at a point and judges it. */
function byYearlyDose(readings: readonly TestFact[], highestTestFact: TestFact, perHour: string): JudgedValue {
  const [hours, days] = [exposureOf(readings), workDaysOf(readings)];
  if (!hours || !days)
    throw new CalculationProblem('missing', '缺少日接触时间或每周工作天数，不能估算年有效剂量，请在调查中补充');
  const yearly = (rate: Decimal): Decimal => rate.times(hours).times(days).times(weeksPerYear).times(perHour);
  const bounds = intervalOf(highestTestFact.result);
  const interval: Interval = { lower: yearly(bounds.lower), upper: yearly(bounds.upper) };
  const doseText = textBesideLimit(interval.upper, yearlyDose.value);
  const { censored } = highestTestFact.result;
  const text = `${censored ? '<' : ''}${doseText}`;
  return {
    ...unjudgedValue(highestTestFact),
    kind: 'annualDose',
    measured: { text: roundTo(interval.upper, 1), num: interval.upper.toString(), censored },
    text,
    unit: yearlyDose.unit,
    limit: yearlyDose.value,
    standard: yearlyDose.standard,
    working: `E=${highestTestFact.result.text.replace('<', '')}×${hours}×${days}×${weeksPerYear}${perHour === '1' ? '' : '÷1000'}=${doseText}`,
    ...verdictWithReason(verdictOf(interval, yearlyDose.value)),
  };
}

/**
 * Judges the readings of a day for a radiation, point by point by the highest.
 * @param unjudged value of a reading that nothing can be compared with
 */
export function judgeRadiation(
  tests: readonly TestFact[],
  limits: readonly ResultLimit[],
  day: string,
  unjudged: (test: TestFact) => JudgedValue,
): JudgedValue[] {
  return groupBy(tests, placeOf).flatMap((readings): JudgedValue[] => {
    const highestTestFact = highestOf(readings);
    const perHour = milliSieverts[highestTestFact.unit ?? ''];
    const judgedOutcome = outcomeOfCalculation((): readonly JudgedValue[] =>
      limits.length
        ? judgeSingleReadings([highestTestFact], limits, day)
        : perHour === undefined
          ? [unjudged(highestTestFact)]
          : [byYearlyDose(readings, highestTestFact, perHour)],
    );
    const values = judgedOutcome.ok
      ? judgedOutcome.value
      : verificationLines([highestTestFact], judgedOutcome.problem.message);
    return values.map((value) => ({ ...value, highest: true, sampleNos: readings.map(({ sampleNo }) => sampleNo) }));
  });
}
