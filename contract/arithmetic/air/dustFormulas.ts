import { CalculationProblem } from '../numbers/calculationProblem';
import {
  Decimal,
  meanOf,
  numberOf,
  type Numeric,
  positiveBounds,
  withoutCalculationNoise,
  sumOf,
} from '../numbers/decimalNumbers';
import { roundTo } from '../numbers/roundingRules';

// Dust (粉尘), GBZ/T 192.1–.5 (DOMAIN §3). Masses in mg.

/** Resolution of a balance (天平感量), mg. */
export const balanceResolutions = ['0.1', '0.01'] as const;
export type Balance = (typeof balanceResolutions)[number];

/** Minimum weighable gain by balance, mg (GBZ/T 192.1). */
export const minWeighableGain: Readonly<Record<Balance, string>> = { '0.1': '1', '0.01': '0.1' };

/**
 * Returns the largest gain that a filter holds, mg; null for a filter above 40 mm. Respirable dust: 5 mg for every
 * filter (GBZ/T 192.2-2025 7.6).
 * @param diameter of the filter, mm
 * @throws CalculationProblem for a diameter not above 0
 */
export const maxFilterGain = (diameter: Numeric, respirable = false): Decimal | null => {
  const mm = numberOf(diameter, '滤膜直径', positiveBounds);
  if (respirable) return new Decimal(5);
  return mm.lessThanOrEqualTo(37) ? new Decimal(5) : mm.lessThanOrEqualTo(40) ? new Decimal(10) : null;
};

interface WeighingMean {
  readonly mean: Decimal;
  /** Largest minus smallest weighing, mg. */
  readonly spread: Decimal;
}

/**
 * Returns the mean and the spread of the one or two weighings of a filter.
 * @param masses mg; empty ones are skipped
 * @param label name of the mass in messages
 * @throws CalculationProblem without any weighing
 */
export function meanWeighing(masses: readonly (Numeric | null | undefined)[], label: string): WeighingMean {
  const values = masses
    .filter((mass) => mass !== null && mass !== undefined && mass !== '')
    .map((mass) => numberOf(mass, label, { atLeast: '0' }));
  const mean = meanOf(values, label);
  const sortedValues = [...values].sort((a, b) => a.comparedTo(b));
  return { mean, spread: (sortedValues.at(-1) ?? mean).minus(sortedValues[0] ?? mean) };
}

/** Largest difference of two weighings of one filter, mg; equal is allowed (GBZ/T 192.1-2025, 192.2-2025 6.1.2, 9). */
const weighingTolerance = '0.2';

/**
 * Returns the mean of the last two weighings of a filter (GBZ/T 192.1-2025, 192.2-2025 6.1.2, 9).
 * @param masses in the order of weighing, mg; empty ones are skipped
 * @param label name of the mass in messages
 * @param advice what to do; it ends the message
 * @throws CalculationProblem for fewer than two weighings, or where the last two differ by more than
 * {@link weighingTolerance}
 */
export function meanOfLastTwoWeighings(
  masses: readonly (Numeric | null | undefined)[],
  label: string,
  advice: string,
): WeighingMean {
  const values = masses
    .filter((mass) => mass !== null && mass !== undefined && mass !== '')
    .map((mass) => numberOf(mass, label, { atLeast: '0' }));
  const [firstWeighing, secondWeighing] = values.slice(-2);
  if (!firstWeighing) throw new CalculationProblem('missing', `请填写${label}`);
  if (!secondWeighing)
    throw new CalculationProblem('missing', `请填写${label}的第二次称量值，滤膜采样前后均应称量两次`);
  const spread = secondWeighing.minus(firstWeighing).absoluteValue();
  if (withoutCalculationNoise(spread).greaterThan(weighingTolerance))
    throw new CalculationProblem(
      'outOfRange',
      `${label}两次称量相差${withoutCalculationNoise(spread).toString()} mg，超过${weighingTolerance} mg，${advice}`,
    );
  return { mean: meanOf([firstWeighing, secondWeighing], label), spread };
}

/** Share of the sample's gain that a blank filter's gain must stay below (GBZ/T 192.1-2025, 192.2-2025 7.5). */
const blankShare = '0.1';

/**
 * Returns whether a blank filter's gain voids the batch: a gain of at least a tenth of the sample's gain does.
 * @param blankIncrement mg
 * @param sampleIncrement of the sample, mg
 */
export const voidsBatch = (blankIncrement: Decimal, sampleIncrement: Decimal): boolean =>
  withoutCalculationNoise(blankIncrement).greaterThan(0) &&
  withoutCalculationNoise(blankIncrement).greaterThanOrEqualTo(
    withoutCalculationNoise(sampleIncrement.times(blankShare)),
  );

type FilterLoad = 'below' | 'within' | 'above';

