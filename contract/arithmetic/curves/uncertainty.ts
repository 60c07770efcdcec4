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
  readonly uncertaintySource: string | null;
  /** First day that it holds on, `YYYY-MM-DD`; null holds always. */
  readonly uncertaintyFrom: string | null;
}

const rangeUnit = 'mg/m³';

/** A library record from before uncertainties were kept has none of these. */
const told = (text: string | null | undefined): text is string => text !== null && text !== undefined && text !== '';

type Told = Partial<UncertaintyOfMethod>;

/** U that holds on a day, whatever the level; 0 is none. */
function toldOn(item: Told | null, day: string | null): Uncertainty | null {
  if (!item || !told(item.uncertainty) || new Decimal(item.uncertainty).lessThanOrEqualTo(0)) return null;
  if (told(item.uncertaintyFrom) && (day === null || day < item.uncertaintyFrom)) return null;
  const k = told(item.coverage) ? new Decimal(item.coverage).toString() : null;
  return { percent: new Decimal(item.uncertainty).toString(), k };
}

/**
 * Uncertainty of a result by its method, at the level of the result.
 * @param item what 方法库 says; a missing property counts as not told
 * @param value concentration in `unit`
 * @param day of the test, `YYYY-MM-DD`
 * @returns null where the method tells none, the value lies outside its range, or the range can't be read in the unit
 * @throws LabProblem where the value is no number
 */
export function uncertaintyFor(
  item: Told | null, value: Numeric, unit: string | null = rangeUnit, day: string | null = null,
): Uncertainty | null {
  const found = toldOn(item, day);
  if (!item || !found) return null;
  const { uncertaintyLow: low, uncertaintyHigh: high } = item;
  if (told(low) || told(high)) {
    const factor = unit === null ? null : unitFactor(unit, rangeUnit);
    if (factor === null) return null;
    const level = numberOf(value, '结果').times(factor);
    if ((told(low) && level.lessThan(low)) || (told(high) && level.greaterThan(high))) return null;
  }
  return found;
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

/** What a record prints of its method's uncertainty: U, its levels, its source; empty where none is told. */
export function methodUncertaintyText(item: Told | null, day: string | null): string {
  const found = toldOn(item, day);
  if (!item || !found) return '';
  const { uncertaintyLow: low, uncertaintyHigh: high } = item;
  const range = told(low) && told(high) ? `${low}～${high}` : told(low) ? `≥${low}` : told(high) ? `≤${high}` : '';
  const source = told(item.uncertaintySource) && `来源：${item.uncertaintySource}`;
  return [uncertaintyText(found), range && `适用于${range} ${rangeUnit}`, source].filter(Boolean).join('，');
}
