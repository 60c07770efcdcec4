import { CalculationProblem } from '../numbers/calculationProblem';
import {
  type Decimal,
  meanOf,
  numberOf,
  type Numeric,
  positiveBounds,
  withoutCalculationNoise,
  standardDeviation,
} from '../numbers/decimalNumbers';

// Detection and quantification limits (GBZ/T 210.4, IUPAC; DOMAIN §4.2), desorption efficiency (§4.4).

/** Minimum number of blanks for a standard deviation. */
export const minBlankCount = 10;

interface DetectionLimit {
  readonly mean: Decimal;
  /** Standard deviation of the blanks, in the unit of the response. */
  readonly sd: Decimal;
  /** 3·s/|b| and 10·s/|b|, in the curve's unit. */
  readonly lod: Decimal;
  readonly loq: Decimal;
}

const slopeOf = (slope: Numeric): Decimal => {
  const b = numberOf(slope, '斜率b').absoluteValue();
  if (b.isZero()) throw new CalculationProblem('flat', '斜率b不能为0');
  return b;
};

/**
 * Returns the detection and quantification limits of a method from its blanks and the slope of its curve.
 * @param blanks responses of at least ten blanks
 * @throws CalculationProblem for fewer blanks, for blanks without spread, or a slope of zero
 */
export function detectionLimit(blanks: readonly Numeric[], slope: Numeric): DetectionLimit {
  if (blanks.length < minBlankCount)
    throw new CalculationProblem('notEnough', `空白测定值应不少于${minBlankCount}个，现有${blanks.length}个`);
  const values = blanks.map((blank) => numberOf(blank, '空白测定值'));
  const b = slopeOf(slope);
  const sd = standardDeviation(values, '空白测定值');
  if (sd.isZero())
    throw new CalculationProblem('flat', '空白测定值全部相同，标准偏差为0，无法计算检出限，请增加读数位数');
  return { mean: meanOf(values, '空白测定值'), sd, lod: sd.times(3).dividedBy(b), loq: sd.times(10).dividedBy(b) };
}

/**
 * Converts a detection limit (3 s) to the quantification limit (10 s), in the same unit: × 10/3.
 * @throws CalculationProblem unless it is above 0
 */
export const quantificationLimitOf = (lod: Numeric): Decimal =>
  numberOf(lod, '检出限', positiveBounds).times(10).dividedBy(3);

/**
 * Returns the detection and quantification limits from a chromatogram: 3 and 10 times the baseline noise divided by
 * the slope.
 * @param noise height of the baseline noise, in the unit of the response
 * @param slope of the curve
 * @throws CalculationProblem for a noise not above 0, or a slope of zero
 */
export function detectionLimitOfNoise(noise: Numeric, slope: Numeric): Pick<DetectionLimit, 'lod' | 'loq'> {
  const height = numberOf(noise, '基线噪声', positiveBounds);
  const b = slopeOf(slope);
  return { lod: height.times(3).dividedBy(b), loq: height.times(10).dividedBy(b) };
}

export interface SpikedLevel {
  /** Mass added to each tube, μg. */
  readonly addedMass: Numeric;
  /** Mass found in each tube, μg. */
  readonly foundMasses: readonly Numeric[];
}

interface EfficiencyResult {
  /** Mean efficiency of each level, %, unrounded. */
  readonly levels: readonly Decimal[];
  /** Relative standard deviation of each level, %. */
  readonly spreads: readonly Decimal[];
  /** Mean of the levels, %. */
  readonly mean: Decimal;
  /** Highest relative standard deviation of a level, %. */
  readonly rsd: Decimal;
  readonly passes: boolean;
}

/** Minimum mean efficiency, % (GBZ 331-2024 5.2.6.1 d); below it a reason is required. */
export const minEfficiency = '90';
/**
 * Minimum mean efficiency and maximum relative standard deviation of a level, %, before GBZ 331-2024 (DOMAIN §4.4).
 * GBZ 331-2024 changed the minimum only.
 */
export const efficiencyRule = { minPercent: '75', maxRsd: '10' } as const;
/** Minimum mean efficiency and maximum relative standard deviation of a level, %, by GBZ 331-2024. */
export const efficiencyRule331 = { ...efficiencyRule, minPercent: minEfficiency } as const;

/**
 * Returns 解吸效率 or 洗脱效率 of a substance for a sorbent lot and a solvent, %: the mean of (found − blank)/added over the
 * levels.
 * @param levels added and found amounts, μg
 * @param blank content of an unspiked tube, μg
 * @param rule minimum mean efficiency and maximum relative standard deviation, %
 * @throws CalculationProblem without levels, for fewer than two tubes in a level, or an added amount of 0
 */
export function desorptionEfficiency(
  levels: readonly SpikedLevel[],
  blank: Numeric = 0,
  rule: { readonly minPercent: string; readonly maxRsd: string } = efficiencyRule331,
): EfficiencyResult {
  if (levels.length === 0) throw new CalculationProblem('notEnough', '请填写解吸效率的加标水平');
  const blankContent = numberOf(blank, '空白管含量', { atLeast: '0' });
  const judgedLevels = levels.map(({ addedMass, foundMasses }) => {
    const amount = numberOf(addedMass, '加标量', positiveBounds);
    const values = foundMasses.map((measuredAmount) =>
      numberOf(measuredAmount, '测得量', { atLeast: '0' }).minus(blankContent),
    );
    const sd = standardDeviation(values, '每个加标水平的测得量');
    const mean = meanOf(values, '测得量');
    if (mean.isZero()) throw new CalculationProblem('flat', '测得量均值为0，无法计算解吸效率');
    return { percent: mean.dividedBy(amount).times(100), rsd: sd.dividedBy(mean.absoluteValue()).times(100) };
  });
  const mean = meanOf(
    judgedLevels.map(({ percent }) => percent),
    '解吸效率',
  );
  const spreads = judgedLevels.map((level) => level.rsd);
  const rsd = spreads.reduce((largest, spread) => (spread.greaterThan(largest) ? spread : largest));
  return {
    levels: judgedLevels.map(({ percent }) => percent),
    spreads,
    mean,
    rsd,
    passes:
      withoutCalculationNoise(mean).greaterThanOrEqualTo(rule.minPercent) &&
      withoutCalculationNoise(rsd).lessThanOrEqualTo(rule.maxRsd),
  };
}
