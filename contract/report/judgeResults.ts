import { type Weighted, exposureLevelOf, exposureLevels, shortTermExposure, shortMinutes, timeWeightedAverage } from '../lab/exposure';
import { type JudgedItem, type Judgement, judgePhysical, judgeResult, judgeSubstance, tooBlunt, type Measurements, type Verdict, worstOf } from '../lab/judgement';
import { silicaBandOf } from '../lab/dust';
import { Decimal } from '../lab/number';
import { noiseCondition } from '../lab/physicalConditions';
import { dailyExposureLevel, energyMean, equivalentLevel, handArmVibration, meanIlluminance, weekOf } from '../lab/physical';
import { attempt, LabProblem } from '../lab/problem';
import { checkRepresentedDurations, representedDurations } from '../lab/representedDuration';
import type { Result } from '../lab/result';
import { decimalsOf, revealed, roundSignificant, roundTo } from '../lab/rounding';
import type { ResultFacts, ResultHazard, ResultLimit, TestFact } from './resultFacts';

// 结果判定 of a project (DOMAIN §2.3, §2.4): what was tested at a post becomes C_TWA, C_STE, C_ME, C_PE or a level, and is held against the limits of its day.

/** What a judged value is: the kind of its limit, `peak`, `illuminance` whose limit is the least, or `plain` where nothing is to be held against. */
export type ValueKind = string;

/** The limit as it is told beside the value. */
export const boundText = ({ kind, limit }: Pick<JudgedValue, 'kind' | 'limit'>): string => `${kind === 'illuminance' ? '≥' : ''}${limit ?? ''}`;

export interface JudgedValue {
  readonly kind: ValueKind;
  readonly day: string;
  /** Where or on whom, within the post. */
  readonly point: string;
  readonly sampleNos: readonly string[];
  readonly measured: Result | null;
  /** With the digits that show its side of the limit. */
  readonly text: string;
  readonly unit: string;
  /** Null without a limit. */
  readonly limit: string | null;
  readonly limitId: number | null;
  readonly standard: string | null;
  readonly verdict: Verdict;
  readonly reason: string | null;
  /** The formula with the numbers put in. */
  readonly working: string;
}

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

const groupBy = <T>(list: readonly T[], keyOf: (one: T) => string): T[][] => {
  const groups = new Map<string, T[]>();
  for (const one of list) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one]);
  return [...groups.values()];
};

const pointOf = ({ siteNo, person }: TestFact): string => person ?? (siteNo ? `点位${siteNo}` : '');
/** What a person carried and what stood beside them are two shifts, though nobody noted who it was. */
const placeOf = (test: TestFact): string => `${pointOf(test)}/${test.mode ?? ''}`;
const decimalsFor = ({ minimum, result }: TestFact): number => decimalsOf(minimum ?? result.text);
const isLong = ({ period }: TestFact): boolean => period === 'long';

interface Valued {
  readonly tests: readonly TestFact[];
  readonly result: Result;
  /** The formula with the numbers put in, so that it comes out as the result is printed beside its limit. */
  readonly working: (printed: string) => string;
}

/**
 * The hours that each sample of a point and day stands for: as noted on site, else the exposure in equal shares. What was noted comes to the day's exposure: the share
 * of a sample that was voided, or a second row of the plan, would otherwise count as hours without exposure, or twice.
 */
function hoursOf(tests: readonly TestFact[]): string[] {
  const exposure = tests.find(({ hoursPerDay }) => hoursPerDay !== null)?.hoursPerDay;
  const noted = tests.flatMap(({ representedHours }) => representedHours ?? []);
  if (noted.length === tests.length) {
    if (exposure) checkRepresentedDurations(noted, exposure);
    return noted;
  }
  if (!exposure) throw new LabProblem('missing', '缺少日接触时间，请在调查或采样记录中补充');
  return [...representedDurations(exposure, tests.length).hours];
}

/** Printed as reported, or with a digit more. */
const comesOutAs = ({ text, num, censored }: Result, printed: string): boolean => text === printed || (!censored && roundTo(num, decimalsOf(printed)) === printed);