/**
 * Classifies the gain of a filter. `below`: not weighable; `within`: valid; `above`: more than the filter holds.
 * @param increment mg
 * @param balance resolution of the balance, mg
 * @param diameter of the filter, mm
 * @param respirable whether the dust is respirable
 * @throws CalculationProblem for a value that is not a number
 */
export function checkLoad(increment: Numeric, balance: Balance, diameter: Numeric, respirable = false): FilterLoad {
  const mass = numberOf(increment, '增量');
  const limit = maxFilterGain(diameter, respirable);
  if (withoutCalculationNoise(mass).lessThan(minWeighableGain[balance])) return 'below';
  return limit !== null && withoutCalculationNoise(mass).greaterThan(limit) ? 'above' : 'within';
}

/**
 * Returns the dust concentration, mg/m³: C = Δm/V × 1000.
 * @param increment Δm, mg
 * @param volume V, L: Q·t, or V0 where the air was outside the standard range
 * @throws CalculationProblem for a volume not above 0
 */
export const dustConcentration = (increment: Numeric, volume: Numeric | null | undefined): Decimal =>
  numberOf(increment, '增量')
    .dividedBy(numberOf(volume, '采样体积', positiveBounds))
    .times(1000);

/**
 * Returns the minimum detectable concentration, mg/m³. Example: 0.2 at 500 L with a balance of 0.01 mg.
 * @param balance resolution of the balance, mg
 * @param volume L
 * @throws CalculationProblem for a volume not above 0
 */
export const dustMinimum = (balance: Balance, volume: Numeric | null | undefined): Decimal =>
  dustConcentration(minWeighableGain[balance], volume);

/**
 * Returns the benzene-soluble mass, mg: loss by extraction minus the blank's loss (DOMAIN §3.5; the formula is a
 * convention).
 * @param before mass before the extraction, mg
 * @param after mass after the extraction, mg
 * @param blank loss of the blank, mg; empty is 0
 * @throws CalculationProblem for an empty or a negative mass
 */
export const dissolvedMass = (
  before: Numeric | null | undefined,
  after: Numeric | null | undefined,
  blank: Numeric | null | undefined,
): Decimal =>
  numberOf(before, '萃取前质量', { atLeast: '0' })
    .minus(numberOf(after, '萃取后质量', { atLeast: '0' }))
    .minus(blank === null || blank === undefined || blank === '' ? 0 : numberOf(blank, '空白失重'));

interface PyrophosphoricWeighing {
  /** G: mass of dust. */
  readonly sample: Numeric | null | undefined;
  /** m1: mass of the crucible. */
  readonly crucible?: Numeric | null;
  /** m2: mass of the crucible with residue. */
  readonly residue: Numeric | null | undefined;
  /** m3: mass after hydrofluoric acid, for an impure residue; m1 is then not used. */
  readonly afterAcid?: Numeric | null;
}

/**
 * Maximum difference of two constant weighings of a crucible, mg; an equal difference is not constant (GBZ 331-2024
 * F.15).
 */
export const constantWeightTolerance = '0.2';

interface ConstantWeighing {
  /** Second weighing, mg; the first one where no second is given. */
  readonly mass: Numeric | null | undefined;
  /** Difference of the two weighings, mg; null for a single weighing. */
  readonly difference: Decimal | null;
  /** Whether the weighings differ by less than {@link constantWeightTolerance}; true for a single weighing. */
  readonly constant: boolean;
}

/**
 * Returns the mass of a crucible: the second of two weighings counts (GBZ 331-2024 F.15). Without a second one the
 * first is returned.
 * @param first mg
 * @param second mg
 * @param label name of the mass in messages
 * @throws CalculationProblem for a negative mass, or a second weighing without the first
 */
export function weighedToConstant(
  first: Numeric | null | undefined,
  second: Numeric | null | undefined,
  label: string,
): ConstantWeighing {
  if (second === null || second === undefined || second === '')
    return { mass: first, difference: null, constant: true };
  const difference = numberOf(second, label, { atLeast: '0' })
    .minus(numberOf(first, label, { atLeast: '0' }))
    .absoluteValue();
  return { mass: second, difference, constant: withoutCalculationNoise(difference).lessThan(constantWeightTolerance) };
}

const percentageOf = (part: Decimal, total: Numeric | null | undefined): Decimal => {
  const fraction = part.dividedBy(numberOf(total, '粉尘样品质量', positiveBounds)).times(100);
  if (fraction.isNegative() || fraction.greaterThan(100))
    throw new CalculationProblem('outOfRange', '游离二氧化硅含量应在0～100%之间，请检查质量');
  return fraction;
};

