import { Decimal, numberOf, type Numeric, positive, settled, sumOf } from './number';
import { LabProblem } from './problem';
import { roundSignificant } from './rounding';
import { arithmeticValue, measuredResult, parseResult, type Result } from './result';

// 接触浓度 (GBZ 2.1-2019, GBZ 159; DOMAIN §2.3 to §2.5). A shift counts eight hours, a short time fifteen minutes.

export const shiftHours = 8;
export const shortMinutes = 15;

/** Text as typed, `<0.6` too; a number; or a result. */
export type Concentration = Numeric | Result;

const isResult = (value: Concentration): value is Result => typeof value === 'object' && 'censored' in value;
const resultOf = (value: Concentration): Result => (isResult(value) ? value : parseResult(typeof value === 'string' ? value : numberOf(value, '浓度').toFixed()));

export interface Weighted {
  readonly concentration: Concentration;
  /** h for a shift, min for a short time. */
  readonly time: Numeric;
}

/**
 * Σ(C·T)/base. Half of what was not detected is counted; where nothing was, the result is `<` the highest of the bounds (DOMAIN §4.3).
 */
function weighted(parts: readonly Weighted[], base: number, decimals: number, what: { readonly time: string; readonly most: string }): Result {
  if (parts.length === 0) throw new LabProblem('notEnough', `请填写浓度和${what.time}`);
  const read = parts.map(({ concentration, time }) => {
    const result = resultOf(concentration);
    if (new Decimal(result.num).isNegative()) throw new LabProblem('outOfRange', '浓度应不小于0');
    return { result, time: numberOf(time, what.time, positive) };
  });
  if (sumOf(read.map(({ time }) => time)).greaterThan(what.most)) throw new LabProblem('outOfRange', `${what.time}合计不能超过${what.most}`);
  const highest = read.map(({ result }) => result).reduce((most, one) => (new Decimal(one.num).greaterThan(most.num) ? one : most));
  if (read.every(({ result }) => result.censored)) return highest;
  const value = settled(sumOf(read.map(({ result, time }) => arithmeticValue(result).times(time))).dividedBy(base));
  const average = measuredResult(value, decimals);
  // A short exposure makes little of what was found, and 0 is never reported of it (DOMAIN §4.3): 0.3 mg/m³ through an hour is 0.04 over the shift.
  return value.isZero() || !new Decimal(average.text).isZero() ? average : { ...average, text: roundSignificant(value, 1) };
}

/**
 * C_TWA = Σ(C·T)/8, the divisor 8 whatever ΣT; a personal sample of T hours is one part (DOMAIN §2.3).
 * @param decimals of the method's minimum detectable concentration
 * @throws LabProblem on no part, hours not above 0 or more than 24 in all, a concentration below 0
 */
export const timeWeightedAverage = (parts: readonly Weighted[], decimals: number): Result => weighted(parts, shiftHours, decimals, { time: '接触时间', most: '24' });

/**
 * C_STE: a sample of 15 min as it is; several within 15 min, or one exposure shorter than that, Σ(C·t)/15.
 * @throws LabProblem on minutes not above 0 or more than 15 in all
 */
export const shortTermExposure = (parts: readonly Weighted[], decimals: number): Result => weighted(parts, shortMinutes, decimals, { time: '接触时间（min）', most: String(shortMinutes) });

/** GBZ 159: TWA = c·v/(F × 480) × 1000 of a sampler that ran the shift; c μg/mL, v mL, F mL/min. mg/m³. */
export const fullShiftConcentration = (c: Numeric, v: Numeric, flow: Numeric): Decimal =>
  numberOf(c, '浓度', { atLeast: '0' }).times(numberOf(v, '溶液体积', positive)).dividedBy(numberOf(flow, '采样流量', positive).times(480)).times(1000);

/** GBZ 159: C_ME = c·v/(F·t) of at most 15 min; c μg/mL, v mL, F L/min. mg/m³. */
export const ceilingConcentration = (c: Numeric, v: Numeric, flow: Numeric, minutes: Numeric): Decimal =>
  numberOf(c, '浓度', { atLeast: '0' })
    .times(numberOf(v, '溶液体积', positive))
    .dividedBy(numberOf(flow, '采样流量', positive).times(numberOf(minutes, '采样时间', { above: '0', atMost: String(shortMinutes) })));

/**
 * Σ C/L of substances declared to act together, on their TWA; above 1 is 不符合. Not detected counts half.
 * @throws LabProblem without substances, or on a limit not above 0
 */
export function mixtureIndex(parts: readonly { readonly concentration: Concentration; readonly limit: Numeric }[]): Decimal {
  if (parts.length === 0) throw new LabProblem('notEnough', '请选择联合作用的物质');
  return settled(sumOf(parts.map(({ concentration, limit }) => arithmeticValue(resultOf(concentration)).dividedBy(numberOf(limit, '接触限值', positive)))));
}

/** 折减因子 of Brief and Scala for PC-TWA alone; 1 up to 8 h a day or 40 h a week. Off unless the project asks for it. */
export function dailyReduction(hours: Numeric): Decimal {
  const h = numberOf(hours, '每日接触时间', { above: '0', atMost: '24' });
  return h.lessThanOrEqualTo(8) ? new Decimal(1) : new Decimal(8).times(new Decimal(24).minus(h)).dividedBy(h.times(16));
}
export function weeklyReduction(hours: Numeric): Decimal {
  const h = numberOf(hours, '每周接触时间', { above: '0', atMost: '168' });
  return h.lessThanOrEqualTo(40) ? new Decimal(1) : new Decimal(40).times(new Decimal(168).minus(h)).dividedBy(h.times(128));
}

export const exposureLevels = [
  { upTo: '1', level: '0', label: '基本无接触' },
  { upTo: '10', level: 'Ⅰ', label: '接触极低' },
  { upTo: '50', level: 'Ⅱ', label: '有接触但无明显健康效应' },
  { upTo: '100', level: 'Ⅲ', label: '显著接触，需采取行动' },
  { upTo: null, level: 'Ⅳ', label: '超过职业接触限值' },
] as const;

/** 接触水平分级, GBZ 2.1-2019 6.5.1: by the share of the limit in %. */
export function exposureLevelOf(concentration: Numeric, limit: Numeric): (typeof exposureLevels)[number] {
  const share = settled(numberOf(concentration, '浓度', { atLeast: '0' }).dividedBy(numberOf(limit, '接触限值', positive)).times(100));
  return exposureLevels.find(({ upTo }) => upTo !== null && share.lessThanOrEqualTo(upTo)) ?? exposureLevels[4];
}
