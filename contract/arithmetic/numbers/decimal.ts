// Decimal numbers as an integer coefficient and a power of ten. A sum, a product, a quotient and a root keep 40
// significant digits and drop the others, so that a division inside a formula leaves no error that the one rounding at
// the end could show (docs/spec: arithmetic is decimal, never binary).

/** Significant digits of a calculated number. */
const precisionDigits = 40;
/** Numbers from 10^40, and below 10^−39, are written with an exponent. */
const maxPlainExponent = 40;

const powersOfTen: bigint[] = Array.from({ length: 256 }, (_, exponent) => 10n ** BigInt(exponent));
const powerOfTen = (exponent: number): bigint => powersOfTen[exponent] ?? 10n ** BigInt(exponent);

const magnitudeOf = (coefficient: bigint): bigint => (coefficient < 0n ? -coefficient : coefficient);

/** Counts the decimal digits of a coefficient; 0 has one. */
function digitsOf(coefficient: bigint): number {
  const magnitude = magnitudeOf(coefficient);
  if (magnitude < 10n) return 1;
  const approximate = Number(magnitude);
  if (approximate === Infinity) return magnitude.toString().length;
  // The estimate is off by at most one, next to a power of ten.
  const digits = Math.floor(Math.log10(approximate)) + 1;
  if (magnitude >= powerOfTen(digits)) return digits + 1;
  return magnitude < powerOfTen(digits - 1) ? digits - 1 : digits;
}

/** How a number loses digits: an exact half to the even digit, towards zero, or away from zero. */
export type Rounding = 'halfEven' | 'down' | 'up';

/** Divides a coefficient by a power of ten and rounds. */
function withoutLastDigits(coefficient: bigint, digits: number, rounding: Rounding): bigint {
  const divisor = powerOfTen(digits);
  const quotient = coefficient / divisor;
  if (rounding === 'down') return quotient;
  const remainder = magnitudeOf(coefficient - quotient * divisor);
  if (remainder === 0n) return quotient;
  const away = coefficient < 0n ? quotient - 1n : quotient + 1n;
  if (rounding === 'up') return away;
  const twice = remainder * 2n;
  if (twice !== divisor) return twice > divisor ? away : quotient;
  return quotient % 2n === 0n ? quotient : away;
}

/** Returns the largest integer whose square is not above a number. */
function integerRoot(number: bigint): bigint {
  if (number === 0n) return 0n;
  const approximate = Math.sqrt(Number(number));
  let root = Number.isFinite(approximate)
    ? BigInt(Math.floor(approximate)) + 1n
    : powerOfTen(Math.ceil(digitsOf(number) / 2));
  for (;;) {
    const next = (root + number / root) / 2n;
    const change = next - root;
    root = next;
    if (change <= 1n && change >= -1n) break;
  }
  while (root * root > number) root -= 1n;
  while ((root + 1n) * (root + 1n) <= number) root += 1n;
  return root;
}

const numeralPattern = /^([+-]?)(\d*)\.?(\d*)(?:e([+-]?\d+))?$/i;

/** Removes zeros at the end of a coefficient. */
function withoutEndZeros(coefficient: bigint, exponent: number): [coefficient: bigint, exponent: number] {
  if (coefficient === 0n) return [0n, 0];
  if (coefficient % 10n !== 0n) return [coefficient, exponent];
  let [shortened, power] = [coefficient, exponent];
  for (const digits of [32, 16, 8, 4, 2, 1])
    for (let divisor = powerOfTen(digits); shortened % divisor === 0n; shortened /= divisor) power += digits;
  return [shortened, power];
}

/** A decimal number. Numbers are immutable. */
export class Decimal {
  /** The number is coefficient × 10^exponentOfTen. */
  private readonly coefficient: bigint;
  private readonly exponentOfTen: number;
  /** At least the number of digits of the coefficient; counting them takes longer than most calculations. */
  private readonly maxDigits: number;

  /**
   * @param value a numeral such as `-12.50` or `1.5e-3`, a finite JS number by its shortest text, another Decimal, or
   * an integer coefficient
   * @param exponentOfTen power of ten by which a coefficient is multiplied
   * @param maxDigits upper bound of the coefficient's digits
   * @throws Error for a text that is not a numeral, and for a number that is not finite
   */
  constructor(value: string | number | bigint | Decimal, exponentOfTen = 0, maxDigits?: number) {
    if (typeof value === 'bigint') {
      this.coefficient = value;
      this.exponentOfTen = exponentOfTen;
      this.maxDigits = maxDigits ?? digitsOf(value);
    } else if (typeof value === 'object') {
      this.coefficient = value.coefficient;
      this.exponentOfTen = value.exponentOfTen;
      this.maxDigits = value.maxDigits;
    } else {
      const [, sign, whole = '', fraction = '', exponent = '0'] = numeralPattern.exec(String(value)) ?? [];
      if (whole === '' && fraction === '') throw new Error(`not a decimal number: ${value}`);
      const magnitude = BigInt(whole + fraction);
      this.coefficient = sign === '-' ? -magnitude : magnitude;
      this.exponentOfTen = magnitude === 0n ? 0 : Number(exponent) - fraction.length;
      this.maxDigits = magnitude === 0n ? 1 : whole.length + fraction.length;
    }
  }

