import { describe, expect, it } from 'vitest';
import {
  isWithinUncertainty,
  methodUncertaintyText,
  uncertaintyFor,
  uncertaintyOfMean,
  uncertaintyText,
} from '@contract/arithmetic/curves/measurementUncertainty';
import { rules } from '@contract/rules';

const item = {
  uncertainty: '12',
  coverage: '2',
  uncertaintyLow: '0.5',
  uncertaintyHigh: '20',
  uncertaintySource: 'PD-2026-03',
  uncertaintyFrom: '2026-03-01',
};

describe('uncertainty of a method', () => {
  it.each([
    ['inside its levels', '5', 'mg/m³', '2026-05-01', { percent: '12', k: '2' }],
    ['at its lowest level', '0.5', 'mg/m³', '2026-03-01', { percent: '12', k: '2' }],
    ['below its levels', '0.49', 'mg/m³', '2026-05-01', null],
    ['above its levels', '20.1', 'mg/m³', '2026-05-01', null],
    ['in a thousandth of the unit', '5000', 'μg/m³', '2026-05-01', { percent: '12', k: '2' }],
    ['in a unit that measures something else', '5', 'f/mL', '2026-05-01', null],
    ['before its first day', '5', 'mg/m³', '2026-02-28', null],
    ['on a day that nobody noted', '5', 'mg/m³', null, null],
  ])('the uncertainty of a method is applied to a result by its range: %s', (_name, value, unit, day, expected) => {
    expect(uncertaintyFor(item, value, unit, day)).toEqual(expected);
  });

  it.each([
    ['0.3', { percent: '20', k: '2' }],
    ['5', { percent: '12', k: '2' }],
    ['50', { percent: '8', k: null }],
    // At the boundary of two levels the greater one applies.
    ['0.5', { percent: '20', k: '2' }],
    ['20', { percent: '12', k: '2' }],
    ['0.05', null],
    ['101', null],
  ])('the uncertainty of a method with several ranges is that of the result’s range: %s mg/m³', (value, expected) => {
    const several = { ...item, uncertaintyLevels: '20～100：8%；0.1～0.5 mg/m³：U=20%（k=2）' };
    expect(uncertaintyFor(several, value, 'mg/m³', '2026-05-01')).toEqual(expected);
  });

  it.each(['', '0.1～1：20%', '≤0.5：20%（k=2）；≥0.5：8%(k=2)'])(
    'the uncertainty ranges of a method are accepted: %s',
    (text) => {
      expect(rules.uncertaintyLevels.test(text)).toBe(true);
    },
  );

  it.each(['20%', '1～0.1：20%', '0.1～1：20%；0.5～2：8%', '0.1～1：0%', '0.1～1 20 2', '低：20%'])(
    'the uncertainty ranges of a method are refused: %s',
    (text) => {
      expect(rules.uncertaintyLevels.test(text)).toBe(false);
    },
  );

  it('the uncertainty of a method without range and start day applies to every result', () => {
    expect(uncertaintyFor({ uncertainty: '9.50' }, '0.01', 'f/mL')).toEqual({ percent: '9.5', k: null });
  });

  it('a method with an empty or zero uncertainty has no uncertainty', () => {
    for (const one of [null, {}, { uncertainty: null }, { uncertainty: '0' }])
      expect(uncertaintyFor(one, '5')).toBeNull();
  });

  it('the uncertainty of a mean is the greatest among its parts, and unknown if one part’s is unknown', () => {
    const [small, great] = [
      { percent: '8', k: '2' },
      { percent: '12', k: '2' },
    ];
    expect(uncertaintyOfMean([small, great, small])).toEqual(great);
    expect(uncertaintyOfMean([small, null])).toBeNull();
    expect(uncertaintyOfMean([])).toBeNull();
  });

  it('a limit between value − U and value + U, both ends included, lies within the uncertainty', () => {
    const twelve = { percent: '12', k: '2' };
    expect(['4.39', '4.4', '5', '5.6', '5.61'].map((limit) => isWithinUncertainty('5', limit, twelve))).toEqual([
      false,
      true,
      true,
      true,
      false,
    ]);
  });

  it('the uncertainty of a method is printed with coverage factor, range and source', () => {
    expect(uncertaintyText({ percent: '12', k: null })).toBe('U=12%');
    expect(methodUncertaintyText(item, '2026-05-01')).toBe('U=12%（k=2），适用于0.5～20 mg/m³，来源：PD-2026-03');
    expect(methodUncertaintyText({ uncertainty: '8', uncertaintyHigh: '3' }, null)).toBe('U=8%，适用于≤3 mg/m³');
    expect(methodUncertaintyText({ uncertainty: '8', uncertaintyLow: '3' }, null)).toBe('U=8%，适用于≥3 mg/m³');
    expect(methodUncertaintyText({ ...item, uncertaintyLevels: '0.1～0.5：20%（k=2）' }, '2026-05-01')).toBe(
      'U=20%（k=2），适用于0.1～0.5 mg/m³；U=12%（k=2），适用于0.5～20 mg/m³，来源：PD-2026-03',
    );
    expect([methodUncertaintyText(item, '2026-02-28'), methodUncertaintyText(null, null)]).toEqual(['', '']);
  });
});
