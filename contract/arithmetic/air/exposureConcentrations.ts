import { intervalOf, type OpenInterval } from '../limits/intervalVerdict';
import { follows331, type StandardEdition } from '../limits/standardEdition';
import { CalculationProblem } from '../numbers/calculationProblem';
import { parseResult, type Result } from '../numbers/censoredResults';
import {
  Decimal,
  numberOf,
  type Numeric,
  positiveBounds,
  withoutCalculationNoise,
  sumOf,
} from '../numbers/decimalNumbers';
import { decimalsOf, roundTo } from '../numbers/roundingRules';

// Exposure concentrations: C_TWA, C_STE and reduced limits (GBZ 331-2024 G.1, GBZ 2.1-2019 appendix A). Concentrations
// are in the unit of the limit.

/** Daily reference time of a PC-TWA, h. */
export const shiftHours = 8;
/** Weekly reference time of a PC-TWA, h. */
export const weekHours = 40;
/** Averaging time of C_STE, min. */
export const shortMinutes = 15;

/** A concentration as typed text (`<0.6` too), as a number, or as a result. */
type Concentration = Numeric | Result;

const isResult = (value: Concentration): value is Result => typeof value === 'object' && 'censored' in value;

/**
 * Converts a concentration to a result.
 * @throws CalculationProblem for a text that is not a result
 */
const resultOf = (value: Concentration): Result =>
  isResult(value) ? value : parseResult(typeof value === 'string' ? value : numberOf(value, '浓度').toFixed());

/** A concentration and its duration. */
export interface WeightedConcentration {
  readonly concentration: Concentration;
  /** Hours for a shift or week, minutes for a short exposure. */
  readonly time: Numeric;
}

/** A mean over parts of an exposure, with its lower and upper bound. */
export interface ExposureMean {
  /** Mean that is judged and printed; null where every part is below its minimum. */
  readonly value: Decimal | null;
  /** The mean with 0 for parts below their minimum. */
  readonly lowest: Decimal;
  /**
   * If every part is below its quantification limit: the highest of these limits, not weighted by time. Else null.
   */
  readonly bound: Decimal | null;
  /** Whether `value` contains a part below its minimum. */
  readonly substituted: boolean;
}

interface ReadPart {
  readonly result: Result;
  readonly time: Decimal;
}

function readParts(
  weightedConcentrations: readonly WeightedConcentration[],
  label: string,
  maxTotal: string,
): ReadPart[] {
  if (weightedConcentrations.length === 0) throw new CalculationProblem('notEnough', `请填写浓度和${label}`);
  const parsedParts = weightedConcentrations.map(({ concentration, time }) => {
    const result = resultOf(concentration);
    if (new Decimal(result.num).isNegative()) throw new CalculationProblem('outOfRange', '浓度应不小于0');
    return { result, time: numberOf(time, label, positiveBounds) };
  });
  if (withoutCalculationNoise(sumOf(parsedParts.map(({ time }) => time))).greaterThan(maxTotal)) {
    throw new CalculationProblem('outOfRange', `${label}合计不能超过${maxTotal}`);
  }
  return parsedParts;
}

/**
 * Returns the value with which a result enters a mean. A result below its minimum counts as that minimum (GBZ
 * 331-2024 G.1.1.2 b); before that standard it counts as half of it.
 * @param set rules of the sampling day
 */
export const valueForMean = ({ num, censored }: Result, set: StandardEdition): Decimal =>
  censored && !follows331(set) ? new Decimal(num).dividedBy(2) : new Decimal(num);

const sumProducts = (parts: readonly ReadPart[], valueOf: (result: Result) => Decimal): Decimal =>
  sumOf(parts.map(({ result, time }) => valueOf(result).times(time)));

/** Returns Σ(C·T)/divisor. A concentration of 0 is a period without exposure. */
function meanOver(readParts: readonly ReadPart[], divisor: Decimal, standardEdition: StandardEdition): ExposureMean {
  const contact = readParts.filter(({ result }) => result.censored || !new Decimal(result.num).isZero());
  const lowestMean = withoutCalculationNoise(
    sumProducts(readParts, ({ num, censored }) => new Decimal(censored ? 0 : num)).dividedBy(divisor),
  );
  if (contact.length > 0 && contact.every(({ result }) => result.censored)) {
    const bounds = contact.map(({ result }) => new Decimal(result.num));
    const bound = bounds.reduce((greatest, candidate) => (candidate.greaterThan(greatest) ? candidate : greatest));
    return { value: null, lowest: new Decimal(0), bound, substituted: false };
  }
  const value = withoutCalculationNoise(
    sumProducts(readParts, (result) => valueForMean(result, standardEdition)).dividedBy(divisor),
  );
  return { value, lowest: lowestMean, bound: null, substituted: readParts.some(({ result }) => result.censored) };
}

