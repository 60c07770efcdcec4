import {
  type Calculation, calculationOf, dailyReduction, dayAverage, type ExposureMean, longDayAverage, longWeekAverage, type ReducedLimit, reducedLimit, shiftHours, shortInterval, shortMinutes,
  shortTermMean, weekAverage, weeklyReduction, type Weighted, weekHours,
} from '../lab/exposure';
import { type OpenInterval, verdictOf } from '../lab/interval';
import { exceedsBySubstitution, intervalOfMean, judgeExcursions, textOfMean, tooBlunt, type Verdict } from '../lab/judgement';
import { follows331, type NormSet, normSetOn } from '../lab/normSet';
import { Decimal, settled, sumOf } from '../lab/number';
import { peakLimitsOn, peakRuleOn } from '../lab/peakRule';
import { attempt, LabProblem } from '../lab/problem';
import { measuredResult, type Result } from '../lab/result';
import { decimalsOf, printedBeside, revealed, roundForReport } from '../lab/rounding';
import { isWithinUncertainty, uncertaintyOfMean, uncertaintyText } from '../lab/uncertainty';
import { unitFactor } from '../lab/units';
import { exposureOf, groupBy, type JudgedValue, otherUnit, placeOf, plainOf, pointOf, sharesOf, workDaysOf } from './judgedValue';
import type { NotedPeaks, ResultHazard, ResultLimit, TestFact } from './resultFacts';
import { windowsOf } from './shortWindows';
import { equation, type Factor } from './workings';

// 判定 of concentrations in air on one day (GBZ 331-2024 G.1, 5.2.7; GBZ 2.1-2019 chapter 6): every value is an interval, its bounds decide.

export interface AirDay {
  readonly hazard: ResultHazard;
  readonly tests: readonly TestFact[];
  /** Limits of the day, of one unit. */
  readonly limits: readonly [ResultLimit, ...ResultLimit[]];
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly set: NormSet;
  /** No short samples were asked for: the rule of peaks is left out. */
  readonly noPeak: boolean;
}

/** A day whose results can be read, beside those that wait for a person. */
interface TriedDay extends AirDay {
  readonly shortsWait: boolean;
}

const isLong = ({ period }: TestFact): boolean => period === 'long';
const isMean = ({ kind }: ResultLimit): boolean => ['twa', 'totalDust', 'respirableDust', 'fibre'].includes(kind);
const decimalsFor = ({ minimum, result }: TestFact): number => decimalsOf(minimum ?? result.text);
const dustKindOf = ({ dust }: TestFact): 'respirableDust' | 'totalDust' => (dust === 'respirable' ? 'respirableDust' : 'totalDust');

/** The result in the unit of the limits; null where the units measure different things. */
function inUnitOf(test: TestFact, unit: string): TestFact | null {
  if (test.unit === unit) return test;
  const factor = test.unit === null ? null : unitFactor(test.unit, unit);
  if (!factor) return null;
  const num = new Decimal(test.result.num).times(factor).toString();
  return { ...test, unit, result: { ...test.result, num, text: test.result.censored ? `<${num}` : num } };
}

/** A value on its way to its line: what is known of it, how it is told, and why it can't be told. */
interface Found {
  readonly kind: string;
  readonly tests: readonly TestFact[];
  readonly interval: OpenInterval;
  readonly mean: ExposureMean;
  readonly limit: ResultLimit;
  /** The limit that is compared: the standard's, or PC-TWAa. */
  readonly bound: string;
  readonly reduced?: ReducedLimit & { readonly expression: string };
  readonly symbol: string;
  readonly working?: (printed: string) => string;
  readonly reason?: string;
}

/** The text beside a limit: by the limit's decimals since GBZ 331-2024 G.1.2.2, before by those of the minimum and with the digits that show the side. */
function textOf({ mean, tests, bound, limit }: Found, set: NormSet): { readonly text: string; readonly measured: Result } {
  if (follows331(set)) {
    const text = textOfMean(mean, bound, limit.value);
    return { text, measured: { text: text.replace(/\([+-]\)$/, ''), num: String(mean.value ?? mean.bound), censored: mean.value === null } };
  }
  if (mean.value === null) {
    const num = String(mean.bound);
    const text = tests.find(({ result }) => result.censored && result.num === num)?.result.text ?? `<${num}`;
    return { text, measured: { text, num, censored: true } };
  }
  const num = mean.value.toString();
  const [only, ...others] = tests;
  const own = only && others.length === 0 && only.result.num === num ? only.result : null;
  const measured = own ?? withoutZero(measuredResult(mean.value, Math.max(...tests.map(decimalsFor))), mean.value);
  return { text: revealed(measured.text, num, bound), measured };
}

