import {
  checkControlSample,
  checkParallel,
  type Range,
  spikeRecovery,
} from '@contract/arithmetic/curves/qualityControl';
import { outcomeOfCalculation } from '@contract/arithmetic/numbers/calculationProblem';
import {
  type Decimal,
  numberOf,
  type Numeric,
  withoutCalculationNoise,
} from '@contract/arithmetic/numbers/decimalNumbers';
import { roundSignificant, roundTo } from '@contract/arithmetic/numbers/roundingRules';

// Judgement of blind samples (GBZ 331-2024 8.2.5.4) by the rules of parallels, spikes and control samples.

/** A result of a record as reported, with what the comparison needs. */
export interface BlindResult {
  /** Reported text, e.g. `<0.6`. */
  readonly text: string;
  /** Unrounded value; of a censored result the bound after `<`. */
  readonly value: string;
  readonly censored: boolean;
  readonly unit: string | null;
  /** Standard sampling volume, L; null for a result that is not a concentration in air. */
  readonly volume: string | null;
}

export interface BlindVerdict {
  readonly text: string;
  /** Null where the results can't be compared. */
  readonly passes: boolean | null;
}

/** What is known about the content of a blind control sample. */
interface KnownContent {
  readonly content: Numeric;
  /** `mass`: μg in the sample; `result`: in the unit of the result. */
  readonly basis: 'mass' | 'result';
  /** U (k = 2) in the unit of the content; null judges by recovery. */
  readonly uncertainty: Numeric | null;
}

const percentText = (value: Decimal): string => roundTo(withoutCalculationNoise(value), 1);
const verdictText = (passes: boolean): string => (passes ? '合格' : '不合格');
const withUnit = ({ text, unit }: BlindResult): string => (unit ? `${text} ${unit}` : text);

/**
 * Judges two results of one batch by their relative deviation. Results below the minimum are not compared.
 * @param maxDeviation largest relative deviation, %
 * @throws CalculationProblem for a largest deviation that is not a number
 */
export function judgeBlindParallel(
  firstBlindResult: BlindResult,
  secondBlindResult: BlindResult,
  maxDeviation: Numeric,
): BlindVerdict {
  const results = `${withUnit(firstBlindResult)}与${withUnit(secondBlindResult)}`;
  if (firstBlindResult.censored || secondBlindResult.censored)
    return { text: `${results}，有结果低于最低检出浓度，不评价相对偏差`, passes: null };
  const outcome = outcomeOfCalculation(() =>
    checkParallel(firstBlindResult.value, secondBlindResult.value, maxDeviation),
  );
  if (!outcome.ok) return { text: `${results}，${outcome.problem.message}`, passes: null };
  const { deviation, passes } = outcome.value;
  const limit = numberOf(maxDeviation, '相对偏差允许值').toString();
  return {
    text: `${results}，相对偏差${percentText(deviation)}%（允许${limit}%），${verdictText(passes)}`,
    passes,
  };
}

/**
 * Returns the amount found in a control sample, in the unit of its content: C·V0 in μg (mg/m³ × L), or the result.
 * Null where the content is a mass and the result has no volume.
 */
function foundAmount({ value, volume }: BlindResult, basis: KnownContent['basis']): Decimal | null {
  const result = numberOf(value, '测定结果');
  if (basis === 'result') return result;
  return volume === null || volume === '' ? null : result.times(numberOf(volume, '标准采样体积', { above: '0' }));
}

/**
 * Judges the result of a sample with a known content: by |found − content| ≤ U where U is known, else by recovery.
 * @param range allowed recovery, %
 * @param knownContent content of the sample, as certified or as prepared
 * @throws CalculationProblem for a known content that is not a number
 */
export function judgeBlindControl(blindResult: BlindResult, knownContent: KnownContent, range: Range): BlindVerdict {
  const unit = knownContent.basis === 'mass' ? 'μg' : (blindResult.unit ?? '');
  const certified = `标准值${numberOf(knownContent.content, '标准值').toString()}${unit && ` ${unit}`}`;
  if (blindResult.censored) return { text: `${withUnit(blindResult)}，${certified}未检出，不合格`, passes: false };
  const outcome = outcomeOfCalculation(() => {
    const amountFound = foundAmount(blindResult, knownContent.basis);
    if (amountFound === null) return null;
    const { recovery, passes } = spikeRecovery(amountFound.toString(), 0, knownContent.content, range);
    const control =
      knownContent.uncertainty === null
        ? null
        : checkControlSample(amountFound.toString(), knownContent.content, knownContent.uncertainty);
    return { found: amountFound, recovery, passes: control?.passes ?? passes };
  });
  if (!outcome.ok) return { text: `${withUnit(blindResult)}，${outcome.problem.message}`, passes: null };
  if (outcome.value === null)
    return { text: `${withUnit(blindResult)}没有采样体积，未与${certified}比较`, passes: null };
  const { found, recovery, passes } = outcome.value;
  const amount = `测得${roundSignificant(withoutCalculationNoise(found), 4)}${unit && ` ${unit}`}`;
  const limit =
    knownContent.uncertainty === null
      ? `允许${range.join('～')}%`
      : `允许标准值±${numberOf(knownContent.uncertainty, '不确定度').toString()}${unit && ` ${unit}`}`;
  return {
    text: `${withUnit(blindResult)}，${amount}，${certified}，回收率${percentText(recovery)}%（${limit}），${verdictText(passes)}`,
    passes,
  };
}

/** Joins the verdicts of several hazards: failed if one failed, passed if one passed and none failed. */
export const overallVerdict = (verdicts: readonly BlindVerdict[]): boolean | null =>
  verdicts.some(({ passes }) => passes === false)
    ? false
    : verdicts.some(({ passes }) => passes === true)
      ? true
      : null;
