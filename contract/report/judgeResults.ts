import { type Weighted, exposureLevelOf, exposureLevels, shortTermExposure, shortMinutes, timeWeightedAverage } from '../lab/exposure';
import { type JudgedItem, type Judgement, judgeSubstance, type Measurements, type Verdict, worstOf } from '../lab/judgement';
import { shownShare, silicaBandOf } from '../lab/dust';
import { Decimal } from '../lab/number';
import { attempt, LabProblem } from '../lab/problem';
import type { Result } from '../lab/result';
import { decimalsOf } from '../lab/rounding';
import { groupBy, hoursOf, type JudgedValue, otherUnit, placeOf, plainOf, pointOf, shownBeside, textsFor } from './judgedValue';
import { conditionNotes, judgePhysicalDay } from './judgePhysical';
import type { ResultFacts, ResultHazard, ResultLimit, TestFact } from './resultFacts';

// 结果判定 of a project (DOMAIN §2.3, §2.4): what was tested at a post becomes C_TWA, C_STE, C_ME, C_PE or a level, and is held against the limits of its day.

/** A hazard at a post. */
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
  /** 接触水平 by C_TWA, the highest where any limit was exceeded (GBZ 2.1-2019 6.5.1: 超过OELs). */
  readonly level: string | null;
  readonly notes: readonly string[];
}

const decimalsFor = ({ minimum, result }: TestFact): number => decimalsOf(minimum ?? result.text);
const isLong = ({ period }: TestFact): boolean => period === 'long';

interface Valued {
  readonly tests: readonly TestFact[];
  readonly result: Result;
  /** The formula with the numbers put in, so that it comes out as the result is printed beside its limit. */
  readonly working: (printed: string) => string;
}

/** C_TWA of a point on a day. */
function averageOf(tests: readonly TestFact[]): Valued {
  const hours = hoursOf(tests);
  const parts: Weighted[] = tests.map(({ result }, at) => ({ concentration: result, time: hours[at] as string }));
  const decimals = Math.max(...tests.map(decimalsFor));
  const result = timeWeightedAverage(parts, decimals);
  const working = (printed: string): string => {
    const texts = textsFor(tests.map((test) => test.result), printed, (shown) => timeWeightedAverage(shown.map((concentration, at) => ({ concentration, time: hours[at] as string })), decimals));
    return `CTWA=(${texts.map((text, at) => `${text}×${hours[at] ?? ''}`).join('+')})/8=${printed}`;
  };
  return { tests, result, working };
}

/** C_STE: shorter than 15 min it is spread over them, longer it is taken as it is. */
function shortOf(test: TestFact, symbol: string): Valued {
  const { result, minutes } = test;
  if (new Decimal(result.num).isNegative()) throw new LabProblem('outOfRange', '浓度应不小于0');
  if (symbol !== 'CSTE' || result.censored || minutes === null || !new Decimal(minutes).lessThan(shortMinutes)) return { tests: [test], result, working: (printed) => `${symbol}=${printed}` };
  const spread = shortTermExposure([{ concentration: result, time: minutes }], decimalsFor(test));
  const working = (printed: string): string => {
    const [text] = textsFor([result], printed, ([concentration = '']) => shortTermExposure([{ concentration, time: minutes }], decimalsFor(test)));
    return `${symbol}=${text ?? ''}×${minutes}/${shortMinutes}=${printed}`;
  };
  return { tests: [test], result: spread, working };
}

const dustKindOf = ({ dust }: TestFact): 'respirableDust' | 'totalDust' => (dust === 'respirable' ? 'respirableDust' : 'totalDust');

function valuesOf(judged: Judgement, sources: ReadonlyMap<Result, Valued>, limits: readonly ResultLimit[], day: string, unit: string): JudgedValue[] {
  return judged.items.map((one: JudgedItem) => {
    const source = one.measured ? sources.get(one.measured) : undefined;
    const limit = limits.find(({ kind }) => kind === one.kind) ?? null;
    const text = one.measured ? shownBeside(one.measured, one.limit) : '';
    return {
      kind: one.kind, day, point: source ? pointOf(source.tests[0] as TestFact) : '', sampleNos: source?.tests.map(({ sampleNo }) => sampleNo) ?? [], measured: one.measured,
      text, unit, limit: one.limit, limitId: limit?.id ?? null, standard: one.standard, verdict: one.verdict, reason: one.reason ?? null, working: source?.working(text) ?? '',
    };
  });
}