/** Results as they stand in a working: as reported, or with as many digits as the one rounding at the end needs to come out as printed. */
function textsFor(results: readonly Result[], printed: string, recalculate: (shown: readonly string[]) => Result): string[] {
  const told = (digits: number | null) => results.map(({ text, num, censored }) => (digits === null || censored ? text : roundSignificant(new Decimal(num), digits)));
  return [null, 4, 5, 6].map(told).find((shown) => comesOutAs(recalculate(shown), printed)) ?? told(8);
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
  if (symbol !== 'CSTE' || result.censored || minutes === null || !new Decimal(minutes).lessThan(shortMinutes)) return { tests: [test], result, working: (printed) => `${symbol}=${printed}` };
  const spread = shortTermExposure([{ concentration: result, time: minutes }], decimalsFor(test));
  const working = (printed: string): string => {
    const [text] = textsFor([result], printed, ([concentration = '']) => shortTermExposure([{ concentration, time: minutes }], decimalsFor(test)));
    return `${symbol}=${text ?? ''}×${minutes}/${shortMinutes}=${printed}`;
  };
  return { tests: [test], result: spread, working };
}

const dustKindOf = ({ dust }: TestFact): 'respirableDust' | 'totalDust' => (dust === 'respirable' ? 'respirableDust' : 'totalDust');

const shownBeside = (result: Result, limit: string): string => (result.censored ? result.text : revealed(result.text, result.num, limit));

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

/** A limit in another unit is named in words alone: beside the result it would be read in the result's. */
const otherUnit = (unit: string, limit: ResultLimit): string => `结果单位${unit}与限值${limit.value}${limit.unit}的单位不同，请核对`;

