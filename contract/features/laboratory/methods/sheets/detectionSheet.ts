import {
  airConcentration,
  dilutionOf,
  directInjection,
  efficiencyOf,
  massInSolution,
  massOfAliquot,
} from '@contract/arithmetic/air/concentration';
import { contentUnitOf, unitsIn } from '@contract/arithmetic/air/contentUnit';
import { dustConcentration } from '@contract/arithmetic/air/dust';
import { detectionLimit } from '@contract/arithmetic/curves/detection';
import { Decimal, numberOf, type Numeric, settled } from '@contract/arithmetic/numbers/number';
import { minimumText } from '@contract/arithmetic/numbers/result';
import { roundSignificant } from '@contract/arithmetic/numbers/rounding';
import type { Column } from './sheet';

// Page of the detection limit (DOMAIN §4.2, §8.0 L).

const input = (key: string, label: string, unit = ''): Column => ({ key, label, unit, kind: 'in' });
const calc = (key: string, label: string, unit = ''): Column => ({ key, label, unit, kind: 'calc' });

export const detectionColumns = {
  blanks: [
    input('blanks', '空白测定值(n≥10)'),
    calc('mean', '均值'),
    calc('sd', '标准偏差s'),
    { key: 'slope', label: '斜率b', unit: '', kind: 'ref' },
    calc('lod', '检出限=3s/b'),
    calc('loq', '定量下限=10s/b'),
    input('solutionVolume', '试样体积', 'mL'),
    input('airVolume', '采样体积', 'L'),
    input('efficiency', '解吸/洗脱效率', '%'),
    calc('minimum', '最低检出浓度', 'mg/m³'),
    calc('minimumQuantity', '最低定量浓度', 'mg/m³'),
    input('methodLod', '方法给定检出限'),
    calc('meets', '是否满足'),
  ],
  tube: [
    input('tube', '可辨别最低管含量', 'μg'),
    input('totalVolume', '溶液总体积', 'mL'),
    input('takenVolume', '取样体积', 'mL'),
    input('airVolume', '采样体积', 'L'),
    calc('minimum', '最低检出浓度', 'mg/m³'),
  ],
  increment: [
    input('increment', '最小增量', 'mg'),
    input('airVolume', '采样体积', 'L'),
    calc('minimum', '最低检出浓度', 'mg/m³'),
  ],
} as const satisfies Record<string, readonly Column[]>;

interface BlankDetection {
  readonly blanks: readonly Numeric[];
  readonly slope: Numeric;
  /** Unit of the curve's x; by default μg or μg/mL. */
  readonly unit?: string;
  /**
   * Volume of the solution in mL; for a curve in μg per tube `total` and `taken` give the factor Vt/Va instead.
   * Contents per whole sample need neither.
   */
  readonly solutionVolume?: Numeric | null;
  readonly total?: Numeric | null;
  readonly taken?: Numeric | null;
  readonly dilution?: Numeric | null;
  readonly efficiency?: Numeric | null;
  /** 换算系数 that converts from the measured to the reported substance. */
  readonly factor?: Numeric | null;
  /** V in L; absent for gas that is injected directly (`direct`). */
  readonly airVolume?: Numeric | null;
  readonly direct?: boolean;
  readonly methodLod?: Numeric | null;
}

const given = (value: Numeric | null | undefined): value is Numeric =>
  value !== null && value !== undefined && value !== '';

/**
 * Computes LOD and LOQ from at least ten blanks, and the concentrations for the method's air volume.
 * @throws LabProblem for too few blanks, blanks without spread, a slope of zero, or volumes not above 0
 */
export function detectionOf(asked: BlankDetection) {
  const { mean, sd, lod, loq } = detectionLimit(asked.blanks, asked.slope);
  const e = given(asked.efficiency) ? efficiencyOf(asked.efficiency, '解吸/洗脱效率') : new Decimal(1);
  const micrograms = asked.unit
    ? unitsIn(asked.unit, contentUnitOf(asked.unit)?.byVolume ? 'μg/mL' : 'μg', '标准曲线')
    : new Decimal(1);
  const massOf = (amount: Decimal): Decimal => {
    const whole = given(asked.total)
      ? massOfAliquot(amount, asked.total, asked.taken, asked.dilution)
      : given(asked.solutionVolume)
        ? massInSolution(amount, asked.solutionVolume, asked.dilution, '试样体积')
        : amount.times(dilutionOf(asked.dilution));
    return whole.times(micrograms);
  };
  const f = given(asked.factor) ? numberOf(asked.factor, '换算系数', { above: '0' }) : new Decimal(1);
  const inAir = (amount: Decimal) =>
    asked.direct
      ? directInjection(amount.times(micrograms))
      : airConcentration(massOf(amount).times(f), numberOf(asked.airVolume, '采样体积', { above: '0' }), e);
  const meets = given(asked.methodLod)
    ? settled(lod).lessThanOrEqualTo(numberOf(asked.methodLod, '方法给定检出限', { above: '0' }))
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
      mean: roundSignificant(settled(mean), 3),
      sd: roundSignificant(settled(sd), 3),
      lod: roundSignificant(settled(lod), 2),
      loq: roundSignificant(settled(loq), 2),
      minimum: minimumText(settled(inAir(lod))),
      minimumQuantity: minimumText(settled(inAir(loq))),
      meets: meets === null ? '' : meets ? '满足' : '不满足',
    },
  };
}

/** Returns the minimum concentration of a series of tubes, mg/m³, from the lightest distinguishable tube in μg. */
export const detectionOfTube = (tube: Numeric, total: Numeric, taken: Numeric, airVolume: Numeric): string =>
  minimumText(
    settled(
      airConcentration(massOfAliquot(numberOf(tube, '可辨别最低管含量', { above: '0' }), total, taken), airVolume),
    ),
  );

/** Returns the minimum concentration of a balance, mg/m³. Example: 0.1 mg at 500 L is 0.2 mg/m³. */
export const detectionOfIncrement = (increment: Numeric, airVolume: Numeric): string =>
  minimumText(settled(dustConcentration(numberOf(increment, '最小增量', { above: '0' }), airVolume)));
