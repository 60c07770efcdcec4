import Plain from 'decimal.js-light';
import { LabProblem } from './problem';

// DOMAIN §0: decimal, not binary. Forty digits, so that a division in the middle of a formula leaves nothing that the
// one rounding could see.

export const Decimal = Plain.clone({ precision: 40, rounding: Plain.ROUND_HALF_EVEN, toExpNeg: -40, toExpPos: 40 });
export type Decimal = Plain;

/**
 * A number as people type it, as the wire carries it, or as it was calculated. Text keeps the digits that a JS number
 * loses.
 */
export type Numeric = string | number | Plain;

export interface Bounds {
  readonly above?: string;
  readonly atLeast?: string;
  readonly atMost?: string;
}

export const positive: Bounds = { above: '0' };
export const notNegative: Bounds = { atLeast: '0' };

const numeral = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d{1,2})?$/i;

// Bounds, volumes, efficiencies and limits are the same few texts in each row, at each keystroke; a number never
// changes, so that one will do for all who read it.
const known = new Map<string, Decimal>();
const mostKnown = 2_000;

function remembered(text: string, number: Decimal): Decimal {
  if (known.size >= mostKnown) known.clear();
  known.set(text, number);
  return number;
}

/** The number of a text that the program itself wrote. */
export const constant = (text: string): Decimal => known.get(text) ?? remembered(text, new Decimal(text));

function read(value: Numeric | null | undefined, label: string): Decimal {
  if (value === null || value === undefined) throw new LabProblem('missing', `请填写${label}`);
  // One of another precision is taken over; one of ours is immutable and stays.
  if (typeof value === 'object') return value.constructor === Decimal ? value : new Decimal(value);
  const given = String(value);
  const held = known.get(given);
  if (held) return held;
  const text = given.trim();
  if (text === '') throw new LabProblem('missing', `请填写${label}`);
  if (!numeral.test(text)) throw new LabProblem('notNumber', `${label}应为数字`);
  return remembered(given, new Decimal(text.startsWith('+') ? text.slice(1) : text));
}

/**
 * The number in an input.
 * @param label the quantity in Chinese, as the person knows it: the subject of the message
 * @throws LabProblem on what is empty, no number (NaN and Infinity too) or out of its bounds
 */
export function numberOf(
  value: Numeric | null | undefined,
  label: string,
  { above, atLeast, atMost }: Bounds = {},
): Decimal {
  const number = read(value, label);
  if (above !== undefined && number.lessThanOrEqualTo(constant(above)))
    throw new LabProblem('outOfRange', `${label}应大于${above}`);
  if (
    (atLeast !== undefined && number.lessThan(constant(atLeast))) ||
    (atMost !== undefined && number.greaterThan(constant(atMost)))
  ) {
    const range =
      atMost === undefined
        ? `不小于${atLeast}`
        : atLeast === undefined
          ? `不大于${atMost}`
          : `在${atLeast}～${atMost}之间`;
    throw new LabProblem('outOfRange', `${label}应${range}`);
  }
  return number;
}

/** A count: a whole number of at least `least`. */
export function countOf(value: Numeric | null | undefined, label: string, least = 0): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= 1_000_000) return value;
  const number = numberOf(value, label, { atLeast: String(least), atMost: '1000000' });
  if (!number.isInteger()) throw new LabProblem('notNumber', `${label}应为整数`);
  return number.toNumber();
}

const significant = 12;

// What was calculated is compared, shown, stored and explained, each time settled. The last few numbers are held with
// what they came to: those of the row in hand.
// (A WeakMap took more than it spared.)
const lately = 16;
const asked: (Decimal | undefined)[] = Array.from({ length: lately });
const answered: Decimal[] = [];
let turn = 0;

/**
 * A calculated number without the noise of its calculation: 12 significant digits (DOMAIN §0, 1). For results alone;
 * what people typed is
 * exact and stays as it is.
 */
export function settled(value: Decimal): Decimal {
  if (value.precision(false) <= significant) return value;
  const at = asked.indexOf(value);
  const held = at < 0 ? undefined : answered[at];
  if (held) return held;
  const near = value.toSignificantDigits(significant, Plain.ROUND_HALF_EVEN);
  asked[turn] = value;
  answered[turn] = near;
  turn = (turn + 1) % lately;
  return near;
}

/**
 * The way back from logarithms and powers, which are calculated in binary.
 * @throws LabProblem where the calculation left the numbers
 */
export function fromFloat(value: number, label: string): Decimal {
  if (!Number.isFinite(value)) throw new LabProblem('outOfRange', `${label}超出可计算的范围，请检查输入`);
  return settled(new Decimal(value));
}

export const sumOf = (values: readonly Decimal[]): Decimal =>
  values.reduce((sum, value) => sum.plus(value), new Decimal(0));

/** @throws LabProblem without values */
export function meanOf(values: readonly Decimal[], label: string): Decimal {
  if (values.length === 0) throw new LabProblem('notEnough', `请填写${label}`);
  return sumOf(values).dividedBy(values.length);
}

/**
 * SD of a sample (n − 1).
 * @throws LabProblem on fewer than two values
 */
export function standardDeviation(values: readonly Decimal[], label: string): Decimal {
  if (values.length < 2) throw new LabProblem('notEnough', `${label}至少需要2个`);
  const mean = meanOf(values, label);
  return sumOf(values.map((value) => value.minus(mean).pow(2)))
    .dividedBy(values.length - 1)
    .squareRoot();
}
