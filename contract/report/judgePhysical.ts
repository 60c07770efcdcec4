import { judgePhysical, judgeResult, tooBlunt } from '../lab/judgement';
import { conditionLabels, notedConditions } from '../lab/limitConditions';
import { Decimal, sumOf } from '../lab/number';
import { exposureCondition, heatAllowance, noiseCondition } from '../lab/physicalConditions';
import { dailyExposureLevel, energyMean, equivalentLevel, handArmVibration, meanIlluminance, timeWeightedWbgt, weekOf } from '../lab/physical';
import { attempt, LabProblem } from '../lab/problem';
import type { Result } from '../lab/result';
import { decimalsOf, revealed, roundTo } from '../lab/rounding';
import { exposureOf, groupBy, hoursOf, type JudgedValue, otherUnit, placeOf, plainOf, pointOf, shownBeside, textsFor, workDaysOf } from './judgedValue';
import type { ResultLimit, TestFact } from './resultFacts';

// Physical factors (GBZ 2.2-2007, DOMAIN §2.6): noise, heat, vibration and microwaves through the hours of the day, the others as they were read.

/** Shares of equal size may differ by what three decimals leave over. */
const evenWithin = 0.01;

/**
 * L_Aeq of a point's readings. Where it was noted that they stand for different hours, each counts for its own (GBZ/T 189.8; DOMAIN §2.6), which have to come to the
 * day's exposure; else they are readings of one and the same noise.
 */
function levelAt(readings: readonly TestFact[]): { readonly levelOf: (levels: readonly string[]) => Decimal; readonly hours: string; readonly told: (level: string) => string } {
  const noted = readings.flatMap(({ representedHours }) => (representedHours === null ? [] : Number(representedHours)));
  const hours = exposureOf(readings);
  if (noted.length === readings.length && Math.max(...noted) - Math.min(...noted) > evenWithin) {
    const shares = hoursOf(readings);
    const of = (levels: readonly string[]) => equivalentLevel(levels.map((level, at) => ({ level, hours: shares[at] as string })));
    const through = sumOf(shares.map((one) => new Decimal(one))).toString();
    const told = (level: string): string => {
      const levels = textsFor(readings.map(({ result }) => result), level, (numbers) => ({ text: '', num: of(numbers).level.toString(), censored: false }));
      return `10lg[(${levels.map((one, at) => `${shares[at] ?? ''}×10^(0.1×${one})`).join('+')})/${through}]=${level}`;
    };
    return { levelOf: (levels) => of(levels).level, hours: through, told };
  }
  if (!hours) throw new LabProblem('missing', '缺少日接触时间，请在现场调查中补充');
  return { levelOf: energyMean, hours, told: (level) => level };
}

type DayValue = Pick<JudgedValue, 'measured' | 'text' | 'verdict' | 'reason' | 'working'>;

/**
 * What readings of a point come to, beside the most that is allowed. One below what the instrument can tell counts as all that it may be: that conforms where this does,
 * exceeds where the others do without it, and else says nothing (DOMAIN §2.4, 6).
 */
function dayValue(readings: readonly TestFact[], bound: string, decimals: number, of: (numbers: readonly string[]) => Decimal, workingOf: (shown: string) => string): DayValue {
  const value = of(readings.map(({ result }) => result.num));
  const text = roundTo(value, decimals);
  const shown = revealed(text, value, bound);
  const verdict = judgePhysical(value, bound);
  if (!readings.some(({ result }) => result.censored)) return { measured: { text, num: value.toString(), censored: false }, text: shown, verdict, reason: null, working: workingOf(shown) };
  const censored = readings.every(({ result }) => result.censored);
  const sign = censored ? '<' : '';
  const without = (): Decimal => of(readings.map(({ result }) => (result.censored ? '0' : result.num)));
  const said = verdict === 'conforms' || (!censored && judgePhysical(without(), bound) === 'exceeds') ? { verdict, reason: null } : { verdict: 'undetermined' as const, reason: tooBlunt };
  return { measured: { text: `${sign}${text}`, num: value.toString(), censored }, text: `${sign}${shown}`, working: '', ...said };
}