/** What was found is never told as 0. */
const withoutZero = (result: Result, value: Decimal): Result => (value.isZero() || /[1-9]/.test(result.text) ? result : { ...result, text: roundForReport(value, 0) });

function lineOf(found: Found, set: NormSet, unit: string, day: string): JudgedValue {
  const { kind, tests, interval, mean, limit, bound, reduced } = found;
  const { text, measured } = textOf(found, set);
  const verdict = verdictOf(interval, bound);
  const blunt = verdict === 'undetermined' ? tooBlunt : null;
  const larger = follows331(set) && exceedsBySubstitution(mean, bound) ? `低于最低定量浓度的样品按最低定量浓度计入后超过限值（按0计为${printedBeside(mean.lowest, bound)}），建议增大采样体积后复测` : null;
  const reason = [found.reason ?? blunt, larger].filter(Boolean).join('；') || null;
  return {
    kind, day, point: pointsOf(tests), sampleNos: tests.map(({ sampleNo }) => sampleNo), measured, text, unit, limit: bound, limitId: limit.id, standard: limit.standard, verdict,
    reason: verdict === 'conforms' && !found.reason ? null : reason, working: found.working?.(text) ?? '', lowest: mean.substituted ? mean.lowest.toString() : null, norm: set,
    ...(reduced ? { reduced: { of: limit.value, factor: reduced.factorText } } : {}),
    ...uncertaintyOf(found),
  };
}

/** U of a measured value, where the limit lies inside value ± U (ISO/IEC 17025 7.8.3.1 c). */
function uncertaintyOf({ tests, mean, bound }: Found): Pick<JudgedValue, 'uncertainty'> {
  const found = mean.value === null ? null : uncertaintyOfMean(tests.map(({ uncertainty }) => uncertainty));
  return found && mean.value && isWithinUncertainty(mean.value, bound, found) ? { uncertainty: uncertaintyText(found) } : {};
}

const pointsOf = (tests: readonly TestFact[]): string => [...new Set(tests.map(pointOf))].filter(Boolean).join('、');

/** A line that waits for a person. */
const waiting = (tests: readonly TestFact[], reason: string, limit?: ResultLimit): JudgedValue[] =>
  tests.map((test): JudgedValue => ({ ...plainOf(test), ...(limit ? { limitId: limit.id, standard: limit.standard } : {}), verdict: 'toVerify', reason }));

/** A limit that nothing was measured for. */
const missing = (limit: ResultLimit, day: string, verdict: Verdict, reason: string): JudgedValue => ({
  kind: limit.kind, day, point: '', sampleNos: [], measured: null, text: '', unit: limit.unit, limit: limit.value, limitId: limit.id, standard: limit.standard, verdict, reason, working: '',
});

// C_TWA

interface Averaged {
  readonly place: readonly TestFact[];
  readonly line: JudgedValue;
  readonly notes: readonly string[];
}

/** Which samples make averages, place by place; the places of a moving post are parts of one exposure where their noted hours add up to it. */
function averagedPlaces(tests: readonly TestFact[], hasStel: boolean): TestFact[][] {
  const anyLong = tests.some(isLong);
  const noted = ({ representedHours }: TestFact): boolean => representedHours !== null;
  const ofPlace = (place: readonly TestFact[]): TestFact[] => {
    if (place.some(isLong)) return place.filter(isLong);
    if (place.every(noted)) return [...place];
    return anyLong || hasStel ? [] : [...place];
  };
  const places = groupBy(tests, (test) => `${placeOf(test)}/${test.dust ?? ''}`).map(ofPlace).filter(({ length }) => length > 0);
  const moving = places.filter((place) => place.every((test) => test.fixedPost === false && test.mode !== 'personal' && noted(test)));
  const parts = moving.flat();
  const [exposure] = parts.map(({ hoursPerDay }) => hoursPerDay);
  const sum = parts.reduce((total, { representedHours }) => total.plus(representedHours ?? 0), new Decimal(0));
  const together = moving.length > 1 && new Set(parts.map(({ dust }) => dust)).size === 1 && exposure !== undefined && exposure !== null && sum.equals(exposure);
  return together ? [parts, ...places.filter((place) => !moving.includes(place))] : places;
}

