import { CalculationProblem } from '../numbers/calculationProblem';
import { Decimal, numberOf, type Numeric, positiveBounds, withoutCalculationNoise } from '../numbers/decimalNumbers';
import { type AirConditions, volumeFactor } from './standardVolume';

// Converts contents read from the curve to mg/m³ (DOMAIN §4.5). μg/L equals mg/m³, so a mass in μg divided by a volume
// in L needs no factor.

const volumeOf = (value: Numeric | null | undefined, label: string): Decimal => numberOf(value, label, positiveBounds);
const efficiencyBounds = { above: '0', atMost: '1.2' } as const;

/**
 * Parses a dilution factor; an empty one is 1.
 * @throws CalculationProblem below 1
 */
export const dilutionOf = (k: Numeric | null | undefined): Decimal =>
  k === null || k === undefined || k === '' ? new Decimal(1) : numberOf(k, '稀释倍数', { atLeast: '1' });

/**
 * Parses the conversion factor from the measured to the reported substance; an empty one is 1.
 * @throws CalculationProblem unless above 0
 */
export const conversionOf = (n: Numeric | null | undefined): Decimal =>
  n === null || n === undefined || n === '' ? new Decimal(1) : numberOf(n, '换算系数', positiveBounds);

/**
 * Converts an efficiency from % to a fraction in (0, 1.2] (DOMAIN §8.3).
 * @param label name of the input in the error
 * @throws CalculationProblem out of that range
 */
export const efficiencyOf = (percent: Numeric | null | undefined, label: string): Decimal => {
  const fraction = numberOf(percent, label).dividedBy(100);
  if (fraction.lessThanOrEqualTo(efficiencyBounds.above) || fraction.greaterThan(efficiencyBounds.atMost))
    throw new CalculationProblem('outOfRange', `${label}应大于0且不大于120%`);
  return fraction;
};

/**
 * Returns the mass in a solution, μg: c × v × k.
 * @param c concentration, μg/mL, net of the blank
 * @param v volume of the solution, mL
 * @param k dilution factor; empty is 1
 * @param label name of the volume in messages
 * @throws CalculationProblem for a volume not above 0, or a dilution below 1
 */
export const massInSolution = (
  c: Numeric,
  v: Numeric | null | undefined,
  k?: Numeric | null,
  label = '溶液体积',
): Decimal => numberOf(c, '浓度').times(volumeOf(v, label)).times(dilutionOf(k));

/**
 * Returns the mass in the whole solution from an aliquot: m·(Vt/Va)·k, in the unit of m.
 * @param m mass in the aliquot
 * @param total Vt, volume of the whole solution, mL
 * @param aliquotVolume Va, volume of the aliquot, mL
 * @param k dilution factor; empty is 1
 * @throws CalculationProblem where the aliquot is larger than the solution
 */
export function massOfAliquot(
  m: Numeric,
  total: Numeric | null | undefined,
  aliquotVolume: Numeric | null | undefined,
  k?: Numeric | null,
): Decimal {
  const [vt, va] = [volumeOf(total, '样品溶液总体积'), volumeOf(aliquotVolume, '取样体积')];
  if (va.greaterThan(vt)) throw new CalculationProblem('outOfRange', '取样体积不能大于样品溶液总体积');
  return numberOf(m, '含量').times(vt).dividedBy(va).times(dilutionOf(k));
}

/**
 * Converts nanograms to micrograms.
 * @throws CalculationProblem for a value that is not a number
 */
export const microgramsOf = (nanograms: Numeric): Decimal => numberOf(nanograms, '含量').dividedBy(1000);

/** Gas volume into which a tube is desorbed by a syringe, mL (热解吸1). */
export const desorptionGas = 100;

/**
 * Returns the concentration in air, mg/m³: m/(V0·D) (DOMAIN §4.5). μg/L equals mg/m³.
 * @param mass m, μg
 * @param volume V0, standard sampled volume, L
 * @param efficiency D or E as a fraction in (0, 1.2]; 1 by default
 * @throws CalculationProblem for a volume or an efficiency out of range
 */
export function airConcentration(mass: Numeric, volume: Numeric | null | undefined, efficiency: Numeric = 1): Decimal {
  const part = numberOf(efficiency, '解吸效率', efficiencyBounds);
  return numberOf(mass, '含量').dividedBy(volumeOf(volume, '标准采样体积').times(part));
}

/**
 * Converts a content of gas, μg/mL, to mg/m³ at standard conditions (直接进样).
 * @param c content of the injected gas, μg/mL
 * @param air temperature and pressure at sampling; without it the volume is not corrected
 * @throws CalculationProblem for implausible air
 */
