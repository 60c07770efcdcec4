import { silicaPercentText, silicaBandOf } from '@contract/arithmetic/air/dustFormulas';
import { exposureLevelOf, exposureLevels } from '@contract/arithmetic/air/exposureConcentrations';
import { intervalOf } from '@contract/arithmetic/limits/intervalVerdict';
import type { LimitAbsence } from '@contract/arithmetic/limits/limitVersions';
import {
  type ComparableResult,
  highestOf,
  type Verdict,
  worstVerdict,
} from '@contract/arithmetic/limits/resultJudgement';
import { follows331, standardEditionOn } from '@contract/arithmetic/limits/standardEdition';
import { outcomeOfCalculation } from '@contract/arithmetic/numbers/calculationProblem';
import { unitFactor } from '@contract/arithmetic/numbers/unitFactors';
import type { ResultFacts, ResultHazard, ResultLimit, TestFact } from '../resultFacts';
import { jointPosts } from './jointEffect';
import { judgeAirDay } from './judgeAir';
import { groupBy, type JudgedValue, noLimitReason, unjudgedValue } from './judgedValue';
import { conditionNotes, judgePhysicalDay } from './judgePhysical';
import { judgeRadiation } from './judgeRadiation';

// Judgement of a project's results (DOMAIN §2.3, §2.4): the tests at a post give C_TWA, C_STE, C_ME, C_PE or a level,
// which is compared with the limits of the sampling day.

/** A hazard at a post, with its judged values. */
export interface JudgedPost {
  readonly workshop: string | null;
  readonly place: string;
  readonly hazard: number;
  readonly hazardName: string;
  readonly category: string;
  readonly hoursPerDay: string | null;
  readonly daysPerWeek: string | null;
  readonly verdict: Verdict;
  readonly values: readonly JudgedValue[];
  readonly tests: readonly TestFact[];
  /** Exposure level (接触水平) by C_TWA; the highest class where any limit was exceeded (GBZ 2.1-2019 6.5.1: 超过OELs). */
  readonly level: string | null;
  readonly notes: readonly string[];
  /** Ids of the substances of a joint-effect line. */
  readonly joint?: readonly number[];
}

/** Limits of concentrations in air. */
const airKinds: ReadonlySet<string> = new Set(['mac', 'twa', 'stel', 'totalDust', 'respirableDust', 'fibre']);

/** Judged values of a day, with notes. */
interface JudgedDay {
  readonly values: readonly JudgedValue[];
  readonly notes: readonly string[];
}

const withoutLimit: Readonly<Record<LimitAbsence, { readonly verdict: Verdict; readonly reason: string }>> = {
  none: { verdict: 'notAssessed', reason: noLimitReason },
  unknown: { verdict: 'toVerify', reason: '限值库中没有采样日的职业接触限值，请录入限值或说明原因' },
};

function judgeHazardDay(
  hazard: ResultHazard,
  judgedAs: number,
  tests: readonly TestFact[],
  limits: readonly ResultLimit[],
  day: string,
  resultFacts: ResultFacts,
): JudgedDay {
  const [limit] = limits;
  const fallbackVerdict = withoutLimit[resultFacts.withoutLimit(judgedAs, day)];
  const unjudged = (test: TestFact) => ({
    ...unjudgedValue(test, fallbackVerdict.reason),
    verdict: fallbackVerdict.verdict,
  });
  if (hazard.category === 'radiation' && follows331(standardEditionOn(day)))
    return { values: judgeRadiation(tests, limits, day, unjudged), notes: [] };
  if (!limit) return { values: tests.map(unjudged), notes: [] };
  // A factor whose limits are not concentrations in air, e.g. some radiation, is judged like a physical factor.
  if (hazard.category === 'physical' || !limits.some(({ kind }) => airKinds.has(kind)))
    return { values: judgePhysicalDay(tests, limits, day, resultFacts.designTemperature), notes: [] };
  // 石棉 has a mass limit and a fibre limit. Each applies to results in its kind of unit, and both are required (GBZ
  // 2.1-2019 table 2).
  const byUnit = groupBy(limits, ({ unit }) => unit);
  const unitMatches = (test: TestFact, unit: string): boolean =>
    test.unit !== null && unitFactor(test.unit, unit) !== null;
  const hasUnit = (test: TestFact): boolean => limits.some(({ unit }) => unitMatches(test, unit));
  const days = byUnit.map(([firstResultLimit = limit, ...others], index) => {
    const ownTests = tests.filter(
      (test) => unitMatches(test, firstResultLimit.unit) || (index === 0 && !hasUnit(test)),
    );
    return judgeAirDay({
      hazard,
      tests: ownTests,
      limits: [firstResultLimit, ...others],
      day,
      set: standardEditionOn(day),
    });
  });
  return { values: days.flatMap(({ values }) => values), notes: days.flatMap(({ notes }) => notes) };
}

/**
 * Returns the hazard whose limits apply to a dust. From 10 % free silica it is 矽尘 of the measured band (DOMAIN §2.7).
 * It is null where the library lacks that band, because the dust's own limit may be many times higher.
 */