interface Plan {
  readonly calculation: Calculation;
  /** Td, h. */
  readonly hours: string;
  /** Tw, h. */
  readonly week: string;
  readonly days: string;
}

/** Branch of figure G.1 for a place. Before GBZ 331-2024 every average is one of eight hours. */
function planOf(place: readonly TestFact[], hours: Decimal, { hazard, set }: AirDay, noted: string | null = null): Plan {
  if (!follows331(set)) return { calculation: 'day', hours: hours.toString(), week: '', days: '' };
  const days = noted ?? workDaysOf(place);
  if (days === null) throw new LabProblem('missing', '缺少每周工作天数，请在现场调查中补充');
  const week = hours.times(days);
  const calculation = calculationOf('twa', { hoursPerDay: hours, hoursPerWeek: week, daysPerWeek: days }, hazard.reductionExempt === true);
  return { calculation, hours: hours.toString(), week: week.toString(), days };
}

/** C_TWA of a place in the form of its branch, with its working; the day that was sampled stands for the equal days of a week (GBZ 331-2024 G.1.1.3 d). */
function averageOf(place: readonly TestFact[], plan: Plan, weekly: boolean, set: NormSet): { readonly mean: ExposureMean; readonly working: (printed: string) => string } {
  const { hours, even } = sharesOf(place);
  const parts: Weighted[] = place.map(({ result }, at) => ({ concentration: result, time: hours[at] ?? 0 }));
  const factors: Factor[] = place.map(({ result }, at) => ({ result, times: even ? null : String(hours[at]) }));
  const total = sumOf(hours);
  const evenly = even ? `/${place.length}×${settled(total).toString()}` : '';
  const days = Number(plan.days);
  const typical = (concentration: ExposureMean): Weighted[] =>
    Array.from({ length: Math.ceil(days) }, (_, at) => ({ concentration: asResult(concentration), time: new Decimal(plan.hours).times(Math.min(1, days - at)) }));
  const long = (): ExposureMean => longDayAverage(parts, plan.hours, set);
  if (plan.calculation === 'longDay') return { mean: long(), working: equation('CTWA,d', factors, evenly, `/${plan.hours}`, set) };
  if (plan.calculation === 'longWeek') {
    const daily = long();
    const mean = daily.value === null ? daily : { ...longWeekAverage(typical(daily), set), substituted: daily.substituted, lowest: daily.lowest };
    return { mean, working: equation('CTWA,w', factors, evenly, `/${plan.hours}`, set) };
  }
  const daily = dayAverage(parts, set);
  if (!weekly || daily.value === null) return { mean: daily, working: equation('CTWA', factors, evenly, `/${shiftHours}`, set) };
  const share = new Decimal(plan.days).times(shiftHours).dividedBy(weekHours);
  const mean = { ...weekAverage(typical({ ...daily, value: daily.value.times(shiftHours).dividedBy(plan.hours) }), set), substituted: daily.substituted, lowest: daily.lowest.times(share) };
  return { mean, working: equation('CTWA,40h', factors, evenly, `×${plan.days}/${weekHours}`, set) };
}

const asResult = ({ value, bound }: ExposureMean): Result => (value === null ? { text: '', num: String(bound), censored: true } : { text: '', num: value.toString(), censored: false });

/** PC-TWAa of a branch that adjusts the limit. */
function reducedBy({ calculation, hours, week }: Plan, limit: ResultLimit): (ReducedLimit & { expression: string }) | undefined {
  if (calculation === 'longDay') return { ...reducedLimit(limit.value, dailyReduction(hours)), expression: `[8/${hours}×(24-${hours})/16]` };
  if (calculation === 'longWeek') return { ...reducedLimit(limit.value, weeklyReduction(week)), expression: `[40/${week}×(168-${week})/128]` };
  return undefined;
}

