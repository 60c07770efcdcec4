import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CalculationProblem } from '@contract/arithmetic/numbers/calculationProblem';
import {
  isResult,
  measuredResult,
  censoredResult,
  minimumTextOf,
  minimumTextBesideResult,
  parseResult,
  quantifiedResult,
  unquantifiedResult,
} from '@contract/arithmetic/numbers/censoredResults';
import { Decimal, withoutCalculationNoise } from '@contract/arithmetic/numbers/decimalNumbers';
import {
  decimalsOf,
  withLimitMark,
  roundReported,
  roundSignificant,
  roundTo,
  roundToStep,
  truncatedR,
  withinLimit,
} from '@contract/arithmetic/numbers/roundingRules';
import { rules } from '@contract/rules';

/** Formats a minimum with three significant digits. */
const minimumDigits = (least: Decimal): string => least.toSignificantDigits(3).toFixed();

/** Decimal text with up to nine digits before and after the point. */
const decimalText = fc
  .tuple(
    fc.boolean(),
    fc.bigInt({ min: 0n, max: 999_999_999n }),
    fc.string({ unit: fc.constantFrom(...'0123456789'), maxLength: 9 }),
  )
  .map(([minus, whole, part]) => `${minus ? '-' : ''}${whole}${part && `.${part}`}`);

/** Rounds by GB/T 8170 with whole numbers only: the value is digits / 10^scale. */
function referenceRound(text: string, decimals: number): string {
  const [whole = '0', part = ''] = text.replace('-', '').split('.');
  const scale = Math.max(part.length, decimals);
  const digits = BigInt(whole + part.padEnd(scale, '0'));
  const unit = 10n ** BigInt(scale - decimals);
  const [quotient, rest] = [digits / unit, digits % unit];
  const up = rest * 2n > unit || (rest * 2n === unit && quotient % 2n === 1n);
  const rounded = String(quotient + (up ? 1n : 0n)).padStart(decimals + 1, '0');
  const sign = text.startsWith('-') && /[1-9]/.test(rounded) ? '-' : '';
  return sign + (decimals === 0 ? rounded : `${rounded.slice(0, -decimals)}.${rounded.slice(-decimals)}`);
}