function limitHazardOf(
  hazard: ResultHazard,
  { workshop, place }: Pick<TestFact, 'workshop' | 'place'>,
  resultFacts: ResultFacts,
): { readonly id: number | null; readonly note: string | null } {
  const ownHazard = { id: hazard.id, note: null };
  // Asbestos has its own limits, independent of its free silica (GBZ 2.1-2019 table 2, note).
  if (hazard.category !== 'dust' || hazard.name.includes('石棉')) return ownHazard;
  const silicaPercent = resultFacts.silica
    .filter((row) => row.workshop === workshop && row.place === place)
    .map(({ percent }) => percent)
    .sort((a, b) => Number(b) - Number(a))[0];
  if (silicaPercent === undefined) return ownHazard;
  const band = silicaBandOf(silicaPercent);
  if (hazard.silicaBand === band || (band === 'below10' && hazard.silicaBand === null)) return ownHazard;
  const silicaHazard = resultFacts.silicaHazards.get(band);
  if (silicaHazard === undefined)
    return {
      id: band === 'below10' ? hazard.id : null,
      note: `实测游离SiO₂含量${silicaPercentText(silicaPercent)}%，限值库中没有对应的粉尘，请核对`,
    };
  return {
    id: silicaHazard,
    note: `实测游离SiO₂含量${silicaPercentText(silicaPercent)}%，按${resultFacts.hazards.get(silicaHazard)?.name ?? ''}的限值判定`,
  };
}

const averagedKinds: ReadonlySet<string> = new Set(['twa', 'totalDust', 'respirableDust']);

/**
 * Returns 接触水平 by the average with the highest share of its limit. A value above any limit gives 超过OELs, however low
 * the average is. A value without verdict gives no level.
 */
function levelOf(values: readonly JudgedValue[]): string | null {
  if (values.some(({ verdict }) => verdict === 'exceeds')) return exposureLevels.at(-1)?.level ?? null;
  const levels = values.flatMap(({ kind, measured, limit, verdict }) =>
    averagedKinds.has(kind) && verdict === 'conforms' && measured && Number(limit) > 0
      ? [exposureLevelOf(measured.num, limit ?? '').level]
      : [],
  );
  return exposureLevels.findLast(({ level }) => levels.includes(level))?.level ?? null;
}

function judgePost(tests: readonly TestFact[], resultFacts: ResultFacts): JudgedPost | null {
  const [firstTest] = tests;
  const hazard = firstTest && resultFacts.hazards.get(firstTest.hazard);
  if (!firstTest || !hazard) return null;
  const judgedAs = limitHazardOf(hazard, firstTest, resultFacts);
  const days = groupBy(tests, ({ sampledOn }) => sampledOn).map((ofDay): JudgedDay => {
    const day = ofDay[0]?.sampledOn ?? '';
    if (resultFacts.unjudged !== null)
      return { values: ofDay.map((test) => unjudgedValue(test, resultFacts.unjudged ?? undefined)), notes: [] };
    const waitingDay = (reason: string): JudgedDay => ({
      values: ofDay.map((test) => ({ ...unjudgedValue(test, reason), verdict: 'toVerify' })),
      notes: [],
    });
    const limitHazard = judgedAs.id;
    if (limitHazard === null) return waitingDay(judgedAs.note ?? '');
    const limits = resultFacts.limits.filter((limit) => limit.hazard === limitHazard && limit.day === day);
    const outcome = outcomeOfCalculation(() => judgeHazardDay(hazard, limitHazard, ofDay, limits, day, resultFacts));
    return outcome.ok ? outcome.value : waitingDay(outcome.problem.message);
  });
  const values = withHighest(days.flatMap((day) => day.values));
  const dayNotes = days.flatMap((day) => day.notes);
  return {
    workshop: firstTest.workshop,
    place: firstTest.place,
    hazard: hazard.id,
    hazardName: hazard.name,
    category: hazard.category,
    hoursPerDay: firstTest.hoursPerDay,
    daysPerWeek: firstTest.daysPerWeek,
    verdict: worstVerdict(values.map(({ verdict }) => verdict)),
    values,
    tests,
    level: hazard.category === 'physical' ? null : levelOf(values),
    notes: [
      ...new Set([
        ...(judgedAs.note ? [judgedAs.note] : []),
        ...dayNotes,
        ...conditionNotes(tests, values, resultFacts.limits, resultFacts.designTemperature),
      ]),
    ],
  };
}

/** Marks the highest value of each kind where a post has several (GBZ 331-2024 5.2.7.1). */
function withHighest(values: readonly JudgedValue[]): JudgedValue[] {
  const comparableResults = (value: JudgedValue): (ComparableResult & { readonly value: JudgedValue })[] =>
    value.measured ? [{ value, detected: !value.measured.censored, interval: intervalOf(value.measured) }] : [];
  const kinds = [...new Set(values.map(({ kind }) => kind))].filter((kind) => kind !== 'plain');
  const ofKinds = kinds.map((kind) => values.filter((value) => value.kind === kind).flatMap(comparableResults));
  const highestValues = new Set(ofKinds.flatMap((ofKind) => (ofKind.length > 1 ? [highestOf(ofKind).value] : [])));
  return values.map((value) => (highestValues.has(value) ? { ...value, highest: true } : value));
}

/**
 * Judges every hazard of every post, in the order of the tests. Each short sample and each daily average of a point
 * is judged separately; the post gets the worst verdict.
 */
export function judgeResults(resultFacts: ResultFacts): JudgedPost[] {
  const posts = groupBy(resultFacts.tests, ({ workshop, place, hazard }) =>
    [workshop ?? '', place, hazard].join('\u0000'),
  ).flatMap((tests) => judgePost(tests, resultFacts) ?? []);
  return [...posts, ...jointPosts(posts, resultFacts)];
}