const hoursLabel = '接触时间';
const minutesLabel = '接触时间（min）';

/**
 * Returns C_TWA of a day, Σ(C·T)/8 for any ΣT (GBZ 331-2024 G.1, G.3; GBZ 2.1-2019 A.2.2).
 * @param parts with times in hours
 * @throws CalculationProblem without parts, for hours not above 0 or above 24 in total, or a concentration below 0
 */
export const dayAverage = (parts: readonly WeightedConcentration[], set: StandardEdition): ExposureMean =>
  meanOver(readParts(parts, hoursLabel, '24'), new Decimal(shiftHours), set);

/**
 * Returns C_TWA,d of a day with more than 8 h, Σ(C·T)/Td. It is compared with the reduced limit (GBZ 331-2024 G.5).
 * @param weightedConcentrations with times in hours
 * @param hours Td, exposure time of the day
 * @throws CalculationProblem like {@link dayAverage}
 */
export const longDayAverage = (
  weightedConcentrations: readonly WeightedConcentration[],
  hours: Numeric,
  standardEdition: StandardEdition,
): ExposureMean =>
  meanOver(
    readParts(weightedConcentrations, hoursLabel, '24'),
    numberOf(hours, '日接触时间', { above: '0', atMost: '24' }),
    standardEdition,
  );

/**
 * Returns C_TWA,40h of a week, Σ(C·T)/40 over its days (GBZ 331-2024 G.2).
 * @param days concentration and hours of each day
 * @throws CalculationProblem like {@link dayAverage}; the maximum is 168 h
 */
export const weekAverage = (days: readonly WeightedConcentration[], set: StandardEdition): ExposureMean =>
  meanOver(readParts(days, hoursLabel, '168'), new Decimal(weekHours), set);

/**
 * Returns C_TWA,w of a week with more than 40 h, Σ(C_TWA,d·T)/Tw. It is compared with the reduced limit (GBZ 331-2024
 * G.7).
 * @param days C_TWA,d and hours of each day
 * @throws CalculationProblem like {@link dayAverage}; the maximum is 168 h
 */
export function longWeekAverage(days: readonly WeightedConcentration[], set: StandardEdition): ExposureMean {
  const parsedDays = readParts(days, hoursLabel, '168');
  return meanOver(parsedDays, sumOf(parsedDays.map(({ time }) => time)), set);
}

/**
 * Returns C_STE of a window of 15 min: Σ(C·t)/15 if the rest of the window is known to be without exposure, else
 * Σ(C·t)/Σt (GBZ 2.1-2019 3.5.2; the standard names no divisor; this one is our conservative choice).
 * @param weightedConcentrations with times in minutes, at most 15 in total
 * @throws CalculationProblem without parts or for more than 15 min
 */
export function shortTermMean(
  weightedConcentrations: readonly WeightedConcentration[],
  restUnexposed: boolean,
  standardEdition: StandardEdition,
): ExposureMean {
  const parsedParts = readParts(weightedConcentrations, minutesLabel, String(shortMinutes));
  return meanOver(
    parsedParts,
    restUnexposed ? new Decimal(shortMinutes) : sumOf(parsedParts.map(({ time }) => time)),
    standardEdition,
  );
}

/**
 * Returns bounds of the highest short-term exposure within a single sample. The result of a sample of at most 15 min
 * is that exposure. In a longer sample, the highest moment and the highest 15 min are at least the mean. The highest
 * 15 min are at most mean·t/15 (GBZ 2.1-2019 3.5.2); a moment has no upper bound (3.5.3).
 * @param minutes duration of the sample; null for a direct reading
 * @param limit `mac` for a moment, `stel` for 15 min
 * @throws CalculationProblem for a duration not above 0
 */
