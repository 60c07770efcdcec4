import { rules } from '@contract/rules';
import { CalculationProblem } from './calculationProblem';
import { decimalConstant, Decimal, numberOf, withoutCalculationNoise } from './decimalNumbers';
import { censoringBoundText, roundForReport, roundReported, roundSignificant, roundTo } from './roundingRules';

/** Result of a measurement (DOMAIN §0, 4). */
export interface Result {
  /** Reported text, e.g. `<0.6` where nothing was detected. */
  readonly text: string;
  /** Unrounded value as decimal text; for a censored result the bound after `<`. */
  readonly num: string;
  /** True where the value is below `num`. */
  readonly censored: boolean;
}

/**
 * Parses a typed or stored result: a number, or `<` and a number.
 * @throws CalculationProblem with the specification's message for anything else, a full-width ＜ included
 * @example parseResult('< 0.6') // { text: '<0.6', num: '0.6', censored: true }
 */
export function parseResult(text: string): Result {
  const typedText = text.trim();
  if (typedText === '') throw new CalculationProblem('missing', '请填写检测结果');
  if (!rules.valueOrBelowLimit.test(typedText))
    throw new CalculationProblem('notNumber', rules.valueOrBelowLimit.message);
  const isCensored = typedText.startsWith('<');
  const num = isCensored ? typedText.slice(1).trim() : typedText;
  return { text: isCensored ? `<${num}` : num, num, censored: isCensored };
}

/** Returns whether a text is a valid result. */
export const isResult = (text: string): boolean => rules.valueOrBelowLimit.test(text.trim());

/**
 * Returns a measured result with the given decimals, at most three significant digits.
 * @param value unrounded, in the unit of the result
 * @param decimals number of decimals that the method publishes
 */
export const measuredResult = (value: Decimal, decimals: number): Result => ({
  text: roundReported(value, decimals),
  num: value.toString(),
  censored: false,
});

/**
 * Formats the minimum detectable concentration of a sample. The text has the decimals that the method publishes. A
 * value below one unit of the last of these decimals gets two significant digits, without a trailing zero after the
 * first decimal: 0.6, 1.2, 0.033.
 * @param value minimum detectable concentration, in the unit of the result
 * @param decimals number of decimals that the method publishes
 * @throws CalculationProblem unless the value is above 0
 */
export function minimumTextOf(value: Decimal, decimals?: number): string {
  numberOf(value, '最低检出浓度', { above: '0' });
  if (decimals !== undefined && value.greaterThanOrEqualTo(decimalConstant(`1e-${decimals}`)))
    return roundTo(value, decimals);
  return roundSignificant(value, 2).replace(/^(\d+\.\d+?)0$/, '$1');
}

/**
 * Returns the result "not detected" by the rules before GBZ 331-2024 (DOMAIN §4.3): `<` and the minimum detectable
 * concentration of this sample, never 0 or ND. The text is rounded. `num` is the exact bound, which is judged: the
 * text `<0.5` may have a bound of 0.549.
 * @param minimum minimum detectable concentration of the sample, in the unit of the result
 * @param decimals number of decimals that the method publishes
 */
export const censoredResult = (minimum: Decimal, decimals?: number): Result => ({
  text: `<${minimumTextOf(minimum, decimals)}`,
  num: withoutCalculationNoise(minimum).toString(),
  censored: true,
});

/**
 * Returns the result below the minimum quantifiable concentration of this sample (GBZ 331-2024 G.1.2.3). The text is
 * rounded up; `num` is the exact bound.
 */
export const unquantifiedResult = (minimum: Decimal): Result => ({
  text: `<${censoringBoundText(minimum)}`,
  num: withoutCalculationNoise(minimum).toString(),
  censored: true,
});

/**
 * Returns a measured result as GBZ 331-2024 G.1.2.2 prints it.
 * @param decimals one more than the limit's
 * @param minimum lowest quantifiable concentration; the text gets more decimals until it is not below this value, at
 * most up to the minimum's third significant digit. {@link minimumTextBesideResult} then prints the minimum with the
 * same digits.
 */
export function quantifiedResult(value: Decimal, decimals: number, minimum: Decimal | null): Result {
  const num = withoutCalculationNoise(value);
  let text = roundForReport(num, decimals);
  if (minimum !== null && num.greaterThanOrEqualTo(withoutCalculationNoise(minimum))) {
    const maxDecimals = Math.min(num.decimalPlaces(), 2 - withoutCalculationNoise(minimum).exponent());
    for (
      let shownDecimals = decimals + 1;
      new Decimal(text).lessThan(withoutCalculationNoise(minimum)) && shownDecimals <= maxDecimals;
      shownDecimals += 1
    )
      text = roundTo(num, shownDecimals);
  }
  return { text, num: num.toString(), censored: false };
}

/**
 * Formats the minimum that is printed beside a measured result, with more digits until it does not exceed the result.
 * @param text printed minimum
 * @param minimum minimum before it was rounded
 * @param reportedText printed result
 * @returns `text` unchanged where the minimum does not exceed the result
 */
export function minimumTextBesideResult(text: string, minimum: Decimal, reportedText: string): string {
  const maxValue = new Decimal(reportedText);
  let shownText = text;
  for (let digits = 3; new Decimal(shownText).greaterThan(maxValue) && digits <= 12; digits += 1)
    shownText = withoutCalculationNoise(minimum).toSignificantDigits(digits).toFixed();
  return shownText;
}