const symbolOf: Readonly<Record<string, string>> = { twa: 'CTWA', totalDust: 'CTWA', respirableDust: 'CTWA', fibre: 'CTWA' };

/** The limit of means that a place is held against: of its own sort of dust. */
const meanLimitOf = (place: readonly TestFact[], limits: readonly ResultLimit[]): ResultLimit | undefined => {
  const [first] = place;
  const sort = first && limits.some(({ kind }) => kind === 'totalDust' || kind === 'respirableDust') ? dustKindOf(first) : null;
  const means = limits.filter(isMean);
  return means.find(({ kind }) => kind === sort) ?? means.find(({ kind }) => sort === null || kind === 'twa');
};

/** Days a week that a place is worked at most and at least, where nobody noted them. */
const unknownDays = ['5', '7'] as const;

/**
 * The line of a place. Where nobody noted the days of a week, the value stands if every number of days comes to the same verdict.
 * @throws LabProblem where the days decide
 */
function averagedLine(place: readonly TestFact[], air: AirDay, hasShort: boolean): Averaged {
  if (!follows331(air.set) || workDaysOf(place) !== null) return averagedBy(place, air, hasShort, null);
  const [few, many] = unknownDays.map((days) => averagedBy(place, air, hasShort, days));
  if (!few || !many || few.line.verdict !== many.line.verdict) throw new LabProblem('missing', '缺少每周工作天数，请在现场调查中补充');
  return few;
}

function averagedBy(place: readonly TestFact[], air: AirDay, hasShort: boolean, days: string | null): Averaged {
  const { limits, set, day } = air;
  const limit = meanLimitOf(place, limits);
  if (!limit) throw new LabProblem('missing', place[0]?.dust === 'total' ? '限值库中没有总尘的限值，请核对' : '限值库中没有呼尘的限值，请核对');
  const { hours } = sharesOf(place);
  const exposure = exposureOf(place);
  const total = exposure === null ? settled(sumOf(hours)) : new Decimal(exposure);
  const plan = planOf(place, total, air, days);
  const weekly = place.every(({ workTime }) => workTime === 'week');
  const { mean, working } = averageOf(place, plan, weekly, set);
  const reduced = reducedBy(plan, limit);
  const bound = reduced?.limit ?? limit.value;
  const found: Found = { kind: limit.kind, tests: place, interval: intervalOfMean(mean), mean, limit, bound, symbol: symbolOf[limit.kind] ?? limit.kind, working, ...(reduced ? { reduced } : {}) };
  const line = lineOf(found, set, limit.unit, day);
  const notes = reduced ? reductionNotes(found, reduced, plan) : [];
  if (plan.calculation === 'brief' && hasShort) return { place, line: { ...line, verdict: 'notAssessed', reason: '日接触时间不超过1h，按短时间接触浓度判定' }, notes };
  return { place, line, notes };
}

/** How the limit was reduced, and whether the rounding of the reduced limit decides (GBZ 331-2024 G.1.1.3 b fixes its digits). */
function reductionNotes({ interval, bound }: Found, reduced: ReducedLimit & { readonly expression: string }, { calculation, hours, week, days }: Plan): string[] {
  const basis = calculation === 'longDay' ? `日接触${hours}h` : `每周工作${days}d，周接触${week}h`;
  const rounding = verdictOf(interval, bound) === verdictOf(interval, reduced.unrounded) ? '' : `；结果介于修约前后的限值（${reduced.unrounded.toString()}）之间，按修约后的限值判定`;
  return [`${basis}，限值按GBZ 331-2024附录G调整：RF=${reduced.expression.slice(1, -1)}=${reduced.factorText}，PC-TWAa=${bound}${rounding}`];
}

// C_STE, C_ME, C_PE

/** Whether a short result says how long it was sampled; a direct reading of a moment needs no length. */
const hasLength = ({ minutes, methodKind }: TestFact, kind: 'mac' | 'stel' | 'peak'): boolean => minutes !== null || (kind !== 'stel' && methodKind === 'genericTest');

const longer = ({ minutes }: TestFact): boolean => minutes !== null && new Decimal(minutes).greaterThan(shortMinutes);

const single = ({ result }: TestFact): ExposureMean => {
  const num = new Decimal(result.num);
  return result.censored ? { value: null, lowest: new Decimal(0), bound: num, substituted: false } : { value: num, lowest: num, bound: null, substituted: false };
};

