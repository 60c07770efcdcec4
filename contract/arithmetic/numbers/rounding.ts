import Plain from 'decimal.js-light';
import { countOf, Decimal, numberOf, type Numeric, settled } from './number';

// 数值修约 GB/T 8170-2008 (DOMAIN §6): 四舍六入五留双, once, on the decimal number.

/** Without the sign of a zero that rounding made: −0.04 to one decimal is 0.0. */
const textOf = (value: Decimal, decimals: number): string =>
  (value.isZero() ? new Decimal(0) : value).toFixed(decimals);

/**
 * To so many decimals, kept with their zeros: 1.050 to one is 1.0, 2.675 to two is 2.68.
 * @returns plain digits, never an exponent
 * @throws LabProblem on what is no number
 */
export function roundTo(value: Numeric, decimals: number): string {
  const text = numberOf(value, '数值').toFixed(countOf(decimals, '小数位数'), Plain.ROUND_HALF_EVEN);
  // Without the sign of a zero that rounding made: −0.04 to one decimal is 0.0.
  return text.startsWith('-') && !/[1-9]/.test(text) ? text.slice(1) : text;
}

/**
 * To so many significant digits, kept with their zeros: 99.96 to three is 100, 0.09995 is 0.100.
 * @throws LabProblem on what is no number
 */
export function roundSignificant(value: Numeric, digits: number): string {
  const number = numberOf(value, '数值');
  const text = number.toPrecision(countOf(digits, '有效数字位数', 1), Plain.ROUND_HALF_EVEN);
  if (!text.includes('e')) return text;
  // 1268 to two: an exponent, where plain digits are asked for.
  const rounded = number.toSignificantDigits(digits, Plain.ROUND_HALF_EVEN);
  return textOf(rounded, rounded.isZero() ? digits - 1 : Math.max(0, digits - 1 - rounded.exponent()));
}

/**
 * 0.5 单位修约 and 0.2 单位修约: to a multiple of the step, with the step's decimals. 60.25 by 0.5 is 60.0; 830 by 20 is 840.
 * @param step the unit as text: '0.5', '0.2', or '20' for fifths of hundreds
 */
export function roundToStep(value: Numeric, step: string): string {
  const unit = numberOf(step, '修约间隔', { above: '0' });
  const times = numberOf(value, '数值').dividedBy(unit).toDecimalPlaces(0, Plain.ROUND_HALF_EVEN);
  return textOf(times.times(unit), unit.decimalPlaces());
}

/**
 * r and R² as they are shown: cut, never rounded up, to at least four decimals and one place past the last leading nine
 * (DOMAIN §4.1).
 * 0.9999952 is shown as 0.999995. The sign stays.
 */
export function truncatedR(value: Numeric): string {
  const number = settled(numberOf(value, '相关系数'));
  const size = number.absoluteValue();
  const nines = /^0\.(9*)/.exec(size.toFixed(20))?.[1]?.length ?? 0;
  const decimals = Math.max(4, nines + 1);
  return number.toDecimalPlaces(decimals, Plain.ROUND_DOWN).toFixed(decimals);
}

/** How many decimals a number is written with: what a limit or a detection limit asks of results. */
export const decimalsOf = (text: string): number => /\.(\d+)$/.exec(text.trim())?.[1]?.length ?? 0;

/**
 * A calculated value as it is reported: the decimals of the minimum detectable concentration, and at most three
 * significant digits
 * (DOMAIN §6, a convention). 56.849 at one decimal is 56.8; 3.1878 at three is 3.19.
 */
export function roundReported(value: Numeric, decimals: number): string {
  const number = settled(numberOf(value, '结果'));
  const byDecimals = roundTo(number, decimals);
  const bySignificant = roundSignificant(number, 3);
  return decimalsOf(bySignificant) < decimals || /^-?\d{4,}$/.test(byDecimals) ? bySignificant : byDecimals;
}

/** 全数值比较法 compares what was calculated; 修约值比较法 what is left at the limit's decimals (GB/T 8170-2008; DOMAIN §6). */
export type Comparison = 'full' | 'rounded';

