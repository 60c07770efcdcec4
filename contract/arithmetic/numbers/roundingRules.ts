import { countOf, Decimal, numberOf, type Numeric, withoutCalculationNoise } from './decimalNumbers';

// Rounding by GB/T 8170-2008 (DOMAIN §6): half to even, once, on the decimal number.

/**
 * Rounds to a number of decimals, an exact half to the even digit (GB/T 8170-2008), and keeps trailing zeros.
 * @returns plain digits, never an exponent
 * @throws CalculationProblem for a value that is not a number
 * @example roundTo('2.675', 2) // '2.68'
 */
export function roundTo(value: Numeric, decimals: number): string {
  return numberOf(value, '数值').toFixed(countOf(decimals, '小数位数'));
}

/**
 * Rounds to significant digits, an exact half to the even digit (GB/T 8170-2008), and keeps trailing zeros.
 * @returns plain digits, never an exponent
 * @throws CalculationProblem for a value that is not a number
 * @example roundSignificant('0.09995', 3) // '0.100'
 */
export function roundSignificant(value: Numeric, digits: number): string {
  const rounded = numberOf(value, '数值').toSignificantDigits(countOf(digits, '有效数字位数', 1));
  return rounded.toFixed(rounded.isZero() ? digits - 1 : Math.max(0, digits - 1 - rounded.exponent()));
}

/**
 * Rounds to a multiple of a step (0.5 单位修约, 0.2 单位修约), with the step's decimals. 60.25 with step 0.5 is 60.0; 830
 * with step 20 is 840.
 * @param step as text: '0.5', '0.2', or '20' for 0.2 units of a hundred
 * @throws CalculationProblem for a value that is not a number, or a step not above 0
 */
export function roundToStep(value: Numeric, step: string): string {
  const unit = numberOf(step, '修约间隔', { above: '0' });
  const times = numberOf(value, '数值').dividedBy(unit).toDecimalPlaces(0);
  return times.times(unit).toFixed(unit.decimalPlaces());
}

/**
 * Formats r or R²: truncated, never rounded up, to at least four decimals and one place after the last leading nine
 * (DOMAIN §4.1). 0.9999952 prints 0.999995. The sign stays.
 * @throws CalculationProblem for a value that is not a number
 */
export function truncatedR(value: Numeric): string {
  const number = withoutCalculationNoise(numberOf(value, '相关系数'));
  const size = number.absoluteValue();
  const leadingNines = /^0\.(9*)/.exec(size.toFixed(20))?.[1]?.length ?? 0;
  const decimals = Math.max(4, leadingNines + 1);
  return number.toDecimalPlaces(decimals, 'down').toFixed(decimals);
}

/** Counts the decimals of a number text. The decimals of limits and detection limits determine those of results. */
export const decimalsOf = (text: string): number => /\.(\d+)$/.exec(text.trim())?.[1]?.length ?? 0;

/**
 * Formats a calculated value for a report: the given decimals and at most three significant digits (DOMAIN §6, a
 * convention). 56.849 with one decimal is 56.8; 3.1878 with three is 3.19.
 * @param decimals those of the minimum detectable concentration
 * @throws CalculationProblem for a value that is not a number
 */
export function roundReported(value: Numeric, decimals: number): string {
  const number = withoutCalculationNoise(numberOf(value, '结果'));
  const byDecimals = roundTo(number, decimals);
  const bySignificant = roundSignificant(number, 3);
  return decimalsOf(bySignificant) < decimals || /^-?\d{4,}$/.test(byDecimals) ? bySignificant : byDecimals;
}

/**
 * `full` compares the unrounded value (全数值比较法); `rounded` compares the value rounded to the limit's decimals
 * (修约值比较法). GB/T 8170-2008, DOMAIN §6.
 */
export type LimitComparison = 'full' | 'rounded';

/**
 * Returns whether a value is at most its limit.
 * @param limit as printed in the standard; `rounded` uses its decimals
 * @throws CalculationProblem for a value or a limit that is not a number
 */
export function withinLimit(value: Numeric, limit: string, comparison: LimitComparison = 'full'): boolean {
  const bound = numberOf(limit, '限值');
  const number = withoutCalculationNoise(numberOf(value, '结果'));
  return (comparison === 'full' ? number : new Decimal(roundTo(number, decimalsOf(limit)))).lessThanOrEqualTo(bound);
}