const overlong = ({ minutes }: TestFact, kind: 'mac' | 'stel'): string => `采样${minutes ?? ''}min，超过${shortMinutes}min，${kind === 'mac' ? '平均浓度不能代表最高浓度' : '平均浓度不能代表15min浓度'}`;

/** One sample beside a ceiling, PC-STEL or the bounds of peaks; a longer one is known by its bounds alone. */
function singleLine(test: TestFact, limit: ResultLimit, symbol: string, air: AirDay, more: { readonly kind?: string; readonly bound?: string } = {}): JudgedValue {
  const asked = limit.kind === 'mac' ? 'mac' : 'stel';
  const interval = shortInterval(test.result, test.minutes, asked);
  const bound = more.bound ?? limit.value;
  const open = longer(test) && verdictOf(interval, bound) === 'undetermined';
  const found: Found = { kind: more.kind ?? limit.kind, tests: [test], interval, mean: single(test), limit, bound, symbol, working: (printed) => `${symbol}=${printed}`, ...(open ? { reason: overlong(test, asked) } : {}) };
  return lineOf(found, air.set, limit.unit, air.day);
}

/** Windows of 15 min of a place beside PC-STEL. */
function windowLines(place: readonly TestFact[], limit: ResultLimit, air: AirDay): JudgedValue[] {
  const [over, within] = [place.filter(longer), place.filter((test) => !longer(test))];
  const windows = windowsOf(within, air.set).map(({ tests, restUnexposed }): JudgedValue[] => {
    const parts = tests.map(({ result, minutes }) => ({ concentration: result, time: minutes ?? 0 }));
    const found = attempt(() => shortTermMean(parts, restUnexposed, air.set));
    if (!found.ok) return waiting(tests, found.problem.message, limit);
    const sum = parts.reduce((total, { time }) => total.plus(time), new Decimal(0));
    const divisor = restUnexposed ? String(shortMinutes) : sum.toString();
    const whole = tests.length === 1 && divisor === tests[0]?.minutes;
    const factors: Factor[] = tests.map(({ result, minutes }) => ({ result, times: minutes }));
    const working = whole ? (printed: string) => `CSTE=${printed}` : equation('CSTE', factors, '', `/${divisor}`, air.set);
    return [lineOf({ kind: 'stel', tests, interval: intervalOfMean(found.value), mean: found.value, limit, bound: limit.value, symbol: 'CSTE', working }, air.set, limit.unit, air.day)];
  });
  return [...windows.flat(), ...over.map((test) => singleLine(test, limit, 'CSTE', air))];
}

/** The exposures of a shift as the survey noted them, each as high as the value. */
function exposuresOf(value: JudgedValue, peaks: NotedPeaks | null | undefined): { readonly list: { concentration: string; start: number; minutes: number }[]; readonly known: boolean } {
  const concentration = value.measured?.num ?? '0';
  if (!peaks || (peaks.times > 1 && peaks.gap === null)) return { list: [{ concentration, start: 0, minutes: shortMinutes }], known: false };
  const step = peaks.minutes + (peaks.gap ?? 0);
  return { list: Array.from({ length: peaks.times }, (_, at) => ({ concentration, start: at * step, minutes: peaks.minutes })), known: true };
}

/** What lies between two bounds conforms only where it is short, seldom and far apart (GBZ 2.1-2019 A.2.3.2, 6.3.3). */
function spreadOver(value: JudgedValue, from: string, to: string, between: string, place: readonly TestFact[]): JudgedValue {
  if (value.measured === null || value.measured.censored || value.verdict === 'undetermined') return value;
  const noted = place.map(({ peaks }) => peaks).find(Boolean);
  const { list, known } = exposuresOf(value, noted);
  const judged = judgeExcursions(list, from, to, known);
  if (judged.between === 0 || judged.above > 0) return value;
  if (judged.verdict === 'toVerify') return { ...value, verdict: 'toVerify', reason: `${between}，请在现场调查中补充接触的次数、每次时长和间隔` };
  return judged.verdict === 'conforms' ? { ...value, verdict: 'conforms', reason: null } : { ...value, verdict: 'exceeds', reason: `${between}，接触的次数、时长或间隔不符合要求` };
}

