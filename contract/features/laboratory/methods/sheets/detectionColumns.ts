import {
  airConcentration,
  dilutionOf,
  directInjection,
  efficiencyOf,
  massInSolution,
  massOfAliquot,
} from '@contract/arithmetic/air/airConcentration';
import { contentUnitOf, unitConversionFactor } from '@contract/arithmetic/air/contentUnit';
import { dustConcentration } from '@contract/arithmetic/air/dustFormulas';
import { detectionLimit } from '@contract/arithmetic/curves/detectionLimits';
import { minimumTextOf } from '@contract/arithmetic/numbers/censoredResults';
import { Decimal, numberOf, type Numeric, withoutCalculationNoise } from '@contract/arithmetic/numbers/decimalNumbers';
import { roundSignificant } from '@contract/arithmetic/numbers/roundingRules';
import { calculatedColumn, type Column, inputColumn } from './methodSheet';

// Page of the detection limit (DOMAIN §4.2, §8.0 L).

export const detectionColumns = {
  blanks: [
    inputColumn('blanks', '空白测定值(n≥10)'),
    calculatedColumn('mean', '均值'),
    calculatedColumn('sd', '标准偏差s'),
    { key: 'slope', label: '斜率b', unit: '', kind: 'ref' },
    calculatedColumn('lod', '检出限=3s/b'),
    calculatedColumn('loq', '定量下限=10s/b'),
    inputColumn('solutionVolume', '试样体积', 'mL'),
    inputColumn('airVolume', '采样体积', 'L'),
    inputColumn('efficiency', '解吸/洗脱效率', '%'),
    calculatedColumn('minimum', '最低检出浓度', 'mg/m³'),
    calculatedColumn('minimumQuantity', '最低定量浓度', 'mg/m³'),
    inputColumn('methodLod', '方法给定检出限'),
    calculatedColumn('meets', '是否满足'),
  ],
  tube: [
    inputColumn('tube', '可辨别最低管含量', 'μg'),
    inputColumn('totalVolume', '溶液总体积', 'mL'),
    inputColumn('takenVolume', '取样体积', 'mL'),
    inputColumn('airVolume', '采样体积', 'L'),
    calculatedColumn('minimum', '最低检出浓度', 'mg/m³'),
  ],
  increment: [
    inputColumn('increment', '最小增量', 'mg'),
    inputColumn('airVolume', '采样体积', 'L'),
    calculatedColumn('minimum', '最低检出浓度', 'mg/m³'),
  ],
} as const satisfies Record<string, readonly Column[]>;

interface BlankDetection {
  readonly blanks: readonly Numeric[];
  readonly slope: Numeric;
  /** Unit of the curve's x; by default μg or μg/mL. */
  readonly unit?: string;
  /**
   * Volume of the solution in mL; for a curve in μg per tube `totalVolume` and `aliquotVolume` give the factor Vt/Va
   * instead. Contents per whole sample need neither.
   */
  readonly solutionVolume?: Numeric | null;
  readonly totalVolume?: Numeric | null;
  readonly aliquotVolume?: Numeric | null;
  readonly dilution?: Numeric | null;
  readonly efficiency?: Numeric | null;
  /** 换算系数 that converts from the measured to the reported substance. */
  readonly factor?: Numeric | null;
  /** V in L; absent for gas that is injected directly (`direct`). */
  readonly airVolume?: Numeric | null;
  readonly direct?: boolean;
  readonly methodLod?: Numeric | null;
}

const isGiven = (value: Numeric | null | undefined): value is Numeric =>
  value !== null && value !== undefined && value !== '';

/**
 * Computes LOD and LOQ from at least ten blanks, and the concentrations for the method's air volume.
 * @throws CalculationProblem for too few blanks, blanks without spread, a slope of zero, or volumes not above 0
 */
export function detectionOf(blankDetection: BlankDetection) {
  const { mean, sd, lod, loq } = detectionLimit(blankDetection.blanks, blankDetection.slope);
  const e = isGiven(blankDetection.efficiency)
    ? efficiencyOf(blankDetection.efficiency, '解吸/洗脱效率')
    : new Decimal(1);
  const micrograms = blankDetection.unit
    ? unitConversionFactor(
        blankDetection.unit,
        contentUnitOf(blankDetection.unit)?.isPerVolume ? 'μg/mL' : 'μg',
        '标准曲线',
      )
    : new Decimal(1);
  const massOf = (amount: Decimal): Decimal => {
    const solutionAmount = isGiven(blankDetection.totalVolume)
      ? massOfAliquot(amount, blankDetection.totalVolume, blankDetection.aliquotVolume, blankDetection.dilution)
      : isGiven(blankDetection.solutionVolume)
        ? massInSolution(amount, blankDetection.solutionVolume, blankDetection.dilution, '试样体积')
        : amount.times(dilutionOf(blankDetection.dilution));
    return solutionAmount.times(micrograms);
  };
  const f = isGiven(blankDetection.factor)
    ? numberOf(blankDetection.factor, '换算系数', { above: '0' })
    : new Decimal(1);
  const inAir = (amount: Decimal) =>
    blankDetection.direct
      ? directInjection(amount.times(micrograms))
      : airConcentration(massOf(amount).times(f), numberOf(blankDetection.airVolume, '采样体积', { above: '0' }), e);
  const meets = isGiven(blankDetection.methodLod)
    ? withoutCalculationNoise(lod).lessThanOrEqualTo(
        numberOf(blankDetection.methodLod, '方法给定检出限', { above: '0' }),
      )
    : null;
  return {
    mean,
    sd,
    lod,
    loq,
    meets,
    minimum: inAir(lod),
    minimumQuantity: inAir(loq),
    /** Texts of the calculated columns. */
    computed: {
      mean: roundSignificant(withoutCalculationNoise(mean), 3),
      sd: roundSignificant(withoutCalculationNoise(sd), 3),
      lod: roundSignificant(withoutCalculationNoise(lod), 2),
      loq: roundSignificant(withoutCalculationNoise(loq), 2),
      minimum: minimumTextOf(withoutCalculationNoise(inAir(lod))),
      minimumQuantity: minimumTextOf(withoutCalculationNoise(inAir(loq))),
      meets: meets === null ? '' : meets ? '满足' : '不满足',
    },
  };
}

/**
 * Returns the minimum concentration of a series of tubes, mg/m³, from the lightest distinguishable tube in μg.
 * @param tube content of the lightest tube that can be told from the zero tube, μg
 * @param total volume of the sample solution, mL
 * @param aliquot volume taken for the colour, mL
 * @param airVolume standard volume of the air sample, L
 * @throws CalculationProblem for a value that is not above 0
 */
export const detectionOfTube = (tube: Numeric, total: Numeric, aliquot: Numeric, airVolume: Numeric): string =>
  minimumTextOf(
    withoutCalculationNoise(
      airConcentration(massOfAliquot(numberOf(tube, '可辨别最低管含量', { above: '0' }), total, aliquot), airVolume),
    ),
  );

/**
 * Returns the minimum concentration of a balance, mg/m³. Example: 0.1 mg at 500 L is 0.2 mg/m³.
 * @param increment smallest weighable gain, mg
 * @param airVolume L
 * @throws CalculationProblem for a value that is not above 0
 */
export const detectionOfIncrement = (increment: Numeric, airVolume: Numeric): string =>
  minimumTextOf(withoutCalculationNoise(dustConcentration(numberOf(increment, '最小增量', { above: '0' }), airVolume)));
