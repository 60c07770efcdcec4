import { follows331, type StandardEdition } from '../limits/standardEdition';
import { CalculationProblem } from '../numbers/calculationProblem';
import { Decimal, numberOf, type Numeric, positiveBounds, withoutCalculationNoise } from '../numbers/decimalNumbers';
import { withinLimit } from '../numbers/roundingRules';
import { efficiencyRule, minEfficiency } from './detectionLimits';

// Quality control (GBZ 331-2024 5.2.6.3.1; DOMAIN §5 where the standard is silent). A stricter requirement of the
// method takes precedence.

/** Recovery ranges by technique, %, customary before GBZ 331-2024. */
export const spikeRanges = {
  chromatography: ['85', '115'],
  spectrometry: ['90', '110'],
  trace: ['75', '125'],
} as const;

export type Range = readonly [least: Numeric, most: Numeric];

/** Range of 加标回收率, %, for every technique (GBZ 331-2024 5.2.6.3.1 i). */
export const spikeRange331 = ['90', '110'] as const;

/** Samples between two control samples (GBZ 331-2024 5.2.6.3.1 i). */
export const controlEvery = 50;

const stricterOf = (
  standardLimit: Numeric,
  other: Numeric | null | undefined,
  stricterDirection: 'greater' | 'smaller',
  label: string,
): Decimal => {
  const standardValue = numberOf(standardLimit, label);
  if (other === null || other === undefined || other === '') return standardValue;
  const set = numberOf(other, label);
  return set.greaterThan(standardValue) === (stricterDirection === 'greater') ? set : standardValue;
};

/**
 * Returns the allowed recovery of a spike, %. Under GBZ 331-2024: 90 to 110, narrower if the method says so. Before
 * it: the method's own range, else the range of its technique. A lower bound of exactly 90 or an upper bound of
 * exactly 110 in the library counts as the standard's, not as the method's own. The bounds are checked separately.
 * @param methodRange bounds of the method in the library, null where the method has none
 * @param family customary range of the technique
 * @throws CalculationProblem for a bound that is not a number
 */
export function spikeRangeOf(
  standardEdition: StandardEdition,
  methodRange: readonly [Numeric | null, Numeric | null],
  family: Range = spikeRanges.chromatography,
): Range {
  const [methodMin, methodMax] = methodRange;
  if (follows331(standardEdition))
    return [
      stricterOf(spikeRange331[0], methodMin, 'greater', '回收率下限').toString(),
      stricterOf(spikeRange331[1], methodMax, 'smaller', '回收率上限').toString(),
    ];
  const is331Default = (value: Numeric | null, at: 0 | 1): boolean =>
    value === null || value === '' || numberOf(value, '回收率').equals(spikeRange331[at]);
  return [
    is331Default(methodMin, 0) ? family[0] : (methodMin ?? family[0]),
    is331Default(methodMax, 1) ? family[1] : (methodMax ?? family[1]),
  ];
}

/**
 * Returns the minimum mean efficiency of desorption or elution, %: 90 under GBZ 331-2024 (5.2.6.1 d), more if the
 * method requires it. Before it: the method's own value, even below 75, else 75. A value of exactly 90 does not count
 * as the method's own.
 * @param methodEfficiency minimum of the method in the library, %; null where the method has none
 * @throws CalculationProblem for a value that is not a number
 */
export function minEfficiencyOf(standardEdition: StandardEdition, methodEfficiency: Numeric | null): string {
  if (follows331(standardEdition)) return stricterOf(minEfficiency, methodEfficiency, 'greater', '解吸效率').toString();
  return methodEfficiency === null ||
    methodEfficiency === '' ||
    numberOf(methodEfficiency, '解吸效率').equals(minEfficiency)
    ? efficiencyRule.minPercent
    : numberOf(methodEfficiency, '解吸效率').toString();
}

/** Largest relative deviation of two parallels, % (DOMAIN §5). A method may set its own. */
export const parallelLimit = '10';
/** Largest error at the curve's midpoint, % (DOMAIN §5). A method may set its own. */
export const midpointLimit = '10';

interface ParallelResult {
  readonly mean: Decimal;
  /** 相对偏差 |a − b|/(a + b) × 100, %; this measure is judged. */
  readonly deviation: Decimal;
  /** 相对相差, %, the alternative measure: twice the deviation. */
  readonly difference: Decimal;
  readonly passes: boolean;
}

/**
 * Judges two parallel results.
 * @param maxDeviation largest relative deviation, %
 * @throws CalculationProblem for two results that are both 0, or a result below 0
 */
export function checkParallel(first: Numeric, second: Numeric, maxDeviation: Numeric = parallelLimit): ParallelResult {
  const [a, b] = [numberOf(first, '结果1', { atLeast: '0' }), numberOf(second, '结果2', { atLeast: '0' })];
  const sum = a.plus(b);
  if (sum.isZero()) throw new CalculationProblem('flat', '两个平行结果均为0，无法计算相对偏差');
  const deviation = a.minus(b).absoluteValue().dividedBy(sum).times(100);
  return {
    mean: sum.dividedBy(2),
    deviation,
    difference: deviation.times(2),
    passes: withoutCalculationNoise(deviation).lessThanOrEqualTo(
      numberOf(maxDeviation, '相对偏差允许值', { atLeast: '0' }),
    ),
  };
}