/** What was tested on one day of what has a concentration, beside limits of one unit. */
function judgeDay(tests: readonly TestFact[], limits: readonly [ResultLimit, ...ResultLimit[]], day: string, noPeak: boolean): JudgedValue[] {
  const [{ unit }] = limits;
  const oddIn = (some: readonly TestFact[]): TestFact | undefined => some.find((test) => test.unit !== unit);
  /** A result in a unit of its own is no number to hold against the limit, and spoils the average that it is part of. */
  const inUnit = (some: readonly TestFact[]): readonly TestFact[] => {
    const odd = oddIn(some);
    if (odd) throw new LabProblem('outOfRange', otherUnit(odd.unit ?? '', limits[0]));
    return some;
  };
  const has = (...kinds: string[]) => kinds.some((kind) => limits.some((limit) => limit.kind === kind));
  const taken = tests.filter((test) => !isLong(test));
  const averaged = tests.some(isLong) ? tests.filter(isLong) : has('twa', 'totalDust', 'respirableDust', 'fibre') ? taken.filter((test) => test.representedHours !== null || !has('stel')) : [];
  const points = groupBy(averaged, (test) => `${placeOf(test)}/${test.dust ?? ''}`).map((ofPoint) => ({ ofPoint, found: attempt(() => averageOf(inUnit(ofPoint))) }));
  const averages = points.flatMap(({ found }) => (found.ok ? [found.value] : []));
  const waiting = (some: readonly TestFact[], reason: string): JudgedValue[] =>
    some.map((test) => ({ ...plainOf(test), ...(oddIn(some) ? { limitId: limits[0].id, standard: limits[0].standard } : {}), verdict: 'toVerify', reason }));
  // What can't be averaged, or taken for a short time, waits for somebody; what else was measured that day is judged, so that nothing above its limit hides behind it.
  const unaveraged = points.flatMap(({ ofPoint, found }) => (found.ok ? [] : [{ of: ofPoint, reason: found.problem.message }]));
  const shorts = taken.map((test) => ({ test, found: attempt(() => inUnit([test]).map((one) => shortOf(one, has('stel') ? 'CSTE' : has('mac') ? 'CME' : 'CPE'))) }));
  const short = shorts.flatMap(({ test, found }) => (found.ok ? [test] : []));
  const untaken = shorts.flatMap(({ test, found }) => (found.ok ? [] : [{ of: [test], reason: found.problem.message }]));
  const open = [...unaveraged, ...untaken.filter(({ of: [test] }) => !unaveraged.some(({ of }) => of.some((one) => one === test)))].flatMap(({ of, reason }) => waiting(of, reason));
  const sources = new Map<Result, Valued>();
  const note = (valued: Valued): Result => {
    // Two equal results are two samples: each keeps its own identity.
    const own = { ...valued.result };
    sources.set(own, valued);
    return own;
  };
  // Short samples of total dust are held against the limit of total dust, of respirable dust against its own.
  const dusty = has('totalDust', 'respirableDust');
  const sortOf = (test: TestFact): string => (dusty ? dustKindOf(test) : '');
  const peaksOf = (sort: string): Measurements => {
    const own = noPeak ? [] : short.filter((test) => sortOf(test) === sort);
    return { ...(!has('mac', 'stel') && own.length ? { peak: own.map((test) => note(shortOf(test, 'CPE'))) } : {}), noPeak: !own.length };
  };
  const measured: Measurements = {
    ...(has('mac') ? { mac: short.map((test) => note(shortOf(test, 'CME'))) } : {}),
    ...(has('stel') ? { stel: short.map((test) => note(shortOf(test, 'CSTE'))) } : {}),
    noPeak: true,
  };
  const bare = limits.map(({ kind, value, standard }) => ({ kind, value, standard }));
  const judge = (more: Measurements, only: readonly string[] | null) => judgeSubstance({ limits: only ? bare.filter(({ kind }) => only.includes(kind)) : bare, measured: { ...measured, ...more }, day });
  const whole = ['mac', 'stel'];
  const allKinds = bare.map(({ kind }) => kind);
  /** The limits for dust of one sort, where it has its own: the other sort's is not what it is held against. */
  const kindsFor = (sort: string): string[] => allKinds.filter((kind) => kind === sort || !has(sort) || (kind !== 'totalDust' && kind !== 'respirableDust'));
  // A short value is not missing where one waits.
  const told = (judged: Judgement): JudgedValue[] => valuesOf(judged, sources, limits, day, unit).filter(({ kind, measured: value }) => value !== null || !untaken.length || !whole.includes(kind));
  // A point's average is judged by itself, so that each has its line; what needs no average comes along with the first.
  const averagedKind = (valued: Valued): Measurements => {
    const result = note(valued);
    const dust = dustKindOf(valued.tests[0] as TestFact);
    return { ...(has('twa') ? { twa: result } : {}), ...(dusty ? { [dust]: result } : {}), ...(has('fibre') ? { fibre: result } : {}) };
  };
  const sortsOfShort = [...new Set(short.map(sortOf))];
  if (!averages.length) {
    const sorts = sortsOfShort.length ? sortsOfShort : [''];
    return [...open, ...sorts.flatMap((sort) => told(judge(peaksOf(sort), kindsFor(sort)))).filter(({ kind, measured: value }) => !unaveraged.length || value !== null || whole.includes(kind))];
  }
  const sorts = averages.map(({ tests: ofPoint }) => sortOf(ofPoint[0] as TestFact));
  return [
    ...open,
    ...averages.flatMap((valued, at) => {
      const sort = sorts[at] ?? '';
      const first = sorts.indexOf(sort) === at;
      return told(judge({ ...averagedKind(valued), ...(first ? peaksOf(sort) : {}) }, at === 0 ? null : allKinds.filter((kind) => !whole.includes(kind))));
    }),
    // Short samples of a sort of dust that no average was taken of.
    ...sortsOfShort.filter((sort) => !sorts.includes(sort)).flatMap((sort) => told(judge(peaksOf(sort), kindsFor(sort))).filter(({ kind }) => kind === 'peak')),
  ];
}

