import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { peakRuleOn } from '@contract/arithmetic/limits/peakRule';
import {
  excursionsAllowed,
  highestOf,
  judgeExcursions,
  judgePhysical,
  judgeResult,
  worstVerdict,
} from '@contract/arithmetic/limits/resultJudgement';
import { parseResult } from '@contract/arithmetic/numbers/censoredResults';
import { Decimal } from '@contract/arithmetic/numbers/decimalNumbers';

const day = '2024-05-01';
const r = parseResult;

describe('single result compared with its limit', () => {
  it.each([
    ['3', 'conforms'],
    ['3.0001', 'exceeds'],
    ['<3', 'conforms'],
    ['<3.1', 'undetermined'],
    ['<0.6', 'conforms'],
  ] as const)('a single result of %s, compared with the limit 3, gets the verdict %s', (text, verdict) => {
    expect(judgeResult(r(text), '3')).toBe(verdict);
  });

  it('a single result never gets a better verdict when its value increases', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000 }), fc.integer({ min: 0, max: 10_000 }), (a, b) => {
        const [low, high] = [Math.min(a, b), Math.max(a, b)];
        return judgeResult(r(String(low)), '5000') !== 'exceeds' || judgeResult(r(String(high)), '5000') === 'exceeds';
      }),
    );
  });
});

describe('excursions', () => {
  const rule = peakRuleOn(day);
  if (rule?.kind !== 'peak') throw new Error('no rule');
  const apart = (count: number, minutes = 15) =>
    Array.from({ length: count }, (_, index) => ({ start: index * 100, minutes }));
  it('excursions above the PC-TWA are allowed at most four times a shift, 15 minutes each', () => {
    expect([apart(4), apart(5), apart(1, 16), []].map((list) => excursionsAllowed(list, rule))).toEqual([
      true,
      false,
      false,
      true,
    ]);
  });

  it('the check of excursions above the PC-TWA does not depend on their order', () => {
    expect(excursionsAllowed([...apart(3)].reverse(), rule)).toBe(true);
  });
});

describe('exposures between two bounds', () => {
  const at = (concentration: string, start: number) => ({ concentration, start, minutes: 15 });
  it.each([
    ['below both', [at('3', 0)], true, 'conforms'],
    ['between, allowed', [at('3.1', 0), at('6', 75)], true, 'conforms'],
    ['between, 59 min apart', [at('3.1', 0), at('6', 74)], true, 'exceeds'],
    ['between, without their list', [at('3.1', 0)], false, 'toVerify'],
    ['above, without their list', [at('6.01', 0)], false, 'exceeds'],
  ] as const)('short exposures compared with PC-TWA 3 and PC-STEL 6: %s', (_words, exposures, known, verdict) => {
    expect(judgeExcursions(exposures, '3', '6', known).verdict).toBe(verdict);
  });
});

describe('result that represents a post', () => {
  const told = (text: string) => {
    const result = r(text);
    return {
      text,
      detected: !result.censored,
      interval: { lower: new Decimal(result.censored ? 0 : result.num), upper: new Decimal(result.num) },
    };
  };
  it('the representative result of a work post is its highest measured value; without one, its highest quantification limit', () => {
    expect(highestOf(['<0.3', '0.62', '0.4', '<1.2'].map(told)).text).toBe('0.62');
    expect(highestOf(['<0.3', '<0.4'].map(told)).text).toBe('<0.4');
  });
});

describe('worst verdict', () => {
  it('the verdict of a work post is its worst verdict; results without an assessment do not count', () => {
    expect(worstVerdict(['conforms', 'undetermined', 'exceeds', 'toVerify'])).toBe('exceeds');
    expect(worstVerdict(['conforms', 'toVerify', 'undetermined'])).toBe('toVerify');
    expect(worstVerdict(['conforms', 'undetermined'])).toBe('undetermined');
    expect(worstVerdict(['notAssessed', 'conforms'])).toBe('conforms');
    expect(worstVerdict([])).toBe('notAssessed');
  });

  it('the verdict of a physical factor compares the unrounded value with the limit', () => {
    expect(judgePhysical(new Decimal('85'), '85')).toBe('conforms');
    expect(judgePhysical(new Decimal('85.02'), '85')).toBe('exceeds');
    expect(judgePhysical(new Decimal('85.02'), '85', 'rounded')).toBe('conforms');
  });
});