/** Noise of a point over the day's exposure; a week that is not of five days is judged as a week. */
function judgeNoise(tests: readonly TestFact[], limits: readonly ResultLimit[], day: string): JudgedValue[] {
  return groupBy(tests, placeOf).map((readings) => {
    const first = readings[0] as TestFact;
    const about = { day, point: pointOf(first), sampleNos: readings.map(({ sampleNo }) => sampleNo), unit: first.unit ?? 'dB(A)' };
    const found = attempt(() => {
      const { levelOf, hours, told: toldLevel } = levelAt(readings);
      // Which of the three limits holds hangs on it: 84.5 through six days is above what 84.5 through five is below.
      const daysPerWeek = workDaysOf(readings);
      if (daysPerWeek === null) throw new LabProblem('missing', '缺少每周工作天数，请在现场调查中补充');
      const days = Number(daysPerWeek);
      const dailyOf = (levels: readonly string[]) => dailyExposureLevel(levelOf(levels), hours);
      const condition = noiseCondition(days, Number(hours));
      const limit = limits.find((one) => one.condition === condition);
      if (!limit) throw new LabProblem('missing', '限值库中没有适用的噪声限值');
      // dB(C) of the same noise is another number.
      const odd = readings.find(({ unit }) => unit !== limit.unit);
      if (odd) throw new LabProblem('outOfRange', otherUnit(odd.unit ?? '', limit));
      const weekly = condition === 'noise.other';
      const found = dayValue(readings, limit.value, 1, (levels) => (weekly ? weekOf(dailyOf(levels), days) : dailyOf(levels)), (shown) => {
        const levels = readings.map(({ result }) => result.num);
        const [level, daily] = [levelOf(levels), dailyOf(levels)].map((one) => roundTo(one, decimalsOf(shown))) as [string, string];
        return `LAeq=${toldLevel(level)}，LEX,8h=${level}+10lg(${hours}/8)=${daily}${weekly ? `，每周${days}d，LEX,W=${shown}` : ''}`;
      });
      return { limit, found };
    });
    if (!found.ok) return { ...about, kind: 'dailyLevel', measured: first.result, text: first.result.text, limit: null, limitId: null, standard: null, verdict: 'toVerify', reason: found.problem.message, working: '' };
    const { limit, found: value } = found.value;
    return { ...about, kind: limit.kind, limit: limit.value, limitId: limit.id, standard: limit.standard, ...value };
  });
}

