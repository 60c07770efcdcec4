import { silicaBandOf } from '../air/dustFormulas';
import { Decimal, numberOf, type Numeric, positiveBounds, withoutCalculationNoise } from '../numbers/decimalNumbers';
import type { LabourClass } from './limitConditions';

// Grades for the risk page (DOMAIN §7.9).

/** WM by band of free silica. */
const silicaWeights = { below10: 1, to50: 2, to80: 4, above80: 6 } as const;
/** WL by labour class. */
export const labourWeights: Readonly<Record<LabourClass, string>> = { 1: '1', 2: '1.5', 3: '2', 4: '2.5' };

const dustGrades = ['0级 相对无害', 'I级 轻度', 'II级 中度', 'III级 重度'] as const;
interface DustGrade {
  readonly index: Decimal;
  readonly level: 0 | 1 | 2 | 3;
  readonly label: (typeof dustGrades)[number];
}

/**
 * Returns the grade of dust work by GBZ/T 229.1: G = WM·WB·WL. WB is 0 below the limit, 1 up to twice the limit, and
 * above that the multiple itself (docs/science.md: not yet compared with the text of the standard).
 * @param silica free silica, %
 * @param concentration in the unit of the limit
 * @param labour class of labour intensity
 * @throws CalculationProblem for a negative concentration, a limit not above 0, or silica outside 0 to 100 %
 */
export function dustGrade(silica: Numeric, concentration: Numeric, limit: Numeric, labour: LabourClass): DustGrade {
  const limitRatio = withoutCalculationNoise(
    numberOf(concentration, '浓度', { atLeast: '0' }).dividedBy(numberOf(limit, '接触限值', positiveBounds)),
  );
  const wb = limitRatio.lessThan(1) ? new Decimal(0) : limitRatio.lessThanOrEqualTo(2) ? new Decimal(1) : limitRatio;
  const index = wb.times(silicaWeights[silicaBandOf(silica)]).times(labourWeights[labour]);
  const level = index.isZero() ? 0 : index.lessThanOrEqualTo(6) ? 1 : index.lessThanOrEqualTo(16) ? 2 : 3;
  return { index, level, label: dustGrades[level] };
}

const riskLabels = ['可忽略', '低', '中等', '高', '极高'] as const;

/**
 * Returns the exposure rating ER by E/OEL (GBZ/T 298-2017; the edges of the bands are our reading).
 * @param concentration E, in the unit of the limit
 * @param limit OEL
 * @throws CalculationProblem for a negative concentration, or a limit not above 0
 */
export function exposureRating(concentration: Numeric, limit: Numeric): 1 | 2 | 3 | 4 | 5 {
  const limitRatio = withoutCalculationNoise(
    numberOf(concentration, '浓度', { atLeast: '0' }).dividedBy(numberOf(limit, '接触限值', positiveBounds)),
  );
  return limitRatio.lessThan('0.1')
    ? 1
    : limitRatio.lessThan('0.5')
      ? 2
      : limitRatio.lessThan(1)
        ? 3
        : limitRatio.lessThan(2)
          ? 4
          : 5;
}

/**
 * Returns the risk of the exposure ratio method (接触比值法) of GBZ/T 298-2017: R = √(HR·ER), rounded to a level from 1 to
 * 5.
 * @param hazard HR, 1 to 5
 * @param exposure ER, 1 to 5
 * @throws CalculationProblem for a rating outside 1 to 5
 */
export function exposureRatioRisk(
  hazard: Numeric,
  exposure: Numeric,
): { readonly index: Decimal; readonly level: number; readonly label: (typeof riskLabels)[number] } {
  const ratingBounds = { atLeast: '1', atMost: '5' };
  const index = numberOf(hazard, '危害等级', ratingBounds)
    .times(numberOf(exposure, '接触等级', ratingBounds))
    .squareRoot();
  const level = withoutCalculationNoise(index).toDecimalPlaces(0).toNumber();
  return { index, level, label: riskLabels[level - 1] ?? '极高' };
}