/** Limits of concentrations in air. */
const airKinds: ReadonlySet<string> = new Set(['mac', 'twa', 'stel', 'totalDust', 'respirableDust', 'fibre']);

function judgeHazardDay(hazard: ResultHazard, tests: readonly TestFact[], limits: readonly ResultLimit[], day: string, noPeak: boolean, designTemperature: string | null): JudgedValue[] {
  const [limit] = limits;
  if (!limit) return tests.map((test) => plainOf(test));
  // What has a limit, but none of air, as some radiation and others have, is held against it like a physical factor: it is not without one.
  if (hazard.category !== 'physical' && limits.some(({ kind }) => airKinds.has(kind))) {
    // 石棉 has a limit of its mass and one of its fibres: each is for the results in its own unit, and it takes both (DOMAIN §2.7).
    const byUnit = groupBy(limits, ({ unit }) => unit);
    const hasUnit = ({ unit }: TestFact): boolean => limits.some((one) => one.unit === unit);
    return byUnit.flatMap(([first = limit, ...others], at) => judgeDay(tests.filter((test) => test.unit === first.unit || (at === 0 && !hasUnit(test))), [first, ...others], day, noPeak));
  }
  return judgePhysicalDay(tests, limits, day, designTemperature);
}

/** Whose limits hold for a dust: those of 矽尘 of the measured band from 10 % free silica on (DOMAIN §2.7); nobody's where the library lacks that band, as the dust's own may be many times higher. */
function limitHazardOf(hazard: ResultHazard, { workshop, place }: Pick<TestFact, 'workshop' | 'place'>, facts: ResultFacts): { readonly id: number | null; readonly note: string | null } {
  const own = { id: hazard.id, note: null };
  if (hazard.category !== 'dust') return own;
  const measured = facts.silica.filter((one) => one.workshop === workshop && one.place === place).map(({ percent }) => percent).sort((a, b) => Number(b) - Number(a))[0];
  if (measured === undefined) return own;
  const band = silicaBandOf(measured);
  if (hazard.silicaBand === band || (band === 'below10' && hazard.silicaBand === null)) return own;
  const other = facts.silicaHazards.get(band);
  if (other === undefined) return { id: band === 'below10' ? hazard.id : null, note: `实测游离SiO₂含量${shownShare(measured)}%，限值库中没有对应的粉尘，请核对` };
  return { id: other, note: `实测游离SiO₂含量${shownShare(measured)}%，按${facts.hazards.get(other)?.name ?? ''}的限值判定` };
}