const worse = (values: readonly JudgedValue[]): JudgedValue[] => values.filter(({ verdict }) => verdict === 'exceeds');

/** PC-STEL of the post: windows of its short samples, what its long samples prove, or why nothing was measured. */
function stelLines(limit: ResultLimit, twa: ResultLimit | undefined, air: TriedDay, shorts: readonly TestFact[], averages: readonly Averaged[]): JudgedValue[] {
  const { tests, day } = air;
  const { ready, open } = withLength(shorts, 'stel', limit);
  const longs = groupBy(tests.filter(isLong), placeOf).flatMap((place) => highestLine(place.map((test) => singleLine(test, limit, 'CSTE', air))));
  const judged = groupBy(ready, placeOf).flatMap((place) => windowLines(place, limit, air));
  const twaFails = averages.some(({ line }) => line.verdict === 'exceeds');
  const spread = twa && !twaFails && peakRuleOn(day)?.kind === 'peak'
    ? judged.map((value) => spreadOver(value, twa.value, limit.value, 'CSTE介于PC-TWA与PC-STEL之间', ready))
    : judged;
  if (judged.length > 0 || open.length > 0) return [...open, ...spread, ...worse(longs)];
  if (longs.length > 0 && longs.every(({ verdict }) => verdict !== 'undetermined')) return longs;
  if (worse(longs).length > 0) return worse(longs);
  // A value that waits is not missing.
  if (air.shortsWait) return [];
  if (twaFails) return [missing(limit, day, 'notAssessed', 'CTWA已超过PC-TWA，不再按PC-STEL评价')];
  const steady = follows331(air.set) && tests.every(({ contactPattern }) => contactPattern === 'steady');
  return [steady ? missing(limit, day, 'notAssessed', '接触浓度无明显波动，未测短时间接触浓度') : missing(limit, day, 'undetermined', '缺少短时间采样的结果')];
}

/** Of a place's long samples those that exceed, else the one that leaves most open, else the highest. */
function highestLine(values: readonly JudgedValue[]): JudgedValue[] {
  const failing = worse(values);
  if (failing.length > 0) return failing;
  const open = values.filter(({ verdict }) => verdict === 'undetermined');
  const sizeOf = ({ measured }: JudgedValue): Decimal => new Decimal(measured?.num ?? 0);
  return [...(open.length > 0 ? open : values)].sort((a, b) => sizeOf(b).comparedTo(sizeOf(a))).slice(0, 1);
}

function macLines(limit: ResultLimit, air: TriedDay, shorts: readonly TestFact[]): JudgedValue[] {
  const { ready, open } = withLength(shorts, 'mac', limit);
  const judged = ready.map((test) => singleLine(test, limit, 'CME', air));
  const longs = air.tests.filter(isLong).map((test) => singleLine(test, limit, 'CME', air));
  const proper = ready.some((test) => !longer(test));
  const told = proper ? worse(longs) : longs;
  const lines = [...open, ...judged, ...told];
  return lines.length > 0 || air.shortsWait ? lines : [missing(limit, air.day, 'undetermined', '缺少短时间采样的结果')];
}

function peakLines(limit: ResultLimit, air: AirDay, shorts: readonly TestFact[]): JudgedValue[] {
  const dusty = limit.kind === 'totalDust' || limit.kind === 'respirableDust';
  const [bounds, rule] = [peakLimitsOn(air.day, limit.value, dusty), peakRuleOn(air.day)];
  if (!bounds || !rule) return [];
  const own = shorts.filter((test) => !dusty || dustKindOf(test) === limit.kind);
  const { ready, open } = withLength(own, 'peak', limit);
  return [...open, ...ready.map((test) => {
    const value = { ...singleLine(test, limit, 'CPE', air, { kind: 'peak', bound: bounds.limit }), standard: bounds.standard };
    return rule.kind === 'peak' ? spreadOver(value, bounds.limit, bounds.ceiling, 'CPE介于3倍与5倍PC-TWA之间', [test]) : value;
  })];
}

