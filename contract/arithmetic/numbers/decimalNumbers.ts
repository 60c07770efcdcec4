import { CalculationProblem } from './calculationProblem';
import { Decimal } from './decimal';

// Decimal arithmetic, never binary (DOMAIN §0).

export { Decimal };

/** A number as typed text, as a JS number, or as a Decimal. Text keeps digits that a JS number loses. */
export type Numeric = string | number | Decimal;

interface Bounds {
  readonly above?: string;
  readonly atLeast?: string;
  readonly atMost?: string;
}

export const positiveBounds: Bounds = { above: '0' };
export const notNegative: Bounds = { atLeast: '0' };

const numeralPattern = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d{1,2})?$/i;

// Caches parsed numbers. Bounds, volumes, efficiencies and limits repeat in every row and at every keystroke. Numbers
// are immutable, so sharing them is safe.
const numberCache = new Map<string, Decimal>();
const maxCachedNumbers = 2_000;

function cacheNumber(text: string, number: Decimal): Decimal {
  if (numberCache.size >= maxCachedNumbers) numberCache.clear();
  numberCache.set(text, number);
  return number;
}

/** Parses a numeral from the source code; the result is cached. */
export const decimalConstant = (text: string): Decimal => numberCache.get(text) ?? cacheNumber(text, new Decimal(text));

function parseNumber(value: Numeric | null | undefined, label: string): Decimal {
  if (value === null || value === undefined) throw new CalculationProblem('missing', `请填写${label}`);
  if (typeof value === 'object') return value;
  const rawText = String(value);
  const cached = numberCache.get(rawText);
  if (cached) return cached;
  const text = rawText.trim();
  if (text === '') throw new CalculationProblem('missing', `请填写${label}`);
  if (!numeralPattern.test(text)) throw new CalculationProblem('notNumber', `${label}应为数字`);
  return cacheNumber(rawText, new Decimal(text.startsWith('+') ? text.slice(1) : text));
}

/**
 * Parses and checks the number of an input.
 * @param label the quantity in Chinese, used as the subject of the message
 * @throws CalculationProblem for an empty value, a value that is not a finite number, or one out of bounds
 */
export function numberOf(
  value: Numeric | null | undefined,
  label: string,
  { above, atLeast, atMost }: Bounds = {},
): Decimal {
  const number = parseNumber(value, label);
  if (above !== undefined && number.lessThanOrEqualTo(decimalConstant(above)))
    throw new CalculationProblem('outOfRange', `${label}应大于${above}`);
  if (
    (atLeast !== undefined && number.lessThan(decimalConstant(atLeast))) ||
    (atMost !== undefined && number.greaterThan(decimalConstant(atMost)))
  ) {
    const range =
      atMost === undefined
        ? `不小于${atLeast}`
        : atLeast === undefined
          ? `不大于${atMost}`
          : `在${atLeast}～${atMost}之间`;
    throw new CalculationProblem('outOfRange', `${label}应${range}`);
  }
  return number;
}

/**
 * Parses a count: a whole number from `minimum` to 1,000,000.
 * @param label the quantity in Chinese, used in the message
 * @throws CalculationProblem for anything else
 */
export function countOf(value: Numeric | null | undefined, label: string, minimum = 0): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= minimum && value <= 1_000_000) return value;
  const number = numberOf(value, label, { atLeast: String(minimum), atMost: '1000000' });
  if (!number.isInteger()) throw new CalculationProblem('notNumber', `${label}应为整数`);
  return number.toNumber();
}

const significantDigits = 12;

// Caches the last results of `withoutCalculationNoise`, because one row compares, shows, stores and explains the same
// number. (A WeakMap was slower than no cache.)
const cacheSize = 16;
const recentValues: (Decimal | undefined)[] = Array.from({ length: cacheSize });
const recentResults: Decimal[] = [];
let nextSlot = 0;

/**
 * Rounds a calculated number to 12 significant digits, which removes the noise of the calculation (DOMAIN §0, 1). Use
 * it for results only: typed numbers are exact and stay unchanged.
 */
export function withoutCalculationNoise(value: Decimal): Decimal {
  if (value.precision() <= significantDigits) return value;
  const cacheIndex = recentValues.indexOf(value);
  const cachedResult = cacheIndex < 0 ? undefined : recentResults[cacheIndex];
  if (cachedResult) return cachedResult;
  const rounded = value.toSignificantDigits(significantDigits);
  recentValues[nextSlot] = value;
  recentResults[nextSlot] = rounded;
  nextSlot = (nextSlot + 1) % cacheSize;
  return rounded;
}

/**
 * Converts the binary result of a logarithm or a power back to a decimal.
 * @param label the quantity in Chinese, used in the message
 * @throws CalculationProblem if the value is not finite
 */
export function fromFloat(value: number, label: string): Decimal {
  if (!Number.isFinite(value)) throw new CalculationProblem('outOfRange', `${label}超出可计算的范围，请检查输入`);
  return withoutCalculationNoise(new Decimal(value));
}

/** Returns the sum; 0 without values. */
export const sumOf = (values: readonly Decimal[]): Decimal =>
  values.reduce((sum, value) => sum.plus(value), new Decimal(0));

/**
 * Returns the arithmetic mean.
 * @param label the values in Chinese, used in the message
 * @throws CalculationProblem without values
 */
export function meanOf(values: readonly Decimal[], label: string): Decimal {
  if (values.length === 0) throw new CalculationProblem('notEnough', `请填写${label}`);
  return sumOf(values).dividedBy(values.length);
}

/**
 * Returns the standard deviation of a sample (n − 1).
 * @param label the values in Chinese, used in the message
 * @throws CalculationProblem for fewer than two values
 */
export function standardDeviation(values: readonly Decimal[], label: string): Decimal {
  if (values.length < 2) throw new CalculationProblem('notEnough', `${label}至少需要2个`);
  const mean = meanOf(values, label);
  return sumOf(values.map((value) => value.minus(mean).pow(2)))
    .dividedBy(values.length - 1)
    .squareRoot();
}