describe('rounding', () => {
  it('rounding equals a reference implementation with whole numbers', () => {
    fc.assert(
      fc.property(
        decimalText,
        fc.integer({ min: 0, max: 6 }),
        (text, decimals) => roundTo(text, decimals) === referenceRound(text, decimals),
      ),
      { numRuns: 500 },
    );
  });

  it('rounding to significant digits equals rounding to the corresponding decimals, written without an exponent', () => {
    fc.assert(
      fc.property(
        decimalText,
        fc.integer({ min: -30, max: 30 }),
        fc.integer({ min: 1, max: 14 }),
        (text, power, digits) => {
          const value = new Decimal(`${text}e${power}`);
          const rounded = value.toSignificantDigits(digits);
          expect(roundSignificant(value, digits)).toBe(
            rounded.toFixed(rounded.isZero() ? digits - 1 : Math.max(0, digits - 1 - rounded.exponent())),
          );
        },
      ),
      { numRuns: 500 },
    );
  });

  it('rounding to 12 digits gives the same number in any order of calculation and when repeated', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.tuple(decimalText, fc.integer({ min: 1, max: 99 })).map(([text, by]) => new Decimal(text).dividedBy(by)),
          { minLength: 1, maxLength: 40 },
        ),
        fc.array(fc.nat(39), { maxLength: 80 }),
        (values, turns) => {
          for (const turn of turns) {
            const value = values[turn % values.length] as Decimal;
            expect(withoutCalculationNoise(value).toString()).toBe(value.toSignificantDigits(12).toString());
          }
        },
      ),
    );
  });

  it('rounding a rounded number again changes nothing', () => {
    fc.assert(
      fc.property(
        decimalText,
        fc.integer({ min: 0, max: 6 }),
        (text, decimals) => roundTo(roundTo(text, decimals), decimals) === roundTo(text, decimals),
      ),
    );
    fc.assert(
      fc.property(
        decimalText,
        fc.integer({ min: 1, max: 6 }),
        (text, digits) =>
          Number(roundSignificant(roundSignificant(text, digits), digits)) === Number(roundSignificant(text, digits)),
      ),
    );
  });

  it('rounding never reverses the order of two numbers', () => {
    fc.assert(
      fc.property(decimalText, decimalText, fc.integer({ min: 0, max: 6 }), (a, b, decimals) => {
        const [low, high] = new Decimal(a).lessThanOrEqualTo(b) ? [a, b] : [b, a];
        return new Decimal(roundTo(low, decimals)).lessThanOrEqualTo(roundTo(high, decimals));
      }),
    );
  });

  it('rounding rounds the absolute value and restores the sign', () => {
    fc.assert(
      fc.property(
        decimalText.filter((text) => !text.startsWith('-')),
        fc.integer({ min: 0, max: 6 }),
        (text, decimals) => Number(roundTo(`-${text}`, decimals)) === -Number(roundTo(text, decimals)),
      ),
    );
    expect(roundTo('-2.5', 0)).toBe('-2');
    expect(roundTo('-0.04', 1)).toBe('0.0');
  });

  it.each([
    ['1.015', 2, '1.02'],
    ['0.125', 2, '0.12'],
    ['0.375', 2, '0.38'],
    ['8.53459', 2, '8.53'],
    ['12.1498', 0, '12'],
  ] as const)('rounding %s to %i decimals gives %s', (value, decimals, wanted) => {
    expect(roundTo(value, decimals)).toBe(wanted);
  });

  it.each([
    ['3.275', 3, '3.28'],
    ['1268', 2, '1300'],
    ['2500', 1, '2000'],
    ['3500', 1, '4000'],
    ['-355', 2, '-360'],
    ['-325', 2, '-320'],
    ['0', 3, '0.00'],
  ] as const)('rounding %s to %i significant digits gives %s', (value, digits, wanted) => {
    expect(roundSignificant(value, digits)).toBe(wanted);
  });

  it('rounding to the nearest 0.2 follows GB/T 8170: 0.3 and 0.5 become 0.4', () => {
    expect(roundToStep('0.35', '0.2')).toBe('0.4');
    expect(roundToStep('0.3', '0.2')).toBe('0.4');
    expect(roundToStep('0.5', '0.2')).toBe('0.4');
  });

  it.each([Number.NaN, Infinity, '', '  ', 'abc', '1,2', '0x10', '＜1', null, undefined])(
    'rounding throws a readable problem for the input %s',
    (value) => {
      expect(() => roundTo(value as string, 1)).toThrow(CalculationProblem);
    },
  );
});

describe('correlation coefficient', () => {
  it.each([
    ['0.9999952', '0.999995'],
    ['0.999987', '0.99998'],
    ['0.9989', '0.9989'],
    ['0.99896', '0.9989'],
    ['1', '1.0000'],
    ['-0.9999983', '-0.999998'],
    ['0.5', '0.5000'],
    ['0', '0.0000'],
  ])('the correlation coefficient %s is shown as %s', (r, wanted) => {
    expect(truncatedR(r)).toBe(wanted);
  });

  it('the shown correlation coefficient is truncated, never rounded up', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 99_999_999 }).map((digits) => `0.${String(digits).padStart(8, '0')}`),
        (r) => new Decimal(truncatedR(r)).lessThanOrEqualTo(r),
      ),
    );
  });
});

describe('reported value', () => {
  it.each([
    ['56.849', 1, '56.8'],
    ['235', 1, '235'],
    ['3.1878', 3, '3.19'],
    ['0.00142239', 4, '0.0014'],
    ['1234.5', 1, '1230'],
    ['99.96', 1, '100'],
    ['0.04', 1, '0.0'],
  ])('a value of %s reported with %i decimals is %s', (value, decimals, wanted) => {
    expect(roundReported(value, decimals)).toBe(wanted);
  });
});

describe('comparison with a limit', () => {
  it.each([
    ['0.549', '0.5', false, true],
    ['0.551', '0.5', false, false],
    ['50.04', '50', false, true],
    ['50.5', '50', false, true],
    ['85.3', '85', false, true],
    ['3.04', '3', false, true],
    ['3', '3', true, true],
  ])(
    'a result of %s is within the limit %s: %s when compared unrounded, %s when compared rounded',
    (value, limit, full, rounded) => {
      expect(withinLimit(value, limit)).toBe(full);
      expect(withinLimit(value, limit, 'rounded')).toBe(rounded);
    },
  );

  it('a rounded result is marked (+) or (-) if rounding would hide on which side of the limit it lies', () => {
    expect(withLimitMark('50.0', '50.04', '50')).toBe('50.0(+)');
    expect(withLimitMark('50', '49.6', '49.8')).toBe('50(-)');
    expect(withLimitMark('50.1', '50.06', '50')).toBe('50.1');
    expect(withLimitMark('49.9', '49.94', '50')).toBe('49.9');
  });
});

