import { follows331, standardEditionOn } from '@contract/arithmetic/limits/standardEdition';
import { outcomeOfCalculation } from '@contract/arithmetic/numbers/calculationProblem';
import { Decimal } from '@contract/arithmetic/numbers/decimalNumbers';
import { unitFactor } from '@contract/arithmetic/numbers/unitFactors';
import type { ResultLimit, TestFact } from '../resultFacts';
import { type AirDay, isLong, isMean, unmeasuredLine, type TriedDay, linesToVerify } from './airLine';
import { meanLine, groupSamplesByPlace } from './airMeans';
import { type JudgedValue, unitMismatchText } from './judgedValue';
import { macLines, peakLines, stelLines } from './shortTermAir';

// Judgement of concentrations in air on one day (GBZ 331-2024 G.1, 5.2.7; GBZ 2.1-2019 chapter 6). Every value is an
// interval; its bounds decide.

/** Converts a result to the unit of the limits; null where the units measure different quantities. */
function inUnitOf(test: TestFact, unit: string): TestFact | null {
  if (test.unit === unit) return test;
  const factor = test.unit === null ? null : unitFactor(test.unit, unit);
  if (!factor) return null;
  const num = new Decimal(test.result.num).times(factor).toString();
  return { ...test, unit, result: { ...test.result, num, text: test.result.censored ? `<${num}` : num } };
}

/** Returns whether the survey calls the concentration steady for every sample. */
const isSteady = (tests: readonly TestFact[]): boolean =>
  tests.length > 0 && tests.every(({ contactPattern }) => contactPattern === 'steady');

/** Judges the results of a hazard in air on one day at one post. */
export function judgeAirDay(air: AirDay): {
  readonly values: readonly JudgedValue[];
  readonly notes: readonly string[];
} {
  const { limits, day } = air;
  const [{ unit }] = limits;
  const convertedTests = air.tests.map((test) => ({ test, found: inUnitOf(test, unit) }));
  const otherUnitLines = convertedTests.flatMap(({ test, found }) =>
    found ? [] : linesToVerify([test], unitMismatchText(test.unit ?? '', limits[0]), limits[0]),
  );
  const readable = convertedTests.map(({ test, found }) => found ?? test);
  const otherUnitTests = new Set(convertedTests.flatMap(({ test, found }) => (found ? [] : [test])));
  const negative = readable.filter((test) => !otherUnitTests.has(test) && new Decimal(test.result.num).isNegative());
  const tests = readable.filter((test) => !otherUnitTests.has(test) && !negative.includes(test));
  const shortsWait = readable.some((test) => !tests.includes(test) && !isLong(test));
  const triedDay: TriedDay = { ...air, tests, shortsWait, steady: isSteady(air.tests) };
  const shorts = tests.filter((test) => !isLong(test));
  const limitOf = (kind: string): ResultLimit | undefined => limits.find((limit) => limit.kind === kind);
  const [mac, stel, twa] = [limitOf('mac'), limitOf('stel'), limitOf('twa')];
  const meanLimits = limits.filter(isMean);
  const samplesByPlace = meanLimits.length > 0 ? groupSamplesByPlace(readable, stel !== undefined) : [];
  const isWhole = (place: readonly TestFact[]): boolean => place.every((test) => tests.includes(test));
  // A place is never judged by only some of its samples.
  const parts = samplesByPlace
    .filter((place) => !isWhole(place))
    .flatMap((place) =>
      linesToVerify(
        place.filter((test) => tests.includes(test)),
        '同一检测点有结果不能计入平均浓度，请先核对',
      ),
    );
  const places = samplesByPlace.filter(isWhole);
  const hasShort = shorts.some(({ minutes }) => minutes !== null);
  const triedPlaces = places.map((place) => ({
    place,
    found: outcomeOfCalculation(() => meanLine(place, triedDay, hasShort)),
  }));
  const averages = triedPlaces.flatMap(({ found }) => (found.ok ? [found.value] : []));
  const unaveraged = triedPlaces.flatMap(({ place, found }) =>
    found.ok ? [] : linesToVerify(place, found.problem.message),
  );
  const withPeaks = !mac && !stel ? meanLimits.filter(({ kind }) => kind !== 'fibre') : [];
  const [firstMean] = meanLimits;
  const isEmpty = [averages, unaveraged, otherUnitLines, negative].every(({ length }) => length === 0);
  const noMean = firstMean && isEmpty ? [withoutMean(firstMean, day, tests, hasShort)] : [];
  return {
    values: [
      ...otherUnitLines,
      ...linesToVerify(negative, '浓度应不小于0'),
      ...parts,
      ...unaveraged,
      ...(mac ? macLines(mac, triedDay, shorts) : []),
      ...averages.map(({ line }) => line),
      ...noMean,
      ...(stel ? stelLines(stel, twa, triedDay, shorts, averages) : []),
      ...withPeaks.flatMap((limit) => peakLines(limit, triedDay, shorts, averages)),
    ],
    notes: [...new Set(averages.flatMap(({ notes }) => notes))],
  };
}

/**
 * Returns the line of a PC-TWA without an average. The short samples alone may judge an exposure of at most one hour
 * (GBZ 331-2024 5.2.6.2.3 c 3).
 */
function withoutMean(limit: ResultLimit, day: string, tests: readonly TestFact[], hasShort: boolean): JudgedValue {
  const brief =
    tests.length > 0 &&
    tests.every(
      ({ hoursPerDay, sampledOn }) =>
        follows331(standardEditionOn(sampledOn)) &&
        hoursPerDay !== null &&
        new Decimal(hoursPerDay).lessThanOrEqualTo(1),
    );
  return brief && hasShort
    ? unmeasuredLine(limit, day, 'notAssessed', '日接触时间不超过1 h，按短时间接触浓度判定')
    : unmeasuredLine(limit, day, 'undetermined', '缺少时间加权平均浓度的采样结果');
}