export function shortExposureInterval(result: Result, minutes: Numeric | null, limit: 'mac' | 'stel'): OpenInterval {
  const resultInterval = intervalOf(result);
  if (minutes === null) return resultInterval;
  const length = numberOf(minutes, '采样时间（min）', positiveBounds);
  if (length.lessThanOrEqualTo(shortMinutes)) return resultInterval;
  return {
    lower: resultInterval.lower,
    upper: limit === 'mac' ? null : withoutCalculationNoise(resultInterval.upper.times(length).dividedBy(shortMinutes)),
  };
}

/**
 * Returns the TWA of a full-shift sampler, mg/m³: c·v/(F × 480) × 1000 (GBZ 159).
 * @param c μg/mL
 * @param v mL
 * @param flowRate F, mL/min
 * @throws CalculationProblem for a volume or a flow not above 0
 */
export const fullShiftConcentration = (c: Numeric, v: Numeric, flowRate: Numeric): Decimal =>
  numberOf(c, '浓度', { atLeast: '0' })
    .times(numberOf(v, '溶液体积', positiveBounds))
    .dividedBy(numberOf(flowRate, '采样流量', positiveBounds).times(480))
    .times(1000);

/**
 * Returns C_ME of at most 15 min, mg/m³: c·v/(F·t) (GBZ 159).
 * @param c μg/mL
 * @param v mL
 * @param flowRate F, L/min
 * @param minutes t, at most 15
 * @throws CalculationProblem for a value out of range
 */
export const ceilingConcentration = (c: Numeric, v: Numeric, flowRate: Numeric, minutes: Numeric): Decimal =>
  numberOf(c, '浓度', { atLeast: '0' })
    .times(numberOf(v, '溶液体积', positiveBounds))
    .dividedBy(
      numberOf(flowRate, '采样流量', positiveBounds).times(
        numberOf(minutes, '采样时间', { above: '0', atMost: String(shortMinutes) }),
      ),
    );

/**
 * Returns the mixture index Σ C/L of substances with a joint effect, for C_TWA and for C_STE; an index above 1 is 不符合
 * (GBZ 2.1-2019 A.3.2.2).
 * @param parts concentration and limit of each substance, in one unit each
 * @param standardEdition rules of the sampling day
 * @throws CalculationProblem without substances, or for a limit not above 0
 */
export function mixtureIndex(
  parts: readonly { readonly concentration: Concentration; readonly limit: Numeric }[],
  standardEdition: StandardEdition,
): Decimal {
  if (parts.length === 0) throw new CalculationProblem('notEnough', '请选择联合作用的物质');
  const shares = parts.map(({ concentration, limit }) =>
    valueForMean(resultOf(concentration), standardEdition).dividedBy(numberOf(limit, '接触限值', positiveBounds)),
  );
  return withoutCalculationNoise(sumOf(shares));
}

/**
 * Returns RFd by Brief and Scala: 8/Td·(24−Td)/16; the factor is 1 up to 8 h (GBZ 331-2024 G.6).
 * @param hours Td, h/d
 * @throws CalculationProblem outside 0 to 24 h
 */
export function dailyReductionFactor(hours: Numeric): Decimal {
  const h = numberOf(hours, '每日接触时间', { above: '0', atMost: '24' });
  return h.lessThanOrEqualTo(8)
    ? new Decimal(1)
    : new Decimal(8).times(new Decimal(24).minus(h)).dividedBy(h.times(16));
}

/**
 * Returns RFw by Brief and Scala: 40/Tw·(168−Tw)/128; the factor is 1 up to 40 h (GBZ 331-2024 G.8).
 * @param hours Tw, h/w
 * @throws CalculationProblem outside 0 to 168 h
 */
export function weeklyReductionFactor(hours: Numeric): Decimal {
  const h = numberOf(hours, '每周接触时间', { above: '0', atMost: '168' });
  return h.lessThanOrEqualTo(40)
    ? new Decimal(1)
    : new Decimal(40).times(new Decimal(168).minus(h)).dividedBy(h.times(128));
}

export interface ReducedLimit {
  readonly factor: Decimal;
  /** Four decimals, for display; calculations use the unrounded factor. */
  readonly factorText: string;
  readonly unrounded: Decimal;
  /** PC-TWAa with one decimal more than the PC-TWA. Judgement uses this limit (GBZ 331-2024 G.1.1.3 b). */
  readonly limit: string;
}