function withLength(shorts: readonly TestFact[], kind: 'mac' | 'stel' | 'peak', limit: ResultLimit): { readonly ready: readonly TestFact[]; readonly open: readonly JudgedValue[] } {
  const isReady = (test: TestFact): boolean => hasLength(test, kind) && !new Decimal(test.minutes ?? '1').isZero();
  const lacking = shorts.filter((test) => !isReady(test));
  const reason = (test: TestFact): string => (test.minutes === null ? '缺少采样时间，不能按短时间接触浓度判定' : '采样时间应大于0，请核对采样记录');
  return { ready: shorts.filter(isReady), open: lacking.flatMap((test) => waiting([test], reason(test), limit)) };
}

/** Judges what was tested of a hazard in air on a day at a post. */
export function judgeAirDay(air: AirDay): { readonly values: readonly JudgedValue[]; readonly notes: readonly string[] } {
  const { limits, day, noPeak } = air;
  const [{ unit }] = limits;
  const converted = air.tests.map((test) => ({ test, found: inUnitOf(test, unit) }));
  const odd = converted.flatMap(({ test, found }) => (found ? [] : waiting([test], otherUnit(test.unit ?? '', limits[0]), limits[0])));
  const readable = converted.map(({ test, found }) => found ?? test);
  const strange = new Set(converted.flatMap(({ test, found }) => (found ? [] : [test])));
  const negative = readable.filter((test) => !strange.has(test) && new Decimal(test.result.num).isNegative());
  const tests = readable.filter((test) => !strange.has(test) && !negative.includes(test));
  const shortsWait = readable.some((test) => !tests.includes(test) && !isLong(test));
  const own: TriedDay = { ...air, tests, shortsWait };
  const shorts = tests.filter((test) => !isLong(test));
  const of = (kind: string): ResultLimit | undefined => limits.find((limit) => limit.kind === kind);
  const [mac, stel, twa] = [of('mac'), of('stel'), of('twa')];
  const means = limits.filter(isMean);
  const all = means.length > 0 ? averagedPlaces(readable, stel !== undefined) : [];
  const isWhole = (place: readonly TestFact[]): boolean => place.every((test) => tests.includes(test));
  // A place is not judged by a part of its samples.
  const parts = all.filter((place) => !isWhole(place)).flatMap((place) => waiting(place.filter((test) => tests.includes(test)), '同一检测点有结果不能计入平均浓度，请先核对'));
  const places = all.filter(isWhole);
  const hasShort = shorts.some(({ minutes }) => minutes !== null);
  const tried = places.map((place) => ({ place, found: attempt(() => averagedLine(place, own, hasShort)) }));
  const averages = tried.flatMap(({ found }) => (found.ok ? [found.value] : []));
  const unaveraged = tried.flatMap(({ place, found }) => (found.ok ? [] : waiting(place, found.problem.message)));
  const withPeaks = !noPeak && !mac && !stel ? means.filter(({ kind }) => kind !== 'fibre') : [];
  const [firstMean] = means;
  const isEmpty = [averages, unaveraged, odd, negative].every(({ length }) => length === 0);
  const noMean = firstMean && isEmpty ? [withoutMean(firstMean, day, tests, hasShort)] : [];
  return {
    values: [
      ...odd,
      ...waiting(negative, '浓度应不小于0'),
      ...parts,
      ...unaveraged,
      ...(mac ? macLines(mac, own, shorts) : []),
      ...averages.map(({ line }) => line),
      ...noMean,
      ...(stel ? stelLines(stel, twa, own, shorts, averages) : []),
      ...withPeaks.flatMap((limit) => peakLines(limit, own, shorts)),
    ],
    notes: [...new Set(averages.flatMap(({ notes }) => notes))],
  };
}

/** Contact of at most an hour may be judged by its short samples alone (GBZ 331-2024 5.2.6.2.3 c 3). */
function withoutMean(limit: ResultLimit, day: string, tests: readonly TestFact[], hasShort: boolean): JudgedValue {
  const brief = tests.length > 0 && tests.every(({ hoursPerDay, sampledOn }) => follows331(normSetOn(sampledOn)) && hoursPerDay !== null && new Decimal(hoursPerDay).lessThanOrEqualTo(1));
  return brief && hasShort ? missing(limit, day, 'notAssessed', '日接触时间不超过1h，按短时间接触浓度判定') : missing(limit, day, 'undetermined', '缺少时间加权平均浓度的采样结果');
}