  /** Keeps 40 significant digits of a calculated number. */
  private static calculated(coefficient: bigint, exponentOfTen: number, maxDigits: number): Decimal {
    if (maxDigits <= precisionDigits) return new Decimal(coefficient, exponentOfTen, maxDigits);
    const digits = digitsOf(coefficient);
    const surplus = digits - precisionDigits;
    return surplus > 0
      ? new Decimal(coefficient / powerOfTen(surplus), exponentOfTen + surplus, precisionDigits)
      : new Decimal(coefficient, exponentOfTen, digits);
  }

  private static of(value: string | number | Decimal): Decimal {
    return typeof value === 'object' ? value : new Decimal(value);
  }

  /** Returns the coefficients of two numbers for the smaller of their exponents. */
  private aligned(other: Decimal): [own: bigint, other: bigint, exponentOfTen: number] {
    const difference = this.exponentOfTen - other.exponentOfTen;
    if (difference === 0) return [this.coefficient, other.coefficient, this.exponentOfTen];
    return difference > 0
      ? [this.coefficient * powerOfTen(difference), other.coefficient, other.exponentOfTen]
      : [this.coefficient, other.coefficient * powerOfTen(-difference), this.exponentOfTen];
  }

  plus(value: string | number | Decimal): Decimal {
    const other = Decimal.of(value);
    const [own, addend, exponentOfTen] = this.aligned(other);
    return Decimal.calculated(own + addend, exponentOfTen, this.sumDigits(other));
  }

  minus(value: string | number | Decimal): Decimal {
    const other = Decimal.of(value);
    const [own, subtrahend, exponentOfTen] = this.aligned(other);
    return Decimal.calculated(own - subtrahend, exponentOfTen, this.sumDigits(other));
  }

  /** Returns an upper bound of the digits of a sum. */
  private sumDigits(other: Decimal): number {
    const difference = this.exponentOfTen - other.exponentOfTen;
    return Math.max(this.maxDigits + Math.max(0, difference), other.maxDigits + Math.max(0, -difference)) + 1;
  }

  times(value: string | number | Decimal): Decimal {
    const other = Decimal.of(value);
    return Decimal.calculated(
      this.coefficient * other.coefficient,
      this.exponentOfTen + other.exponentOfTen,
      this.maxDigits + other.maxDigits,
    );
  }

  /**
   * Divides; 0 divided by any number is 0.
   * @throws Error for 0 as divisor of another number
   */
  dividedBy(value: string | number | Decimal): Decimal {
    const divisor = Decimal.of(value);
    if (this.coefficient === 0n) return new Decimal(0n, 0, 1);
    if (divisor.coefficient === 0n) throw new Error('division by zero');
    const shift = Math.max(0, precisionDigits + 1 + divisor.maxDigits - digitsOf(this.coefficient));
    const dividend = this.coefficient * powerOfTen(shift);
    const quotient = dividend / divisor.coefficient;
    const exponentOfTen = this.exponentOfTen - divisor.exponentOfTen - shift;
    if (quotient * divisor.coefficient !== dividend)
      return Decimal.calculated(quotient, exponentOfTen, precisionDigits + 1);
    // Without its zeros an exact quotient is short, and quick to calculate with.
    const [coefficient, power] = withoutEndZeros(quotient, exponentOfTen);
    return Decimal.calculated(coefficient, power, precisionDigits + 1);
  }

  /**
   * Returns the whole number of times that a divisor fits, rounded towards 0; 0 for 0 divided by any number.
   * @throws Error for 0 as divisor of another number
   */
  dividedToIntegerBy(value: string | number | Decimal): Decimal {
    const [own, divisor] = this.aligned(Decimal.of(value));
    if (own === 0n) return new Decimal(0n, 0, 1);
    if (divisor === 0n) throw new Error('division by zero');
    return Decimal.calculated(own / divisor, 0, precisionDigits + 1);
  }

  /**
   * @param power whole number
   * @throws Error for another power, and for 0 to a negative one
   */
  pow(power: number): Decimal {
    if (!Number.isInteger(power)) throw new Error(`not a whole power: ${power}`);
    if (power < 0) return new Decimal(1n).dividedBy(this.pow(-power));
    return Decimal.calculated(this.coefficient ** BigInt(power), this.exponentOfTen * power, this.maxDigits * power);
  }