/**
 * Returns PC-TWAa = PC-TWA·RF (GBZ 331-2024 G.4), unrounded and with one decimal more than the PC-TWA.
 * @param limit PC-TWA as the standard prints it
 * @param factor RFd or RFw
 * @throws CalculationProblem for a limit not above 0
 */
export function reducedLimit(limit: string, factor: Decimal): ReducedLimit {
  const unrounded = withoutCalculationNoise(numberOf(limit, 'PC-TWA', positiveBounds).times(factor));
  return { factor, factorText: roundTo(factor, 4), unrounded, limit: roundTo(unrounded, decimalsOf(limit) + 1) };
}

/** Branches of GBZ 331-2024 figure G.1: the formula that calculates a result and the limit that judges it. */
export const exposureCalculations = {
  ceiling: { label: 'C_ME / MAC', calculation: 'C_ME', limit: 'MAC' },
  brief: { label: 'C_STE or C_PE / PC-STEL or PE', calculation: 'C_STE or C_PE', limit: 'PC-STEL or PE' },
  day: { label: 'G.1-G.3 / PC-TWA', calculation: 'G.1-G.3', limit: 'PC-TWA' },
  unadjusted: { label: 'G.1-G.3 / PC-TWA (no adjustment)', calculation: 'G.1-G.3', limit: 'PC-TWA' },
  longDay: { label: 'G.5 G.6 / PC-TWAa day', calculation: 'G.5', limit: 'PC-TWAa' },
  longWeek: { label: 'G.5 G.7 G.8 / PC-TWAa week', calculation: 'G.5 G.7', limit: 'PC-TWAa' },
} as const;
export type ExposureCalculation = keyof typeof exposureCalculations;

interface WorkTime {
  /** Td, h/d. */
  readonly hoursPerDay: Numeric;
  /** Tw, h/w. */
  readonly hoursPerWeek: Numeric;
  /** W, d/w. */
  readonly daysPerWeek: Numeric;
}

/**
 * Returns the branch of figure G.1. The figure does not cover Td > 8 h with W > 5 d and Tw ≤ 40 h; we use the day
 * formula, which is stricter.
 * @param isExempt whether the substance's limit is never reduced (GBZ 331-2024 G.1.1.3 a)
 * @throws CalculationProblem for a time that is not a number
 */
export function exposureCalculationOf(
  kind: 'mac' | 'twa',
  { hoursPerDay, hoursPerWeek, daysPerWeek }: WorkTime,
  isExempt = false,
): ExposureCalculation {
  if (kind === 'mac') return 'ceiling';
  const [day, week, days] = [
    numberOf(hoursPerDay, '日接触时间'),
    numberOf(hoursPerWeek, '周接触时间'),
    numberOf(daysPerWeek, '每周工作天数'),
  ];
  if (day.lessThanOrEqualTo(1)) return 'brief';
  if (day.lessThanOrEqualTo(8) && week.lessThanOrEqualTo(40)) return 'day';
  if (isExempt) return 'unadjusted';
  if (days.greaterThan(5) && week.greaterThan(40)) return 'longWeek';
  return day.greaterThan(8) ? 'longDay' : 'day';
}

/** Exposure levels by share of the limit, % (GBZ 2.1-2019 6.5.1). */
export const exposureLevels = [
  { upTo: '1', level: '0', label: '基本无接触' },
  { upTo: '10', level: 'Ⅰ', label: '接触极低' },
  { upTo: '50', level: 'Ⅱ', label: '有接触但无明显健康效应' },
  { upTo: '100', level: 'Ⅲ', label: '显著接触，需采取行动' },
  { upTo: null, level: 'Ⅳ', label: '超过职业接触限值' },
] as const;

/**
 * Returns the exposure level (接触水平分级) by the share of the limit in % (GBZ 2.1-2019 6.5.1).
 * @param concentration in the unit of the limit
 * @throws CalculationProblem for a negative concentration, or a limit not above 0
 */
export function exposureLevelOf(concentration: Numeric, limit: Numeric): (typeof exposureLevels)[number] {
  const limitRatio = withoutCalculationNoise(
    numberOf(concentration, '浓度', { atLeast: '0' })
      .dividedBy(numberOf(limit, '接触限值', positiveBounds))
      .times(100),
  );
  return exposureLevels.find(({ upTo }) => upTo !== null && limitRatio.lessThanOrEqualTo(upTo)) ?? exposureLevels[4];
}