interface RecoveryResult {
  /** Recovery, %. */
  readonly recovery: Decimal;
  readonly passes: boolean;
}

const judgedRecovery = (
  recoveredAmount: Decimal,
  addedAmount: Numeric,
  [minRecovery, maxRecovery]: Range,
): RecoveryResult => {
  const recovery = recoveredAmount.dividedBy(numberOf(addedAmount, '加标量', positiveBounds)).times(100);
  const settledRecovery = withoutCalculationNoise(recovery);
  return {
    recovery,
    passes:
      settledRecovery.greaterThanOrEqualTo(numberOf(minRecovery, '回收率下限')) &&
      settledRecovery.lessThanOrEqualTo(numberOf(maxRecovery, '回收率上限')),
  };
};

/**
 * Returns 加标回收率, %, from masses: (spiked − unspiked)/added × 100.
 * @param spiked mass found after spiking, μg
 * @param unspiked mass found before, μg
 * @param addedAmount mass added, μg
 * @param range allowed recovery, %
 * @throws CalculationProblem for an added amount not above 0
 */
export const spikeRecovery = (
  spiked: Numeric,
  unspiked: Numeric,
  addedAmount: Numeric,
  range: Range = spikeRange331,
): RecoveryResult =>
  judgedRecovery(
    numberOf(spiked, '加标后测得量', { atLeast: '0' }).minus(numberOf(unspiked, '本底量', { atLeast: '0' })),
    addedAmount,
    range,
  );

/**
 * Returns 加标回收率, %, where the spike changed the volume: (c2·v2 − c1·v1)/added × 100.
 * @param spiked concentration, μg/mL, and volume, mL, after spiking
 * @param unspiked concentration and volume before
 * @param addedAmount mass added, μg
 * @param range allowed recovery, %
 * @throws CalculationProblem for a volume or an added amount not above 0
 */
export const spikeRecoveryByVolume = (
  spiked: { readonly c: Numeric; readonly v: Numeric },
  unspiked: { readonly c: Numeric; readonly v: Numeric },
  addedAmount: Numeric,
  range: Range = spikeRange331,
): RecoveryResult => {
  const mass = ({ c, v }: { readonly c: Numeric; readonly v: Numeric }) =>
    numberOf(c, '浓度', { atLeast: '0' }).times(numberOf(v, '体积', positiveBounds));
  return judgedRecovery(mass(spiked).minus(mass(unspiked)), addedAmount, range);
};

interface ControlSample {
  /** True where |x − μ| ≤ U (k = 2). */
  readonly passes: boolean;
  /** (x − μ)/(U/2). */
  readonly z: Decimal;
  /** |z| ≤ 2 满意, < 3 可疑, else 不满意. */
  readonly grade: '满意' | '可疑' | '不满意';
  /** (x − μ)/√(Ux² + U²) where the laboratory's own uncertainty is known; |En| ≤ 1 passes. */
  readonly en: Decimal | null;
}

/**
 * Judges a measurement of a certified sample: it passes where |x − μ| ≤ U. Returns z = (x − μ)/(U/2) as well, and En
 * if Ux is given.
 * @param measuredValue x
 * @param certified μ, in the same unit
 * @param uncertainty U, certified expanded uncertainty (k = 2)
 * @param ownUncertainty Ux, the laboratory's expanded uncertainty
 * @throws CalculationProblem for an uncertainty not above 0
 */
export function checkControlSample(
  measuredValue: Numeric,
  certified: Numeric,
  uncertainty: Numeric,
  ownUncertainty: Numeric | null = null,
): ControlSample {
  const u = numberOf(uncertainty, '不确定度', positiveBounds);
  const difference = numberOf(measuredValue, '测定值').minus(numberOf(certified, '标准值'));
  const z = difference.dividedBy(u.dividedBy(2));
  const size = withoutCalculationNoise(z.absoluteValue());
  return {
    passes: difference.absoluteValue().lessThanOrEqualTo(u),
    z,
    grade: size.lessThanOrEqualTo(2) ? '满意' : size.lessThan(3) ? '可疑' : '不满意',
    en:
      ownUncertainty === null || ownUncertainty === ''
        ? null
        : difference.dividedBy(
            numberOf(ownUncertainty, '测定值不确定度', { atLeast: '0' }).pow(2).plus(u.pow(2)).squareRoot(),
          ),
  };
}

/**
 * Returns the relative error at the curve's midpoint (曲线中间点): (found − true)/true, %.
 * @param theoreticalValue true value, in the unit of the found one
 * @param maxDeviation largest error, %
 * @throws CalculationProblem for a true value not above 0
 */