  /** @throws Error for a negative number */
  squareRoot(): Decimal {
    if (this.coefficient < 0n) throw new Error('square root of a negative number');
    const missingDigits = 2 * (precisionDigits + 1) - digitsOf(this.coefficient);
    const minShift = Math.max(0, missingDigits);
    // The exponent of the root is a whole number.
    const shift = (this.exponentOfTen - minShift) % 2 === 0 ? minShift : minShift + 1;
    const square = this.coefficient * powerOfTen(shift);
    const root = integerRoot(square);
    const exponentOfTen = (this.exponentOfTen - shift) / 2;
    const [coefficient, power] = root * root === square ? withoutEndZeros(root, exponentOfTen) : [root, exponentOfTen];
    return Decimal.calculated(coefficient, power, precisionDigits + 1);
  }

  absoluteValue(): Decimal {
    return this.coefficient < 0n ? this.negated() : this;
  }

  negated(): Decimal {
    return new Decimal(-this.coefficient, this.exponentOfTen, this.maxDigits);
  }

  /** Returns −1, 0 or 1 for a number that is less than, equal to or greater than another one. */
  comparedTo(value: string | number | Decimal): -1 | 0 | 1 {
    const [own, other] = this.aligned(Decimal.of(value));
    return own < other ? -1 : own > other ? 1 : 0;
  }

  equals(value: string | number | Decimal): boolean {
    return this.comparedTo(value) === 0;
  }

  lessThan(value: string | number | Decimal): boolean {
    return this.comparedTo(value) < 0;
  }

  lessThanOrEqualTo(value: string | number | Decimal): boolean {
    return this.comparedTo(value) <= 0;
  }

  greaterThan(value: string | number | Decimal): boolean {
    return this.comparedTo(value) > 0;
  }

  greaterThanOrEqualTo(value: string | number | Decimal): boolean {
    return this.comparedTo(value) >= 0;
  }

  isZero(): boolean {
    return this.coefficient === 0n;
  }

  isNegative(): boolean {
    return this.coefficient < 0n;
  }

  isInteger(): boolean {
    return this.decimalPlaces() === 0;
  }

  /** Returns the exponent of the scientific notation: 2 for 123, −3 for 0.0012; 0 for 0. */
  exponent(): number {
    return this.coefficient === 0n ? 0 : digitsOf(this.coefficient) - 1 + this.exponentOfTen;
  }

  /** Counts the significant digits without zeros at the end: 2 for 1200 and for 0.0120; 1 for 0. */
  precision(): number {
    return digitsOf(withoutEndZeros(this.coefficient, this.exponentOfTen)[0]);
  }

  /** Counts the decimals without zeros at the end. */
  decimalPlaces(): number {
    return this.exponentOfTen >= 0 ? 0 : Math.max(0, -withoutEndZeros(this.coefficient, this.exponentOfTen)[1]);
  }

  /** Rounds to a number of significant digits. */
  toSignificantDigits(digits: number, rounding: Rounding = 'halfEven'): Decimal {
    return this.withoutDigits(digitsOf(this.coefficient) - digits, rounding);
  }

  /** Rounds to a number of decimals. */
  toDecimalPlaces(decimals: number, rounding: Rounding = 'halfEven'): Decimal {
    return this.withoutDigits(-this.exponentOfTen - decimals, rounding);
  }

  private withoutDigits(surplus: number, rounding: Rounding): Decimal {
    if (surplus <= 0) return this;
    // A magnitude with fewer digits than are removed is rounded as a part of the place above.
    return new Decimal(withoutLastDigits(this.coefficient, surplus, rounding), this.exponentOfTen + surplus);
  }

  /**
   * Writes plain digits without an exponent. A rounded zero has no sign: −0.04 with one decimal is 0.0.
   * @param decimals number of decimals, filled with zeros; as many as the number has where left out
   */
  toFixed(decimals?: number, rounding: Rounding = 'halfEven'): string {
    const places = decimals ?? this.decimalPlaces();
    const surplus = -this.exponentOfTen - places;
    const scaled =
      surplus > 0 ? withoutLastDigits(this.coefficient, surplus, rounding) : this.coefficient * powerOfTen(-surplus);
    const text = magnitudeOf(scaled).toString();
    const sign = scaled < 0n ? '-' : '';
    if (places === 0) return sign + text;
    const padded = text.padStart(places + 1, '0');
    return `${sign}${padded.slice(0, -places)}.${padded.slice(-places)}`;
  }

  toNumber(): number {
    return Number(this.toString());
  }

  /** Writes plain digits; a number from 10^40 and below 10^−39 has an exponent. */
  toString(): string {
    const exponent = this.exponent();
    if (exponent > -maxPlainExponent && exponent < maxPlainExponent) return this.toFixed();
    const [coefficient] = withoutEndZeros(this.coefficient, this.exponentOfTen);
    const text = magnitudeOf(coefficient).toString();
    const fraction = text.length > 1 ? `.${text.slice(1)}` : '';
    return `${coefficient < 0n ? '-' : ''}${text.charAt(0)}${fraction}e${exponent < 0 ? '-' : '+'}${Math.abs(exponent)}`;
  }

  toJSON(): string {
    return this.toString();
  }
}
