import { readLevels, type UncertaintyLevel } from '@contract/uncertaintyLevels';
import { Decimal, numberOf, type Numeric } from '../numbers/number';
import { unitFactor } from '../numbers/units';

// 测量不确定度 (JJF 1059.1-2012; ISO/IEC 17025 7.6, 7.8.3.1 c): told beside a result whose limit lies inside it,
// never part of a verdict.

/** Relative expanded uncertainty of a result. */
export interface Uncertainty {
  /** U of the value, %. */
  readonly percent: string;
  /** 包含因子; null where the library does not tell it. */
  readonly k: string | null;
}

/** What 方法库 says of the uncertainty of a method and hazard. */
export interface UncertaintyOfMethod {
  readonly uncertainty: string | null;
  readonly coverage: string | null;
  /** mg/m³; null is without a bound. */
  readonly uncertaintyLow: string | null;
  readonly uncertaintyHigh: string | null;
  /** Of other levels, in one line (`readLevels`); absent in records from before there were several. */
  readonly uncertaintyLevels?: string | null;
  readonly uncertaintySource: string | null;
  /** First day that it holds on, `YYYY-MM-DD`; null holds always. */
  readonly uncertaintyFrom: string | null;
}

const rangeUnit = 'mg/m³';

/** A library record from before uncertainties were kept has none of these. */
const told = (text: string | null | undefined): text is string => text !== null && text !== undefined && text !== '';

type Told = Partial<UncertaintyOfMethod>;

/** The level that the item's own columns tell; an uncertainty of 0 is none. */
function firstLevel({ uncertainty, coverage, uncertaintyLow: low, uncertaintyHigh: high }: Told): UncertaintyLevel[] {
  if (!told(uncertainty) || new Decimal(uncertainty).lessThanOrEqualTo(0)) return [];
  return [
    {
      low: told(low) ? low : null,
      high: told(high) ? high : null,
      percent: new Decimal(uncertainty).toString(),
      k: told(coverage) ? new Decimal(coverage).toString() : null,
    },
  ];
}

/** Levels that hold on a day, in the order of their concentrations. */
function levelsOn(item: Told | null, day: string | null): UncertaintyLevel[] {
  if (!item) return [];
  if (told(item.uncertaintyFrom) && (day === null || day < item.uncertaintyFrom)) return [];
  const further = told(item.uncertaintyLevels) ? (readLevels(item.uncertaintyLevels) ?? []) : [];
  const start = ({ low }: UncertaintyLevel) => Number(low ?? 0);
  return [...firstLevel(item), ...further].sort((one, other) => start(one) - start(other));
}

/** Where one concentration is the end of two levels, the greater uncertainty holds. */
const greatest = (levels: readonly UncertaintyLevel[]): UncertaintyLevel | undefined =>
  [...levels].sort((one, other) => new Decimal(other.percent).comparedTo(one.percent))[0];

/**
 * Uncertainty of a result by its method, at the level of the result.
 * @param item what 方法库 says; a missing property counts as not told
 * @param value concentration in `unit`
 * @param day of the test, `YYYY-MM-DD`
 * @returns null where the method tells none, no level has the value, or levels can't be read in the unit
 * @throws LabProblem where the value is no number
 */
export function uncertaintyFor(
  item: Told | null,
  value: Numeric,
  unit: string | null = rangeUnit,
  day: string | null = null,
): Uncertainty | null {
  const levels = levelsOn(item, day);
  const factor = unit === null ? null : unitFactor(unit, rangeUnit);
  const everywhere = levels.filter(({ low, high }) => low === null && high === null);
  const found =
    factor === null ? everywhere : levels.filter((one) => isInLevel(one, numberOf(value, '结果').times(factor)));
  const held = greatest(found);
  return held ? { percent: held.percent, k: held.k } : null;
}

/**
 * Uncertainty of a mean of results of one method: the greatest of theirs. Errors of one method go together, so U of
 * the mean is at most the greatest relative U of its parts.
 * @returns null where there is no result, or one of them has none
 */
export function uncertaintyOfMean(parts: readonly (Uncertainty | null | undefined)[]): Uncertainty | null {
  const known = parts.filter((one) => one !== null && one !== undefined);
  if (known.length === 0 || known.length < parts.length) return null;
  return known.reduce((most, one) => (new Decimal(one.percent).greaterThan(most.percent) ? one : most));
}

/** Whether a limit lies inside value ± U, both ends with it. */
export function isWithinUncertainty(value: Numeric, limit: Numeric, { percent }: Uncertainty): boolean {
  const [found, bound] = [numberOf(value, '结果'), numberOf(limit, '限值')];
  return bound.minus(found).absoluteValue().lessThanOrEqualTo(found.absoluteValue().times(percent).dividedBy(100));
}

export const uncertaintyText = ({ percent, k }: Uncertainty): string =>
  `U=${percent}%${k === null ? '' : `（k=${k}）`}`;

function levelText({ low, high, ...found }: UncertaintyLevel): string {
  const range =
    low !== null && high !== null ? `${low}～${high}` : low !== null ? `≥${low}` : high !== null ? `≤${high}` : '';
  return [uncertaintyText(found), range && `适用于${range} ${rangeUnit}`].filter(Boolean).join('，');
}

/** What a record prints of its method's uncertainty: U of each level, and its source; empty where none is told. */
export function methodUncertaintyText(item: Told | null, day: string | null): string {
  const levels = levelsOn(item, day);
  if (!item || !levels.length) return '';
  const source = told(item.uncertaintySource) && `来源：${item.uncertaintySource}`;
  return [levels.map(levelText).join('；'), source].filter(Boolean).join('，');
}

/** Whether a concentration lies inside a level, both ends with it. @param value mg/m³ */
export const isInLevel = ({ low, high }: UncertaintyLevel, value: Decimal): boolean =>
  (low === null || value.greaterThanOrEqualTo(low)) && (high === null || value.lessThanOrEqualTo(high));