describe('result', () => {
  it('a typed result keeps its text, and <0.6 is recognised as not detected', () => {
    expect(parseResult(' 1.20 ')).toEqual({ text: '1.20', num: '1.20', censored: false });
    expect(parseResult('< 0.6')).toEqual({ text: '<0.6', num: '0.6', censored: true });
  });

  it.each(['＜0.6', '0.6<', 'ND', '<', '-', '1e3', '<-1', '≤0.6'])(
    'a typed result is refused if it is neither a number nor < with a number: %s',
    (text) => {
      expect(isResult(text)).toBe(false);
      expect(() => parseResult(text)).toThrow(rules.valueOrBelowLimit.message);
    },
  );

  it('a result below the detection limit keeps its unrounded limit when written and read again', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000 }), fc.integer({ min: 0, max: 4 }), (units, decimals) => {
        const bound = new Decimal(units).dividedBy(10 ** 4);
        // The text is rounded, the number is the bound itself: 0.549 is judged where `<0.5` is printed.
        const result = censoredResult(bound, decimals);
        expect([result.num, result.censored]).toEqual([bound.toString(), true]);
        expect(parseResult(result.text).text).toBe(result.text);
        const since331 = unquantifiedResult(bound);
        expect(since331.num).toBe(bound.toString());
        expect(bound.lessThanOrEqualTo(since331.text.slice(1))).toBe(true);
      }),
    );
    expect(parseResult(measuredResult(new Decimal('1.25'), 1).text).num).toBe('1.2');
  });

  it.each([
    ['0.6', undefined, '0.6'],
    ['1', undefined, '1.0'],
    ['0.0333333', undefined, '0.033'],
    ['0.0533', 2, '0.05'],
    ['0.0533', 1, '0.053'],
    ['12.04', undefined, '12'],
    ['0.2083', 1, '0.2'],
  ] as const)('a detection limit of %s with %s decimals is printed as %s', (value, decimals, wanted) => {
    expect(minimumTextOf(new Decimal(value), decimals)).toBe(wanted);
  });

  it.each([
    ['0.333333333333', 1, '0.333333333333', '0.333', '0.333'],
    ['0.3334', 1, '0.333333333333', '0.333', '0.333'],
    ['0.34', 1, '0.333333333333', '0.34', '0.34'],
    ['0.666666666667', 1, '0.666666666667', '0.7', '0.67'],
    ['0.21983506944', 1, '0.21983506944', '0.22', '0.22'],
    ['2.2', 1, '0.333333333333', '2.2', '0.34'],
  ] as const)(
    'a result of %s with %s decimals and a detection limit of %s is printed as %s',
    (value, decimals, least, wanted, beside) => {
      const minimum = new Decimal(least);
      const { text, num } = quantifiedResult(new Decimal(value), decimals, minimum);
      expect([text, num]).toEqual([wanted, value]);
      expect(minimumTextBesideResult(unquantifiedResult(minimum).text.slice(1), minimum, text)).toBe(beside);
    },
  );

  it('a result is never printed below its detection limit, and the limit is printed with at most three digits', () => {
    const positive = fc.integer({ min: 1, max: 10_000_000 }).map((one) => new Decimal(one).dividedBy(30_000));
    fc.assert(
      fc.property(
        positive,
        fc.integer({ min: 0, max: 4000 }),
        fc.integer({ min: 1, max: 3 }),
        (least, more, decimals) => {
          const value = least.plus(least.times(more).dividedBy(10_000));
          const { text } = quantifiedResult(value, decimals, least);
          const beside = minimumTextBesideResult(unquantifiedResult(least).text.slice(1), least, text);
          expect(new Decimal(beside).lessThanOrEqualTo(text)).toBe(true);
          expect(decimalsOf(text)).toBeLessThanOrEqual(Math.max(decimals, decimalsOf(minimumDigits(least))));
        },
      ),
    );
  });
});