/** Vibration of hands and arms at a point: what was read through its hours of the day becomes that of four hours, which the limit is for (DOMAIN §2.6). */
function judgeVibration(tests: readonly TestFact[], limit: ResultLimit, day: string): JudgedValue[] {
  return groupBy(tests, placeOf).flatMap((readings): JudgedValue[] => {
    const found = attempt(() => {
      inUnitOf(readings, [limit]);
      const hours = hoursOf(readings);
      const partsOf = (numbers: readonly string[]) => numbers.map((acceleration, at) => ({ acceleration, hours: hours[at] as string }));
      const of = (numbers: readonly string[]) => handArmVibration(partsOf(numbers));
      return dayValue(readings, limit.value, 1, of, (shown) => {
        const told = textsFor(readings.map(({ result }) => result), shown, (numbers) => ({ text: '', num: of(numbers).toString(), censored: false }));
        return `ahw(4)=√[(${told.map((one, at) => `${one}²×${hours[at] ?? ''}`).join('+')})/4]=${shown}`;
      });
    });
    if (!found.ok) return readings.map((test) => ({ ...plainOf(test), limitId: limit.id, standard: limit.standard, verdict: 'toVerify', reason: found.problem.message }));
    return [{
      kind: limit.kind, day, point: pointOf(readings[0] as TestFact), sampleNos: readings.map(({ sampleNo }) => sampleNo), unit: limit.unit, limit: limit.value, limitId: limit.id, standard: limit.standard, ...found.value,
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
  const inUnit = attempt(() => inUnitOf(tests, [limit]));
  if (!inUnit.ok) return toVerify(tests, inUnit.problem.message).map((value) => ({ ...value, limitId: limit.id, standard: limit.standard }));
  const decimals = Math.max(...tests.map(({ result }) => decimalsOf(result.text)));
  const value = meanIlluminance(tests.map(({ result }) => result.num));
  const blunt = tests.some(({ result }) => result.censored);
  // `<300` is below 300, and may be nothing at all.
  const reached = meanIlluminance(tests.map(({ result }) => (result.censored ? '0' : result.num))).greaterThanOrEqualTo(limit.value);
  const missed = blunt ? value.lessThanOrEqualTo(limit.value) : !reached;
  const sign = tests.every(({ result }) => result.censored) ? '<' : '';
  const text = `${sign}${revealed(roundTo(value, decimals), value, limit.value, 'least')}`;
  const working = tests.length > 1 && !blunt ? `Eav=(${tests.map(({ result }) => result.text).join('+')})/${tests.length}=${text}` : '';
  return [{
    kind: 'illuminance', day, point: [...new Set(tests.map(pointOf).filter(Boolean))].join('、'), sampleNos: tests.map(({ sampleNo }) => sampleNo), measured: { text, num: value.toString(), censored: sign !== '' }, text, unit: limit.unit, limit: limit.value,
    limitId: limit.id, standard: limit.standard, verdict: reached ? 'conforms' : missed ? 'exceeds' : 'undetermined', reason: reached || missed ? null : '部分读数低于检测下限，平均照度不能判定', working,
  }];
}

const isHeat = ({ kind }: Pick<ResultLimit, 'kind'>): boolean => kind === 'wbgt';

/** Of limits that hold under circumstances, those that the survey's say of what was read together. */
function underConditions(readings: readonly TestFact[], limits: readonly ResultLimit[]): readonly ResultLimit[] {
  // What the survey has nothing to say of: a single one, as of the power frequency, or one for each unit.
  if (!limits.some(({ condition }) => condition !== null && notedConditions.includes(condition)) && new Set(limits.map(({ unit }) => unit)).size === limits.length) return limits;
  const [noted, ...others] = new Set(readings.map((test) => test.exposureCondition));
  if (others.length) throw new LabProblem('outOfRange', '同一检测点的接触条件不一致，请核对现场调查');
  if (!noted) throw new LabProblem('missing', `限值按接触条件分别规定，请在现场调查中补充接触条件${limits.some(isHeat) ? '（体力劳动强度）' : ''}`);
  const condition = exposureCondition(noted, exposureOf(readings));
  const held = limits.filter((limit) => limit.condition === condition);
  if (!held.length) throw new LabProblem('missing', `限值库中没有“${conditionLabels.get(condition) ?? condition}”的限值，请核对现场调查中的接触条件`);
  return held;
}

function inUnitOf(readings: readonly TestFact[], limits: readonly ResultLimit[]): ResultLimit {
  for (const { unit } of readings) {
    const [first] = limits;
    if (first && !limits.some((limit) => limit.unit === unit)) throw new LabProblem('outOfRange', otherUnit(unit ?? '', first));
  }
  const held = limits.find(({ unit }) => unit === readings[0]?.unit);
  if (!held || readings.some(({ unit }) => unit !== held.unit)) throw new LabProblem('outOfRange', '同一检测点的结果单位不同，请核对');
  return held;
}

const toVerify = (readings: readonly TestFact[], reason: string): JudgedValue[] => readings.map((test) => ({ ...plainOf(test), verdict: 'toVerify', reason }));

/** WBGT of a point, each reading for its hours of the day (GBZ/T 189.7), held against the limit of its exposure rate and labour class. */
function judgeHeat(tests: readonly TestFact[], limits: readonly ResultLimit[], day: string, designTemperature: string | null): JudgedValue[] {
  return groupBy(tests, placeOf).flatMap((readings): JudgedValue[] => {
    const found = attempt(() => {
      const limit = inUnitOf(readings, underConditions(readings, limits));
      const bound = heatLimit(limit, designTemperature);
      const hours = hoursOf(readings);
      const of = (numbers: readonly string[]) => timeWeightedWbgt(numbers.map((wbgt, at) => ({ wbgt, minutes: new Decimal(hours[at] as string).times(60) }))).wbgt;
      const found = dayValue(readings, bound, 1, of, (shown) => {
        const told = textsFor(readings.map(({ result }) => result), shown, (numbers) => ({ text: '', num: of(numbers).toString(), censored: false }));
        return readings.length > 1 ? `WBGT=(${told.map((one, at) => `${one}×${hours[at] ?? ''}`).join('+')})/${sumOf(hours.map((one) => new Decimal(one))).toString()}=${shown}` : '';
      });
      return { limit, bound, found };
    });
    if (!found.ok) return toVerify(readings, found.problem.message);
    const { limit, bound, found: value } = found.value;
    return [{
      kind: limit.kind, day, point: pointOf(readings[0] as TestFact), sampleNos: readings.map(({ sampleNo }) => sampleNo), unit: limit.unit, limit: bound, limitId: limit.id, standard: limit.standard, ...value,
    }];
  });
}

const allowanceOf = (designTemperature: string | null): 0 | 1 => (designTemperature === null ? 0 : heatAllowance(Number(designTemperature)));
const heatLimit = ({ value }: ResultLimit, designTemperature: string | null): string => new Decimal(value).plus(allowanceOf(designTemperature)).toString();

/** μW in a mW. */
const perMilli = 1000;

/**
 * Microwaves at a point (GBZ 2.2-2007, table 6): eight hours are held against the mean power density, any other time against the day's dose, of which the density
 * allowed for that time is the quotient; none of the readings may be above what a short time allows.
 */
function judgeMicrowave(tests: readonly TestFact[], limits: readonly ResultLimit[], day: string): JudgedValue[] {
  const ceiling = limits.find(({ condition }) => condition === 'microwave.short');
  return groupBy(tests, placeOf).flatMap((readings): JudgedValue[] => {
    const found = attempt(() => {
      const held = underConditions(readings, limits);
      const density = inUnitOf(readings, held);
      const dose = held.find(({ kind }) => kind === 'dailyDose');
      if (!dose || density.kind !== 'powerDensity') return null;
      const hours = hoursOf(readings);
      const through = sumOf(hours.map((one) => new Decimal(one)));
      const of = (numbers: readonly string[]): Decimal => sumOf(numbers.map((one, at) => new Decimal(one).times(hours[at] as string)));
      const whole = through.equals(8);
      const limit = whole ? density : dose;
      const spread = (total: Decimal): Decimal => (whole ? total.dividedBy(8) : total);
      const decimals = Math.max(...readings.map(({ result }) => decimalsOf(result.text)));
      const found = dayValue(readings, limit.value, decimals, (numbers) => spread(of(numbers)), (shown) => {
        const told = textsFor(readings.map(({ result }) => result), shown, (numbers) => ({ text: '', num: spread(of(numbers)).toString(), censored: false }));
        const sum = told.map((one, at) => `${one}×${hours[at] ?? ''}`).join('+');
        return whole ? `P=(${sum})/8=${shown}` : `D=${sum}=${shown}`;
      });
      return { limit, found };
    });
    if (!found.ok) return toVerify(readings, found.problem.message);
    if (!found.value) return judgeEach(readings, limits);
    const { limit, found: value } = found.value;
    const above = !ceiling ? [] : readings.flatMap((test): JudgedValue[] => {
      const bound = new Decimal(ceiling.value).times(perMilli).toString();
      if (ceiling.unit !== 'mW/cm²' || judgeResult(test.result, bound) !== 'exceeds') return [];
      return [{ ...plainOf(test), kind: ceiling.kind, text: shownBeside(test.result, bound), limit: bound, limitId: ceiling.id, standard: ceiling.standard, verdict: 'exceeds', reason: null }];
    });
    return [{
      kind: limit.kind, day, point: pointOf(readings[0] as TestFact), sampleNos: readings.map(({ sampleNo }) => sampleNo), unit: limit.unit, limit: limit.value, limitId: limit.id, standard: limit.standard, ...value,
    }, ...above];
  });
}

/** Each reading by itself, against the limit in its unit; where that depends on circumstances that nobody noted, somebody has to look. */
function judgeEach(tests: readonly TestFact[], limits: readonly ResultLimit[]): JudgedValue[] {
  return tests.flatMap((test): JudgedValue[] => {
    const found = attempt(() => inUnitOf([test], underConditions([test], limits)));
    // Of a single limit it is known which one is not met with.
    if (!found.ok) return toVerify([test], found.problem.message).map((value) => (limits.length === 1 ? { ...value, limitId: limits[0]?.id ?? null, standard: limits[0]?.standard ?? null } : value));
    const limit = found.value;
    return [{ ...plainOf(test), kind: limit.kind, text: shownBeside(test.result, limit.value), limit: limit.value, limitId: limit.id, standard: limit.standard, ...held(test.result, limit.value) }];
  });
}

const noiseKinds: ReadonlySet<string> = new Set(['dailyLevel', 'weeklyLevel']);

/** What a physical factor, or another one without a limit of air, was read as on a day. */
export function judgePhysicalDay(tests: readonly TestFact[], limits: readonly ResultLimit[], day: string, designTemperature: string | null): JudgedValue[] {
  const noise = limits.filter(({ kind }) => noiseKinds.has(kind));
  if (noise.length) return judgeNoise(tests, noise, day);
  const [light] = limits;
  if (limits.length === 1 && light && isIlluminance(light)) return judgeIlluminance(tests, light, day);
  const vibration = limits.find(({ condition }) => condition === 'vibration.4h');
  if (vibration) return judgeVibration(tests, vibration, day);
  if (limits.every(isHeat)) return judgeHeat(tests, limits, day, designTemperature);
  return limits.some(({ kind }) => kind === 'dailyDose') ? judgeMicrowave(tests, limits, day) : judgeEach(tests, limits);
}

/** By which circumstances a post was judged, where the survey noted them. */
export function conditionNotes(tests: readonly TestFact[], values: readonly JudgedValue[], limits: readonly ResultLimit[], designTemperature: string | null): string[] {
  if (tests.every((test) => !test.exposureCondition)) return [];
  const used = limits.filter(({ id }) => values.some(({ limitId }) => limitId === id));
  const allowance = used.some(isHeat) && allowanceOf(designTemperature) > 0 ? `，当地夏季室外通风设计温度${designTemperature ?? ''}℃，限值增加1℃` : '';
  return [...new Set(used.flatMap(({ condition }) => (condition === null ? [] : `按“${conditionLabels.get(condition) ?? condition}”的限值判定${allowance}`)))];
}