/** What was tested on one day of what has a concentration. */
function judgeDay(tests: readonly TestFact[], limits: readonly ResultLimit[], day: string, noPeak: boolean): JudgedValue[] {
  const unit = tests[0]?.unit ?? limits[0]?.unit ?? '';
  // One result in a unit of its own spoils the average, and is no number to hold against the limit.
  const [other] = limits.flatMap((limit) => tests.flatMap((test) => (test.unit === limit.unit ? [] : [{ limit, unit: test.unit ?? '' }])));
  if (other) return tests.map((test) => ({ ...plainOf(test), limitId: other.limit.id, standard: other.limit.standard, verdict: 'toVerify', reason: otherUnit(other.unit, other.limit) }));
  const has = (...kinds: string[]) => kinds.some((kind) => limits.some((limit) => limit.kind === kind));
  const averaged = tests.some(isLong) ? tests.filter(isLong) : has('twa', 'totalDust', 'respirableDust', 'fibre') ? tests.filter((test) => !isLong(test) && (test.representedHours !== null || !has('stel'))) : [];
  const short = tests.filter((test) => !isLong(test));
  const points = groupBy(averaged, (test) => `${placeOf(test)}/${test.dust ?? ''}`).map((ofPoint) => ({ ofPoint, found: attempt(() => averageOf(ofPoint)) }));
  const averages = points.flatMap(({ found }) => (found.ok ? [found.value] : []));
  // A point without an average waits for somebody; what else was measured that day is judged, so that nothing above its limit hides behind it.
  const open = points.flatMap(({ ofPoint, found }) => (found.ok ? [] : ofPoint.map((test): JudgedValue => ({ ...plainOf(test), verdict: 'toVerify', reason: found.problem.message }))));
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
  const told = (judged: Judgement): JudgedValue[] => valuesOf(judged, sources, limits, day, unit);
  // A point's average is judged by itself, so that each has its line; what needs no average comes along with the first.
  const averagedKind = (valued: Valued): Measurements => {
    const result = note(valued);
    const dust = dustKindOf(valued.tests[0] as TestFact);
    return { ...(has('twa') ? { twa: result } : {}), ...(dusty ? { [dust]: result } : {}), ...(has('fibre') ? { fibre: result } : {}) };
  };
  const sortsOfShort = [...new Set(short.map(sortOf))];
  if (!averages.length) {
    const sorts = sortsOfShort.length ? sortsOfShort : [''];
    return [...open, ...sorts.flatMap((sort) => told(judge(peaksOf(sort), kindsFor(sort)))).filter(({ kind, measured: value }) => !open.length || value !== null || whole.includes(kind))];
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

const plainOf = (test: TestFact, reason = '无职业接触限值'): JudgedValue => ({
  kind: 'plain', day: test.sampledOn, point: pointOf(test), sampleNos: [test.sampleNo], measured: test.result, text: test.result.text, unit: test.unit ?? '', limit: null, limitId: null, standard: null,
  verdict: 'notAssessed', reason, working: '',
});

/** Shares of equal size may differ by what three decimals leave over. */
const evenWithin = 0.01;

/**
 * L_Aeq of a point's readings. Where it was noted that they stand for different hours, each counts for its own (GBZ/T 189.8; DOMAIN §2.6), which have to come to the
 * day's exposure; else they are readings of one and the same noise.
 */
function levelAt(readings: readonly TestFact[]): { readonly level: Decimal; readonly hours: string; readonly told: (level: string) => string } {
  const noted = readings.flatMap(({ representedHours }) => (representedHours === null ? [] : Number(representedHours)));
  const hours = readings.find(({ hoursPerDay }) => hoursPerDay)?.hoursPerDay;
  if (noted.length === readings.length && Math.max(...noted) - Math.min(...noted) > evenWithin) {
    const shares = hoursOf(readings);
    const of = (levels: readonly string[]) => equivalentLevel(levels.map((level, at) => ({ level, hours: shares[at] as string })));
    const found = of(readings.map(({ result }) => result.num));
    const told = (level: string): string => {
      const levels = textsFor(readings.map(({ result }) => result), level, (numbers) => ({ text: '', num: of(numbers).level.toString(), censored: false }));
      return `10lg[(${levels.map((one, at) => `${shares[at] ?? ''}×10^(0.1×${one})`).join('+')})/${found.hours.toString()}]=${level}`;
    };
    return { level: found.level, hours: found.hours.toString(), told };
  }
  if (!hours) throw new LabProblem('missing', '缺少日接触时间，请在现场调查中补充');
  return { level: energyMean(readings.map(({ result }) => result.num)), hours, told: (level) => level };
}

/** Noise of a point over the day's exposure; a week that is not of five days is judged as a week. */
function judgeNoise(tests: readonly TestFact[], limits: readonly ResultLimit[], day: string): JudgedValue[] {
  return groupBy(tests, placeOf).map((readings) => {
    const first = readings[0] as TestFact;
    const about = { day, point: pointOf(first), sampleNos: readings.map(({ sampleNo }) => sampleNo), unit: first.unit ?? 'dB(A)' };
    const found = attempt(() => {
      const { level, hours, told: toldLevel } = levelAt(readings);
      // Which of the three limits holds hangs on it: 84.5 through six days is above what 84.5 through five is below.
      if (first.daysPerWeek === null) throw new LabProblem('missing', '缺少每周工作天数，请在现场调查中补充');
      const days = Number(first.daysPerWeek);
      const daily = dailyExposureLevel(level, hours);
      const condition = noiseCondition(days, Number(hours));
      const limit = limits.find((one) => one.condition === condition);
      if (!limit) throw new LabProblem('missing', '限值库中没有适用的噪声限值');
      // dB(C) of the same noise is another number.
      const odd = readings.find(({ unit }) => unit !== limit.unit);
      if (odd) throw new LabProblem('outOfRange', otherUnit(odd.unit ?? '', limit));
      const value = condition === 'noise.other' ? weekOf(daily, days) : daily;
      const text = roundTo(value, 1);
      const shown = revealed(text, value, limit.value);
      const told = (one: Decimal): string => roundTo(one, decimalsOf(shown));
      const words = `LAeq=${toldLevel(told(level))}，LEX,8h=${told(level)}+10lg(${hours}/8)=${told(daily)}${condition === 'noise.other' ? `，每周${days}d，LEX,W=${shown}` : ''}`;
      return { value, limit, text, shown, words };
    });
    if (!found.ok) return { ...about, kind: 'dailyLevel', measured: first.result, text: first.result.text, limit: null, limitId: null, standard: null, verdict: 'toVerify', reason: found.problem.message, working: '' };
    const { value, limit, text, shown, words } = found.value;
    return {
      ...about, kind: limit.kind, measured: { text, num: value.toString(), censored: false }, text: shown, limit: limit.value, limitId: limit.id, standard: limit.standard,
      verdict: judgePhysical(value, limit.value), reason: null, working: words,
    };
  });
}

/** Vibration of hands and arms at a point: what was read through its hours of the day becomes that of four hours, which the limit is for (DOMAIN §2.6). */
function judgeVibration(tests: readonly TestFact[], limit: ResultLimit, day: string): JudgedValue[] {
  return groupBy(tests, placeOf).flatMap((readings): JudgedValue[] => {
    const found = attempt(() => {
      const hours = hoursOf(readings);
      const partsOf = (numbers: readonly string[]) => numbers.map((acceleration, at) => ({ acceleration, hours: hours[at] as string }));
      const value = handArmVibration(partsOf(readings.map(({ result }) => result.num)));
      const text = roundTo(value, 1);
      const shown = revealed(text, value, limit.value);
      const told = textsFor(readings.map(({ result }) => result), shown, (numbers) => ({ text: '', num: handArmVibration(partsOf(numbers)).toString(), censored: false }));
      return { value, text, shown, words: `ahw(4)=√[(${told.map((one, at) => `${one}²×${hours[at] ?? ''}`).join('+')})/4]=${shown}` };
    });
    if (!found.ok) return readings.map((test) => ({ ...plainOf(test), limitId: limit.id, standard: limit.standard, verdict: 'toVerify', reason: found.problem.message }));
    const { value, text, shown, words } = found.value;
    return [{
      kind: limit.kind, day, point: pointOf(readings[0] as TestFact), sampleNos: readings.map(({ sampleNo }) => sampleNo), measured: { text, num: value.toString(), censored: false }, text: shown, unit: limit.unit,
      limit: limit.value, limitId: limit.id, standard: limit.standard, verdict: judgePhysical(value, limit.value), reason: null, working: words,
    }];
  });
}

/** Not detected says nothing beside a limit that is lower (DOMAIN §2.4, 6). */
function held(result: Result, limit: string): Pick<JudgedValue, 'verdict' | 'reason'> {
  const verdict = judgeResult(result, limit);
  return { verdict, reason: verdict === 'undetermined' ? tooBlunt : null };
}

/** 照度 is there to be reached: its limit is the least that GB/T 50034 asks for (DOMAIN §2.6). */
const isIlluminance = ({ unit }: Pick<ResultLimit, 'unit'>): boolean => unit.trim().toLowerCase() === 'lx';

/** 照度 of a place: the mean of its points (GB/T 5700), which has to reach the standard value. */
function judgeIlluminance(tests: readonly TestFact[], limit: ResultLimit, day: string): JudgedValue[] {
  const decimals = Math.max(...tests.map(({ result }) => decimalsOf(result.text)));
  const value = meanIlluminance(tests.map(({ result }) => result.num));
  const reached = value.greaterThanOrEqualTo(limit.value);
  const text = revealed(roundTo(value, decimals), value, limit.value, 'least');
  const working = tests.length > 1 ? `Eav=(${tests.map(({ result }) => result.text).join('+')})/${tests.length}=${text}` : '';
  return [{
    kind: 'illuminance', day, point: [...new Set(tests.map(pointOf).filter(Boolean))].join('、'), sampleNos: tests.map(({ sampleNo }) => sampleNo), measured: { text, num: value.toString(), censored: false }, text, unit: limit.unit, limit: limit.value,
    limitId: limit.id, standard: limit.standard, verdict: reached ? 'conforms' : 'exceeds', reason: null, working,
  }];
}

/** Physical factors beside noise and vibration: held against the limit where there is one; where it depends on circumstances that nobody noted, somebody has to look. */
function judgePlainPhysical(tests: readonly TestFact[], limits: readonly ResultLimit[]): JudgedValue[] {
  return tests.map((test) => {
    const limit = limits.length === 1 ? limits[0] : undefined;
    if (!limit) return { ...plainOf(test), verdict: 'toVerify', reason: '限值按接触条件分别规定，请核对接触时间率、劳动强度等后判定' };
    if (limit.unit !== test.unit) return { ...plainOf(test), limitId: limit.id, standard: limit.standard, verdict: 'toVerify', reason: otherUnit(test.unit ?? '', limit) };
    return { ...plainOf(test), kind: limit.kind, text: shownBeside(test.result, limit.value), limit: limit.value, limitId: limit.id, standard: limit.standard, ...held(test.result, limit.value) };
  });
}

const noiseKinds: ReadonlySet<string> = new Set(['dailyLevel', 'weeklyLevel']);
/** Limits of concentrations in air. */
const airKinds: ReadonlySet<string> = new Set(['mac', 'twa', 'stel', 'totalDust', 'respirableDust', 'fibre']);

function judgeHazardDay(hazard: ResultHazard, tests: readonly TestFact[], limits: readonly ResultLimit[], day: string, noPeak: boolean): JudgedValue[] {
  if (!limits.length) return tests.map((test) => plainOf(test));
  // What has a limit, but none of air, as some radiation and others have, is held against it like a physical factor: it is not without one.
  if (hazard.category !== 'physical' && limits.some(({ kind }) => airKinds.has(kind))) {
    // 石棉 has a limit of its mass and one of its fibres: each is for the results in its own unit, and it takes both (DOMAIN §2.7).
    const units = [...new Set(limits.map(({ unit }) => unit))];
    if (units.length < 2 || !tests.every(({ unit }) => units.includes(unit ?? ''))) return judgeDay(tests, limits, day, noPeak);
    return units.flatMap((own) => judgeDay(tests.filter(({ unit }) => unit === own), limits.filter(({ unit }) => unit === own), day, noPeak));
  }
  const noise = limits.filter(({ kind }) => noiseKinds.has(kind));
  if (noise.length) return judgeNoise(tests, noise, day);
  const [light] = limits;
  if (limits.length === 1 && light && isIlluminance(light) && tests.every(({ unit }) => unit === light.unit)) return judgeIlluminance(tests, light, day);
  const vibration = limits.find(({ condition }) => condition === 'vibration.4h');
  return vibration && tests.every(({ unit }) => unit === vibration.unit) ? judgeVibration(tests, vibration, day) : judgePlainPhysical(tests, limits);
}

/** With one decimal, and as many more as tell its class: 9.96 is not yet 10.0. */
export const shownShare = (percent: string): string => [1, 2, 3, 4].map((decimals) => roundTo(percent, decimals)).find((text) => silicaBandOf(text) === silicaBandOf(percent)) ?? percent;

/** Whose limits hold for a dust: those of 矽尘 of the measured band from 10 % free silica on (DOMAIN §2.7). */
function limitHazardOf(hazard: ResultHazard, { workshop, place }: Pick<TestFact, 'workshop' | 'place'>, facts: ResultFacts): { readonly id: number; readonly note: string | null } {
  const own = { id: hazard.id, note: null };
  if (hazard.category !== 'dust') return own;
  const measured = facts.silica.filter((one) => one.workshop === workshop && one.place === place).map(({ percent }) => percent).sort((a, b) => Number(b) - Number(a))[0];
  if (measured === undefined) return own;
  const band = silicaBandOf(measured);
  if (hazard.silicaBand === band || (band === 'below10' && hazard.silicaBand === null)) return own;
  const other = facts.silicaHazards.get(band);
  if (other === undefined) return { ...own, note: `实测游离SiO₂含量${shownShare(measured)}%，限值库中没有对应的粉尘，请核对` };
  return { id: other, note: `实测游离SiO₂含量${shownShare(measured)}%，按${facts.hazards.get(other)?.name ?? ''}的限值判定` };
}

const averagedKinds: ReadonlySet<string> = new Set(['twa', 'totalDust', 'respirableDust']);

/** 接触水平: of the average that takes most of its limit; what is above any limit at all is 超过OELs, however low its average. */
function levelOf(values: readonly JudgedValue[]): string | null {
  if (values.some(({ verdict }) => verdict === 'exceeds')) return exposureLevels.at(-1)?.level ?? null;
  const levels = values.flatMap(({ kind, measured, limit }) => (averagedKinds.has(kind) && measured && limit ? [exposureLevelOf(measured.num, limit).level] : []));
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
    const limits = facts.limits.filter((limit) => limit.hazard === judgedAs.id && limit.day === day);
    const found = attempt(() => judgeHazardDay(hazard, ofDay, limits, day, noPeak));
    if (found.ok) return found.value;
    return ofDay.map((test): JudgedValue => ({ ...plainOf(test), verdict: 'toVerify', reason: found.problem.message }));
  });
  return {
    workshop: first.workshop, place: first.place, hazard: hazard.id, hazardName: hazard.name, category: hazard.category, hoursPerDay: first.hoursPerDay, daysPerWeek: first.daysPerWeek,
    verdict: worstOf(values.map(({ verdict }) => verdict)), values, tests, level: hazard.category === 'physical' ? null : levelOf(values),
    notes: judgedAs.note ? [judgedAs.note] : [],
  };
}

/**
 * Judges every hazard of every post, in the order of the tests given. Each short-time sample is judged by itself, each point's average of each day too; the post's
 * verdict is the worst of them.
 */
export const judgeResults = (facts: ResultFacts): JudgedPost[] =>
  groupBy(facts.tests, ({ workshop, place, hazard }) => [workshop ?? '', place, hazard].join('\u0000')).flatMap((tests) => judgePost(tests, facts) ?? []);

export const verdictOfPosts = (posts: readonly JudgedPost[]): Verdict => worstOf(posts.map(({ verdict }) => verdict));
