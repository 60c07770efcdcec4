import Plain from 'decimal.js-light';
import { describe, expect, it } from 'vitest';
import { Decimal, type Rounding } from '@contract/arithmetic/numbers/decimal';
import { proofs } from '../support/proofs';

/** The library that calculated before, with the same 40 digits. */
const Library = Plain.clone({ precision: 40, rounding: Plain.ROUND_HALF_EVEN, toExpNeg: -40, toExpPos: 40 });

const cases = proofs ? 1_000_000 : 20_000;
const libraryRoundings: Readonly<Record<Rounding, number>> = {
  halfEven: Plain.ROUND_HALF_EVEN,
  down: Plain.ROUND_DOWN,
  up: Plain.ROUND_UP,
};
const roundings = Object.keys(libraryRoundings) as Rounding[];

/** The library prints the sign of a rounded zero. */
const withoutZeroSign = (text: string): string => (text.startsWith('-') && !/[1-9]/.test(text) ? text.slice(1) : text);

/** Returns numbers from 0 to 1, the same at each run (mulberry32). */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function numeralsOf(random: () => number): () => string {
  const below = (limit: number): number => Math.floor(random() * limit);
  return () => {
    const length = 1 + below(random() < 0.2 ? 30 : 8);
    const digits = Array.from({ length }, () => below(10)).join('');
    const point = below(length + 1);
    const plain = `${digits.slice(0, point) || '0'}${point < length ? `.${digits.slice(point)}` : ''}`;
    const exponent = random() < 0.05 ? `e${below(40) - 20}` : '';
    return `${random() < 0.2 ? '-' : ''}${plain}${exponent}`;
  };
}

const textOrError = (work: () => { toString: () => string }): string => {
  try {
    return String(work());
  } catch {
    return 'error';
  }
};

const binary = [
  'plus',
  'minus',
  'times',
  'dividedBy',
  'dividedToIntegerBy',
  'comparedTo',
  'lessThan',
  'equals',
] as const;
const unary = ['toFixed', 'toNumber', 'decimalPlaces', 'exponent', 'isInteger', 'isNegative', 'absoluteValue'] as const;

describe('decimal numbers', () => {
  it(`${cases.toLocaleString('en')} calculations equal those of decimal.js-light in each of 40 digits`, () => {
    const random = seededRandom(20_261_127);
    const numeral = numeralsOf(random);
    const differences: string[] = [];
    const compare = (label: string, library: string, own: string): void => {
      if (withoutZeroSign(library) !== own) differences.push(`${label}: ${library}, not ${own}`);
    };
    for (let count = 0; count < cases && differences.length < 10; count += 1) {
      const [first, second, divisor] = [numeral(), numeral(), numeral()];
      // Every third number is a quotient of 40 digits.
      const isQuotient = count % 3 === 0 && !new Library(divisor).isZero();
      const library = isQuotient ? new Library(first).dividedBy(divisor) : new Library(first);
      const own = isQuotient ? new Decimal(first).dividedBy(divisor) : new Decimal(first);
      const label = `${first}${isQuotient ? `/${divisor}` : ''}`;
      compare(label, String(library), String(own));
      const operation = binary[count % binary.length] as (typeof binary)[number];
      compare(
        `${label} ${operation} ${second}`,
        textOrError(() => library[operation](second)),
        textOrError(() => own[operation](second)),
      );
      const question = unary[count % unary.length] as (typeof unary)[number];
      compare(`${label} ${question}`, String(library[question]()), String(own[question]()));
      const power = count % 6;
      compare(`${label} pow ${power}`, String(library.pow(power)), String(own.pow(power)));
      const [librarySize, ownSize] = [library.absoluteValue(), own.absoluteValue()];
      compare(`${label} squareRoot`, String(librarySize.squareRoot()), String(ownSize.squareRoot()));
      const digits = Math.floor(random() * 15);
      const rounding = roundings[count % roundings.length] as Rounding;
      const mode = libraryRoundings[rounding];
      compare(
        `${label} to ${digits + 1} digits, ${rounding}`,
        String(library.toSignificantDigits(digits + 1, mode)),
        String(own.toSignificantDigits(digits + 1, rounding)),
      );
      compare(
        `${label} to ${digits} decimals, ${rounding}`,
        String(library.toDecimalPlaces(digits, mode)),
        String(own.toDecimalPlaces(digits, rounding)),
      );
      compare(`${label} fixed ${digits}`, library.toFixed(digits, mode), own.toFixed(digits, rounding));
      compare(`${label} precision`, String(library.precision(false)), String(own.precision()));
    }
    expect(differences).toEqual([]);
  }, 600_000);

  it('a rounded zero has no sign', () => {
    expect(new Decimal('-0.04').toFixed(1)).toBe('0.0');
    expect(new Decimal('-0.04').toDecimalPlaces(1).isNegative()).toBe(false);
  });

  it.each(['', '.', 'abc', '1.2.3', '1e', '0x10', 'NaN', 'Infinity', ' 1'])(
    'the text "%s" is refused as a decimal number',
    (text) => {
      expect(() => new Decimal(text)).toThrow('not a decimal number');
    },
  );

  it.each([Number.NaN, Infinity, -Infinity])('the number %s is refused as a decimal number', (number) => {
    expect(() => new Decimal(number)).toThrow('not a decimal number');
  });

  it('a division by 0, the root of a negative number and a power that is not whole are refused', () => {
    expect(() => new Decimal(1).dividedBy('0.00')).toThrow('division by zero');
    expect(() => new Decimal(-1).squareRoot()).toThrow('square root of a negative number');
    expect(() => new Decimal(2).pow(0.5)).toThrow('not a whole power');
  });

  it('numbers from 10^40 and below 10^−39 are written with an exponent', () => {
    expect(String(new Decimal('1e39'))).toBe(`1${'0'.repeat(39)}`);
    expect(String(new Decimal('12.5e39'))).toBe('1.25e+40');
    expect(String(new Decimal('-3e-40'))).toBe('-3e-40');
  });
});