export function checkMidpoint(
  measuredValue: Numeric,
  theoreticalValue: Numeric,
  maxDeviation: Numeric = midpointLimit,
): { readonly deviation: Decimal; readonly passes: boolean } {
  const trueValue = numberOf(theoreticalValue, '理论值', positiveBounds);
  const deviation = numberOf(measuredValue, '测得值').minus(trueValue).dividedBy(trueValue).times(100);
  return {
    deviation,
    passes: withoutCalculationNoise(deviation.absoluteValue()).lessThanOrEqualTo(
      numberOf(maxDeviation, '中间点偏差允许值', { atLeast: '0' }),
    ),
  };
}

/**
 * Returns whether a blank passes: its content is below `blankLimit`, or at most `maxContent` if the method sets a
 * maximum. A test blank must be below the quantification limit (GBZ 331-2024 5.2.6.3.1 i), a blank of a collector lot
 * below the detection limit (5.2.6.1 d). Before GBZ 331-2024 both had to be below the detection limit.
 * @param blankLimit the limit, in the unit of the content
 * @param maxContent maximum of the method, in the unit of the content
 * @throws CalculationProblem for a content that is not a number, or a limit not above 0
 */
export const blankPasses = (content: Numeric, blankLimit: Numeric, maxContent?: string): boolean =>
  maxContent === undefined
    ? withoutCalculationNoise(numberOf(content, '空白含量')).lessThan(
        numberOf(blankLimit, '空白允许值', positiveBounds),
      )
    : withinLimit(content, maxContent);

/**
 * Returns whether a blank is suspicious (空白异常): above the detection limit and above a tenth of the sample (DOMAIN §1.7,
 * a convention). The three values have one unit.
 * @param blank content of the blank
 * @param sample content of the sample
 * @param lod detection limit, above 0
 * @throws CalculationProblem for a value that is not a number, or a detection limit that is not above 0
 */
export const blankSuspicious = (blank: Numeric, sample: Numeric, lod: Numeric): boolean => {
  const blankContent = withoutCalculationNoise(numberOf(blank, '空白含量'));
  return (
    blankContent.greaterThan(numberOf(lod, '检出限', positiveBounds)) &&
    blankContent.greaterThan(numberOf(sample, '样品含量').times('0.1'))
  );
};

/**
 * Returns the relative standard deviation of repeated readings, %.
 * @param sd standard deviation, in the unit of the mean
 * @throws CalculationProblem for a mean of 0
 */
export const relativeDeviation = (sd: Decimal, mean: Decimal): Decimal => {
  if (mean.isZero()) throw new CalculationProblem('flat', '均值为0，无法计算相对标准偏差');
  return sd.dividedBy(mean.absoluteValue()).times(100);
};

/** Number of checks that a batch requires, by kind. */
export interface CheckCounts {
  readonly parallels: number;
  readonly spikes: number;
  readonly controls: number;
  readonly blanks: number;
}

/**
 * Returns the number of control samples in a run: one before the samples, and one after every 50 samples, also where
 * these are the last (GBZ 331-2024 5.2.6.3.1 i).
 * @param samples in the run, a whole number
 * @throws CalculationProblem for a negative number
 */
export const controlsFor = (samples: Numeric): number =>
  1 + numberOf(samples, '样品数', { atLeast: '0' }).dividedToIntegerBy(controlEvery).toNumber();

/** A control sample within a run. */
interface ControlPlace {
  /** Number of samples measured before it. */
  readonly after: number;
  readonly passes: boolean;
}

/** Positions of samples in a run, counted from 1, both included. */
export interface SampleSpan {
  readonly from: number;
  readonly to: number;
}

/**
 * Returns the samples of a run that have to be measured again: after a failed control, all samples since the last
 * passed control (GBZ 331-2024 5.2.6.3.1 i).
 * @param controls in the order of the run
 */
export function samplesToRepeat(controls: readonly ControlPlace[]): SampleSpan[] {
  const sampleSpans: SampleSpan[] = [];
  let lastPassed = 0;
  let lastFailed = 0;
  for (const { after, passes } of controls) {
    if (passes) {
      lastPassed = after;
      continue;
    }
    const from = Math.max(lastPassed, lastFailed) + 1;
    if (from <= after) sampleSpans.push({ from, to: after });
    lastFailed = after;
  }
  return sampleSpans;
}

/** Returns how many samples precede a control: none before the first (place 0), 50 more before each further one. */
export const samplesBeforeControl = (controlPosition: number): number => controlPosition * controlEvery;

/**
 * Returns how many checks a batch requires: parallels and spikes for a tenth of the samples (both DOMAIN §5),
 * controls by `set`, and two blanks. Each kind requires at least one.
 * @param samples in the batch, without blanks and checks
 * @throws CalculationProblem for a number of samples that is not above 0
 */
export function checksFor(samples: Numeric, standardEdition: StandardEdition = '331+2026'): CheckCounts {
  const tenthOfSamples = Math.max(
    1,
    Math.ceil(numberOf(samples, '样品数', positiveBounds).dividedBy(new Decimal(10)).toNumber()),
  );
  return {
    parallels: tenthOfSamples,
    spikes: tenthOfSamples,
    controls: follows331(standardEdition) ? controlsFor(samples) : 1,
    blanks: 2,
  };
}
