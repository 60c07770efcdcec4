import { isWithinUncertainty, methodUncertaintyText, uncertaintyFor, uncertaintyOfMean, uncertaintyText } from '@contract/arithmetic/curves/uncertainty';
import { describe, expect, it } from 'vitest';

const item = { uncertainty: '12', coverage: '2', uncertaintyLow: '0.5', uncertaintyHigh: '20', uncertaintySource: 'PD-2026-03', uncertaintyFrom: '2026-03-01' };

describe('the uncertainty of a method', () => {
  it.each([
    ['inside its levels', '5', 'mg/m³', '2026-05-01', { percent: '12', k: '2' }],
    ['at its lowest level', '0.5', 'mg/m³', '2026-03-01', { percent: '12', k: '2' }],
    ['below its levels', '0.49', 'mg/m³', '2026-05-01', null],
    ['above its levels', '20.1', 'mg/m³', '2026-05-01', null],
    ['in a thousandth of the unit', '5000', 'μg/m³', '2026-05-01', { percent: '12', k: '2' }],
    ['in a unit that measures something else', '5', 'f/mL', '2026-05-01', null],
    ['before its first day', '5', 'mg/m³', '2026-02-28', null],
    ['on a day that nobody noted', '5', 'mg/m³', null, null],
  ])('%s', (_name, value, unit, day, expected) => {
    expect(uncertaintyFor(item, value, unit, day)).toEqual(expected);
  });

  it('that tells no levels and no day holds always', () => {
    expect(uncertaintyFor({ uncertainty: '9.50' }, '0.01', 'f/mL')).toEqual({ percent: '9.5', k: null });
  });

  it('that is empty or 0 is none', () => {
    for (const one of [null, {}, { uncertainty: null }, { uncertainty: '0' }]) expect(uncertaintyFor(one, '5')).toBeNull();
  });

  it('of a mean is the greatest of its parts, and unknown where one is unknown', () => {
    const [small, great] = [{ percent: '8', k: '2' }, { percent: '12', k: '2' }];
    expect(uncertaintyOfMean([small, great, small])).toEqual(great);
    expect(uncertaintyOfMean([small, null])).toBeNull();
    expect(uncertaintyOfMean([])).toBeNull();
  });

  it('holds a limit between value − U and value + U, both ends with them', () => {
    const twelve = { percent: '12', k: '2' };
    expect(['4.39', '4.4', '5', '5.6', '5.61'].map((limit) => isWithinUncertainty('5', limit, twelve))).toEqual([false, true, true, true, false]);
  });

  it('is printed with its factor, its levels and its source', () => {
    expect(uncertaintyText({ percent: '12', k: null })).toBe('U=12%');
    expect(methodUncertaintyText(item, '2026-05-01')).toBe('U=12%（k=2），适用于0.5～20 mg/m³，来源：PD-2026-03');
    expect(methodUncertaintyText({ uncertainty: '8', uncertaintyHigh: '3' }, null)).toBe('U=8%，适用于≤3 mg/m³');
    expect(methodUncertaintyText({ uncertainty: '8', uncertaintyLow: '3' }, null)).toBe('U=8%，适用于≥3 mg/m³');
    expect([methodUncertaintyText(item, '2026-02-28'), methodUncertaintyText(null, null)]).toEqual(['', '']);
  });
});