/**
 * Whether a value keeps to a limit; equal is kept.
 * @param limit as written in its standard: its decimals count for 修约值比较法
 */
export function withinLimit(value: Numeric, limit: string, by: Comparison = 'full'): boolean {
  const bound = numberOf(limit, '限值');
  const number = settled(numberOf(value, '结果'));
  return (by === 'full' ? number : new Decimal(roundTo(number, decimalsOf(limit)))).lessThanOrEqualTo(bound);
}

/**
 * The reported text beside a limit: 50.0(+) where rounding would hide that 50.04 is above 50, 50(-) where it would
 * feign it (GB/T 8170-2008
 * allows the marks).
 */
export function markedAgainst(text: string, value: Numeric, limit: string): string {
  const number = settled(numberOf(value, '结果'));
  const shown = numberOf(text, '报出结果').lessThanOrEqualTo(limit);
  const kept = number.lessThanOrEqualTo(limit);
  if (shown === kept) return text;
  return kept ? `${text}(-)` : `${text}(+)`;
}

/**
 * As many more digits as show on which side of the limit a value lies: 50.04 beside 50, where 50.0 would hide it
 * (DOMAIN §2.4).
 * @param bound whether the limit is the most that is allowed or the least that has to be reached
 */
export function revealed(text: string, value: Numeric, limit: string, bound: 'most' | 'least' = 'most'): string {
  const number = settled(numberOf(value, '结果'));
  const keeps = (one: Decimal): boolean =>
    bound === 'most' ? one.lessThanOrEqualTo(limit) : one.greaterThanOrEqualTo(limit);
  const kept = keeps(number);
  for (let [shown, decimals] = [text, decimalsOf(text)]; ; decimals += 1, shown = roundTo(number, decimals)) {
    if (keeps(numberOf(shown, '报出结果')) === kept) return shown;
    // The number's own digits are all shown: they can't mislead.
    if (decimals > number.decimalPlaces()) return number.toString();
  }
}

/**
 * Decimals of a result beside a limit: one for a whole-number limit, else one more than the limit's (GBZ 331-2024
 * G.1.2.2, G.2.2.2).
 */
export const decimalsBeside = (limit: string): number => decimalsOf(limit) + 1;

/**
 * A value as GBZ 331-2024 G.1.2.2 prints it. A value above 0 that would print as 0 keeps one significant digit.
 * @param decimals of the result, as {@link decimalsBeside} gives them
 */
export function roundForReport(value: Numeric, decimals: number): string {
  const number = settled(numberOf(value, '结果'));
  const text = roundTo(number, decimals);
  return number.isZero() || /[1-9]/.test(text) ? text : roundSignificant(number, 1);
}

/**
 * A value beside its limit: rounded by the limit's decimals, with (+) or (-) where the rounded text lies on the other
 * side (GB/T 8170-2008).
 * @param bound whether the limit is the most that is allowed or the least that has to be reached
 */
export function printedBeside(value: Numeric, limit: string, bound: 'most' | 'least' = 'most'): string {
  const text = roundForReport(value, decimalsBeside(limit));
  if (bound === 'most') return markedAgainst(text, value, limit);
  const reaches = (one: Numeric): boolean => settled(numberOf(one, '结果')).greaterThanOrEqualTo(limit);
  if (reaches(text) === reaches(value)) return text;
  return reaches(value) ? `${text}(+)` : `${text}(-)`;
}

/**
 * The bound of a result below its minimum as it is printed: two significant digits, rounded up, so that the paper never
 * claims less than what is known. 0.3333 prints 0.34.
 */
export function boundText(bound: Numeric): string {
  const number = settled(numberOf(bound, '最低定量浓度', { above: '0' }));
  const up = number.toSignificantDigits(2, Plain.ROUND_UP);
  const decimals = Math.max(0, 1 - up.exponent());
  return up.toFixed(decimals).replace(/^(\d+\.\d+?)0$/, '$1');
}
