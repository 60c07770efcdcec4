import { parseUncertaintyLevels, type UncertaintyLevel } from '@contract/rules/uncertaintyLevels';
import { Decimal, numberOf, type Numeric } from '../numbers/decimalNumbers';
import { unitFactor } from '../numbers/unitFactors';

// Measurement uncertainty (JJF 1059.1-2012; ISO/IEC 17025 7.6, 7.8.3.1 c). The report states it beside a result where
// the limit lies within value ± U. It never changes a verdict.

/** Relative expanded uncertainty of a result. */
export interface Uncertainty {
  /** U, % of the value. */
  readonly percent: string;
  /** Coverage factor (包含因子); null where the library does not state it. */
  readonly k: string | null;
}

/** Uncertainty of a method and hazard, as stored in 方法库. */
export interface UncertaintyOfMethod {
  readonly uncertainty: string | null;
  readonly coverage: string | null;
  /** Lower end of the concentration range, mg/m³; null is an open end. */
  readonly uncertaintyLow: string | null;
  readonly uncertaintyHigh: string | null;
  /**
   * Further levels in one line (`parseUncertaintyLevels`); absent in records that were stored before several levels
   * existed.
   */
  readonly uncertaintyLevels?: string | null;
  readonly uncertaintySource: string | null;
  /** First day of validity, `YYYY-MM-DD`; null means valid from the beginning. */
  readonly uncertaintyFrom: string | null;
}

const rangeUnit = 'mg/m³';

/** Returns whether a value is given; library records of earlier versions lack these fields. */
const isGiven = (text: string | null | undefined): text is string => text !== null && text !== undefined && text !== '';

type StatedUncertainty = Partial<UncertaintyOfMethod>;

/** Returns the level in the item's own columns. An uncertainty of 0 counts as not given. */
function firstLevel({
  uncertainty,
  coverage,
  uncertaintyLow: low,
  uncertaintyHigh: high,
}: StatedUncertainty): UncertaintyLevel[] {
  if (!isGiven(uncertainty) || new Decimal(uncertainty).lessThanOrEqualTo(0)) return [];
  return [
    {
      low: isGiven(low) ? low : null,
      high: isGiven(high) ? high : null,
      percent: new Decimal(uncertainty).toString(),
      k: isGiven(coverage) ? new Decimal(coverage).toString() : null,
    },
  ];
}

/** Returns the levels valid on a day, sorted by concentration. */
function levelsOn(statedUncertainty: StatedUncertainty | null, day: string | null): UncertaintyLevel[] {
  if (!statedUncertainty) return [];
  if (isGiven(statedUncertainty.uncertaintyFrom) && (day === null || day < statedUncertainty.uncertaintyFrom))
    return [];
  const furtherLevels = isGiven(statedUncertainty.uncertaintyLevels)
    ? (parseUncertaintyLevels(statedUncertainty.uncertaintyLevels) ?? [])
    : [];
  const lowerEnd = ({ low }: UncertaintyLevel) => Number(low ?? 0);
  return [...firstLevel(statedUncertainty), ...furtherLevels].sort(
    (level, otherUncertaintyLevel) => lowerEnd(level) - lowerEnd(otherUncertaintyLevel),
  );
}

/**
 * Returns the level with the greatest uncertainty. A concentration on the common bound of two levels lies in both; the
 * greater uncertainty then applies.
 */
const greatestLevelOf = (levels: readonly UncertaintyLevel[]): UncertaintyLevel | undefined =>
  [...levels].sort((level, otherUncertaintyLevel) =>
    new Decimal(otherUncertaintyLevel.percent).comparedTo(level.percent),
  )[0];

/**
 * Returns the uncertainty of a result from its method, at the level of the result.
 * @param statedUncertainty the entry of 方法库; a missing property counts as not given
 * @param value concentration in `unit`
 * @param day of the test, `YYYY-MM-DD`
 * @returns null where the method states no uncertainty, no level contains the value, or the unit can't be converted
 * @throws CalculationProblem where the value is not a number
 */
export function uncertaintyFor(
  statedUncertainty: StatedUncertainty | null,
  value: Numeric,
  unit: string | null = rangeUnit,
  day: string | null = null,
): Uncertainty | null {
  const levels = levelsOn(statedUncertainty, day);
  const factor = unit === null ? null : unitFactor(unit, rangeUnit);
  const unboundedLevels = levels.filter(({ low, high }) => low === null && high === null);
  const matchingLevels =
    factor === null
      ? unboundedLevels
      : levels.filter((level) => isInLevel(level, numberOf(value, '结果').times(factor)));
  const greatestLevel = greatestLevelOf(matchingLevels);
  return greatestLevel ? { percent: greatestLevel.percent, k: greatestLevel.k } : null;
}

/**
 * Returns the uncertainty of a mean of results of one method: the greatest of its parts. Errors of one method are
 * correlated, so U of the mean is at most the greatest relative U of its parts.
 * @returns null without results, or where a part has no uncertainty
 */
export function uncertaintyOfMean(parts: readonly (Uncertainty | null | undefined)[]): Uncertainty | null {
  const knownParts = parts.filter((part) => part !== null && part !== undefined);
  if (knownParts.length === 0 || knownParts.length < parts.length) return null;
  return knownParts.reduce((largest, part) =>
    new Decimal(part.percent).greaterThan(largest.percent) ? part : largest,
  );
}

/**
 * Returns whether a limit lies within value ± U, bounds included. Value and limit are in one unit.
 * @param value measured result, in the unit of the limit
 * @param limit limit to compare with
 * @throws CalculationProblem for a value or limit that is not a number
 */
export function isWithinUncertainty(value: Numeric, limit: Numeric, { percent }: Uncertainty): boolean {
  const [measuredValue, bound] = [numberOf(value, '结果'), numberOf(limit, '限值')];
  return bound
    .minus(measuredValue)
    .absoluteValue()
    .lessThanOrEqualTo(measuredValue.absoluteValue().times(percent).dividedBy(100));
}

/** Formats an uncertainty, e.g. U=20%（k=2）. */
export const uncertaintyText = ({ percent, k }: Uncertainty): string =>
  `U=${percent}%${k === null ? '' : `（k=${k}）`}`;

function levelText({ low, high, ...uncertainty }: UncertaintyLevel): string {
  const range =
    low !== null && high !== null ? `${low}～${high}` : low !== null ? `≥${low}` : high !== null ? `≤${high}` : '';
  return [uncertaintyText(uncertainty), range && `适用于${range} ${rangeUnit}`].filter(Boolean).join('，');
}

/**
 * Formats the uncertainty that a record prints for its method: U of each level and its source. Returns an empty text
 * where no uncertainty is given.
 * @param day day of the test, `YYYY-MM-DD`
 */
export function methodUncertaintyText(statedUncertainty: StatedUncertainty | null, day: string | null): string {
  const levels = levelsOn(statedUncertainty, day);
  if (!statedUncertainty || !levels.length) return '';
  const source = isGiven(statedUncertainty.uncertaintySource) && `来源：${statedUncertainty.uncertaintySource}`;
  return [levels.map(levelText).join('；'), source].filter(Boolean).join('，');
}

/**
 * Returns whether a concentration lies in a level, bounds included.
 * @param value mg/m³
 */
const isInLevel = ({ low, high }: UncertaintyLevel, value: Decimal): boolean =>
  (low === null || value.greaterThanOrEqualTo(low)) && (high === null || value.lessThanOrEqualTo(high));