const averagedKinds: ReadonlySet<string> = new Set(['twa', 'totalDust', 'respirableDust']);

/** 接触水平: of the average that takes most of its limit; what is above any limit at all is 超过OELs, however low its average. What could not be told from its limit has none. */
function levelOf(values: readonly JudgedValue[]): string | null {
  if (values.some(({ verdict }) => verdict === 'exceeds')) return exposureLevels.at(-1)?.level ?? null;
  const levels = values.flatMap(({ kind, measured, limit, verdict }) => (averagedKinds.has(kind) && verdict === 'conforms' && measured && Number(limit) > 0 ? [exposureLevelOf(measured.num, limit ?? '').level] : []));
  return exposureLevels.findLast(({ level }) => levels.includes(level))?.level ?? null;
}

function judgePost(tests: readonly TestFact[], facts: ResultFacts): JudgedPost | null {
  const [first] = tests;
  const hazard = first && facts.hazards.get(first.hazard);
  if (!first || !hazard) return null;
  const judgedAs = limitHazardOf(hazard, first, facts);
  const noPeak = tests.every(isLong);
  const values = groupBy(tests, ({ sampledOn }) => sampledOn).flatMap((ofDay) => {
    const day = ofDay[0]?.sampledOn ?? '';
    if (facts.unjudged !== null) return ofDay.map((test) => plainOf(test, facts.unjudged ?? undefined));
    if (judgedAs.id === null) return ofDay.map((test): JudgedValue => ({ ...plainOf(test, judgedAs.note ?? undefined), verdict: 'toVerify' }));
    const limits = facts.limits.filter((limit) => limit.hazard === judgedAs.id && limit.day === day);
    const found = attempt(() => judgeHazardDay(hazard, ofDay, limits, day, noPeak, facts.designTemperature));
    if (found.ok) return found.value;
    return ofDay.map((test): JudgedValue => ({ ...plainOf(test), verdict: 'toVerify', reason: found.problem.message }));
  });
  return {
    workshop: first.workshop, place: first.place, hazard: hazard.id, hazardName: hazard.name, category: hazard.category, hoursPerDay: first.hoursPerDay, daysPerWeek: first.daysPerWeek,
    verdict: worstOf(values.map(({ verdict }) => verdict)), values, tests, level: hazard.category === 'physical' ? null : levelOf(values),
    notes: [...(judgedAs.note ? [judgedAs.note] : []), ...conditionNotes(tests, values, facts.limits, facts.designTemperature)],
  };
}

/**
 * Judges every hazard of every post, in the order of the tests given. Each short-time sample is judged by itself, each point's average of each day too; the post's
 * verdict is the worst of them.
 */
export const judgeResults = (facts: ResultFacts): JudgedPost[] =>
  groupBy(facts.tests, ({ workshop, place, hazard }) => [workshop ?? '', place, hazard].join('\u0000')).flatMap((tests) => judgePost(tests, facts) ?? []);

export const verdictOfPosts = (posts: readonly JudgedPost[]): Verdict => worstOf(posts.map(({ verdict }) => verdict));