/**
 * Adds (+) or (-) to a rounded text that lies on the other side of the limit than the value (GB/T 8170-2008): 50.04
 * beside 50 prints 50.0(+), and a value just below 50 prints 50(-).
 * @param text the rounded value
 * @param value the same value, unrounded
 * @param limit limit in the unit of the value
 * @throws CalculationProblem for a value that is not a number
 */
export function withLimitMark(text: string, value: Numeric, limit: string): string {
  const number = withoutCalculationNoise(numberOf(value, '结果'));
  const shownWithin = numberOf(text, '报出结果').lessThanOrEqualTo(limit);
  const numberWithin = number.lessThanOrEqualTo(limit);
  if (shownWithin === numberWithin) return text;
  return numberWithin ? `${text}(-)` : `${text}(+)`;
}

/**
 * Adds decimals until the text lies on the same side of the limit as the value. Example: 50.04 beside 50, because
 * 50.0 would hide the exceedance (DOMAIN §2.4).
 * @param bound whether the limit is an upper or a lower one
 * @throws CalculationProblem for a value that is not a number
 */
export function withRevealingDecimals(
  text: string,
  value: Numeric,
  limit: string,
  bound: 'most' | 'least' = 'most',
): string {
  const number = withoutCalculationNoise(numberOf(value, '结果'));
  const keepsVerdict = (candidate: Decimal): boolean =>
    bound === 'most' ? candidate.lessThanOrEqualTo(limit) : candidate.greaterThanOrEqualTo(limit);
  const withinBound = keepsVerdict(number);
  for (let [shownText, decimals] = [text, decimalsOf(text)]; ; decimals += 1, shownText = roundTo(number, decimals)) {
    if (keepsVerdict(numberOf(shownText, '报出结果')) === withinBound) return shownText;
    // The text already shows all digits, so it equals the value.
    if (decimals > number.decimalPlaces()) return number.toString();
  }
}

/**
 * Returns the decimals of a result beside a limit: one for a whole-number limit, else one more than the limit has
 * (GBZ 331-2024 G.1.2.2, G.2.2.2).
 */
export const decimalsBesideLimit = (limit: string): number => decimalsOf(limit) + 1;

/**
 * Rounds a value as GBZ 331-2024 G.1.2.2 prints it. A value above 0 that would print as 0 keeps one significant digit.
 * @param decimals from {@link decimalsBesideLimit}
 * @throws CalculationProblem for a value that is not a number
 */
export function roundForReport(value: Numeric, decimals: number): string {
  const number = withoutCalculationNoise(numberOf(value, '结果'));
  const text = roundTo(number, decimals);
  return number.isZero() || /[1-9]/.test(text) ? text : roundSignificant(number, 1);
}

/**
 * Formats a value beside its limit: rounded by the limit's decimals, with (+) or (-) where the text lies on the other
 * side of the limit (GB/T 8170-2008).
 * @param bound whether the limit is an upper or a lower one
 * @throws CalculationProblem for a value that is not a number
 */
export function textBesideLimit(value: Numeric, limit: string, bound: 'most' | 'least' = 'most'): string {
  const text = roundForReport(value, decimalsBesideLimit(limit));
  if (bound === 'most') return withLimitMark(text, value, limit);
  const reachesMinimum = (candidate: Numeric): boolean =>
    withoutCalculationNoise(numberOf(candidate, '结果')).greaterThanOrEqualTo(limit);
  if (reachesMinimum(text) === reachesMinimum(value)) return text;
  return reachesMinimum(value) ? `${text}(+)` : `${text}(-)`;
}

/**
 * Formats the bound of a result below its minimum: two significant digits, rounded up, so that the printed bound is
 * never below the real one.
 * @throws CalculationProblem for a bound not above 0
 * @example censoringBoundText('0.3333') // '0.34'
 */
export function censoringBoundText(bound: Numeric): string {
  const number = withoutCalculationNoise(numberOf(bound, '最低定量浓度', { above: '0' }));
  const roundedUp = number.toSignificantDigits(2, 'up');
  const decimals = Math.max(0, 1 - roundedUp.exponent());
  return roundedUp.toFixed(decimals).replace(/^(\d+\.\d+?)0$/, '$1');
}