export function directInjection(c: Numeric, air?: AirConditions): Decimal {
  return numberOf(c, '气体浓度')
    .times(1000)
    .dividedBy(air ? volumeFactor(air).factor : 1);
}

/**
 * Converts ppm to mg/m³: C = ppm × M/24.05, at 20 ℃ and 101.3 kPa (GBZ 2.1-2019 A.2.6). 22.4 L applies to 0 ℃ and must
 * not be used.
 * @param ppm volume fraction, ppm
 * @param molarMass M, g/mol
 * @throws CalculationProblem for a negative fraction, or a molar mass not above 0
 */
export const ppmToMilligrams = (ppm: Numeric, molarMass: Numeric): Decimal =>
  numberOf(ppm, '体积分数', { atLeast: '0' })
    .times(numberOf(molarMass, '摩尔质量', positiveBounds))
    .dividedBy('24.05');

/**
 * Corrects an intensity by the internal standard: I·(IS_ref/IS_sample).
 * @param intensity I
 * @param reference IS_ref, intensity of the internal standard in the standards
 * @param sample IS_sample, intensity of the internal standard in the sample
 * @returns the corrected intensity, the recovery of the internal standard in %, and whether it is between 70 and 130 %
 * @throws CalculationProblem for an internal standard not above 0
 */
export function internalStandard(
  intensity: Numeric,
  reference: Numeric,
  sample: Numeric,
): { readonly intensity: Decimal; readonly recovery: Decimal; readonly passes: boolean } {
  const [ref, measuredIntensity] = [
    numberOf(reference, '内标参考强度', positiveBounds),
    numberOf(sample, '内标强度', positiveBounds),
  ];
  const recovery = measuredIntensity.dividedBy(ref).times(100);
  return {
    intensity: numberOf(intensity, '强度').times(ref).dividedBy(measuredIntensity),
    recovery,
    passes:
      withoutCalculationNoise(recovery).greaterThanOrEqualTo(70) &&
      withoutCalculationNoise(recovery).lessThanOrEqualTo(130),
  };
}

/** Factors from the measured substance to the one the limit is given in, by molar mass. */
const unitConversions = {
  manganeseDioxide: { label: 'Mn→MnO₂', times: '86.94', by: '54.94' },
  hydrogenChloride: { label: 'Cl⁻→HCl', times: '36.46', by: '35.45' },
  phosphorusTrichloride: { label: 'P→PCl₃', times: '137.33', by: '30.974' },
} as const;
type ConversionName = keyof typeof unitConversions;

/** Returns the factor of a conversion, a ratio of molar masses. */
export const conversionFactor = (conversion: ConversionName): Decimal =>
  new Decimal(unitConversions[conversion].times).dividedBy(unitConversions[conversion].by);

/**
 * Maximum ratio of back to front section, %. A higher ratio means that the front section let the substance through.
 * `total` compares the back section with both sections together.
 */
export interface BreakthroughRule {
  readonly comparedWith: 'front' | 'total';
  readonly maxRatioPercent: string;
}
export const breakthroughRule: BreakthroughRule = { comparedWith: 'front', maxRatioPercent: '10' };

interface BreakthroughResult {
  /** Ratio of back to front section, %; null where the front section contains nothing. */
  readonly ratio: Decimal | null;
  readonly broken: boolean;
}

/**
 * Checks a tube for breakthrough (our convention, based on NIOSH).
 * @param frontContent content of the front section
 * @param back content of the back section, in the same unit
 * @param lod detection limit in the unit of the contents; a back section below it counts as 0
 * @param rule share of the back section that counts as breakthrough
 * @throws CalculationProblem for a value that is not a number
 */
export function checkBreakthrough(
  frontContent: Numeric,
  back: Numeric,
  lod: Numeric | null = null,
  rule: BreakthroughRule = breakthroughRule,
): BreakthroughResult {
  const [first, measuredFront] = [numberOf(frontContent, '前段含量'), numberOf(back, '后段含量')];
  const backContent = lod !== null && measuredFront.lessThan(numberOf(lod, '检出限')) ? new Decimal(0) : measuredFront;
  const base = rule.comparedWith === 'front' ? first : first.plus(backContent);
  if (base.lessThanOrEqualTo(0)) return { ratio: null, broken: backContent.greaterThan(0) };
  const ratio = backContent.dividedBy(base).times(100);
  return { ratio, broken: withoutCalculationNoise(ratio).greaterThan(rule.maxRatioPercent) };
}