/**
 * Returns free silica, %, by the pyrophosphoric acid method GBZ/T 192.4: F = (m2 − m1)/G × 100, or (m2 − m3)/G × 100
 * after hydrofluoric acid. All masses in one unit.
 * @throws CalculationProblem where the masses give no share between 0 and 100 %
 */
export function freeSilica({ sample, crucible, residue, afterAcid }: PyrophosphoricWeighing): Decimal {
  const subtractedMass =
    afterAcid === null || afterAcid === undefined || afterAcid === ''
      ? numberOf(crucible, '坩埚质量', { atLeast: '0' })
      : numberOf(afterAcid, 'HF处理后质量', { atLeast: '0' });
  return percentageOf(numberOf(residue, '坩埚与残渣质量', { atLeast: '0' }).minus(subtractedMass), sample);
}

/**
 * Returns free silica, %, by infrared or X-ray diffraction: F = m/G × 100.
 * @param measuredMass m, mg, read from the curve
 * @param sample G, mg
 * @throws CalculationProblem where the masses give no share between 0 and 100 %
 */
export const freeSilicaByCurve = (measuredMass: Numeric, sample: Numeric | null | undefined): Decimal =>
  percentageOf(numberOf(measuredMass, '测得量'), sample);

export type SilicaBand = 'below10' | 'to50' | 'to80' | 'above80';

/**
 * Returns the band of free silica, which selects the limit of a dust (GBZ 2.1-2019, DOMAIN §2.7). From 10 % the dust
 * is 矽尘; 50 % and 80 % belong to the lower band.
 * @param percent free silica, %
 * @throws CalculationProblem outside 0 to 100 %
 */
export function silicaBandOf(percent: Numeric): SilicaBand {
  const silicaPercent = withoutCalculationNoise(numberOf(percent, '游离二氧化硅含量', { atLeast: '0', atMost: '100' }));
  if (silicaPercent.lessThan(10)) return 'below10';
  return silicaPercent.lessThanOrEqualTo(50) ? 'to50' : silicaPercent.lessThanOrEqualTo(80) ? 'to80' : 'above80';
}

/**
 * Formats a share, %, with enough decimals to keep it in its own band. Example: 9.96 prints 9.96, because 10.0 is the
 * next band.
 * @throws CalculationProblem outside 0 to 100 %
 */
export const silicaPercentText = (percent: Numeric): string => {
  const silicaPercent = withoutCalculationNoise(numberOf(percent, '游离二氧化硅含量'));
  const roundedText = [1, 2, 3, 4]
    .map((decimals) => roundTo(silicaPercent, decimals))
    .find((text) => silicaBandOf(text) === silicaBandOf(silicaPercent));
  return roundedText ?? silicaPercent.toString();
};

/** Minimum number of particles to count (分散度, GBZ/T 192.3). */
const minParticles = 200;
/**
 * Returns the dispersity (GBZ/T 192.3): shares in % of <2, 2–<5, 5–<10 and ≥10 μm, unrounded. Rounded shares need not
 * sum to 100.
 * @param counts number of particles by size
 * @throws CalculationProblem for fewer particles than {@link minParticles}
 */
export function dispersity(counts: readonly Numeric[]): Decimal[] {
  const numbers = counts.map((count) => numberOf(count, '粒子数', { atLeast: '0' }));
  const total = sumOf(numbers);
  if (total.lessThan(minParticles))
    throw new CalculationProblem('notEnough', `分散度测定应不少于${minParticles}个粒子，现有${total.toString()}个`);
  return numbers.map((count) => count.dividedBy(total).times(100));
}

interface FibreCount {
  /** A: area of the filter, mm². */
  readonly filterArea: Numeric;
  /** a: area of a field of view, mm². */
  readonly fieldArea: Numeric;
  /** N: number of fibres. */
  readonly fibres: Numeric;
  /** n: number of fields of view. */
  readonly fields: Numeric;
  /** Flow, L/min. */
  readonly flow: Numeric;
  /** Sampling time, min. */
  readonly minutes: Numeric;
}

/**
 * Returns asbestos fibres, f/mL, by GBZ/T 192.5: C = A·N/(a·n·F·t·1000). Areas in mm², flow in L/min, time in min.
 * @throws CalculationProblem for an area, flow, time or number of fields not above 0
 */
export const fibreConcentration = ({ filterArea, fieldArea, fibres, fields, flow, minutes }: FibreCount): Decimal =>
  numberOf(filterArea, '滤膜面积', positiveBounds)
    .times(numberOf(fibres, '纤维数', { atLeast: '0' }))
    .dividedBy(
      numberOf(fieldArea, '视野面积', positiveBounds)
        .times(numberOf(fields, '视野数', positiveBounds))
        .times(numberOf(flow, '采样流量', positiveBounds))
        .times(numberOf(minutes, '采样时间', positiveBounds))
        .times(1000),
    );
