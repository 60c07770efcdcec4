import { describe, expect, it } from 'vitest';
import { internalStandard } from '@contract/arithmetic/air/airConcentration';
import { absenceOf } from '@contract/arithmetic/limits/limitVersions';
import { numberOf } from '@contract/arithmetic/numbers/decimalNumbers';
import { withRevealingDecimals } from '@contract/arithmetic/numbers/roundingRules';
import { unitFactor } from '@contract/arithmetic/numbers/unitFactors';

// Small rules of the arithmetic, each tested at its bound.

describe('number', () => {
  it('a typed number must lie within its bounds; both bounds are allowed', () => {
    const within = (value: string) => numberOf(value, '流量', { atLeast: '1', atMost: '2' }).toString();
    expect(['1', '1.5', '2'].map(within)).toEqual(['1', '1.5', '2']);
    for (const value of ['0.999', '2.001']) expect(() => within(value)).toThrow('流量应在1～2之间');
    expect(() => numberOf('-1', '流量', { atLeast: '0' })).toThrow('流量应不小于0');
    expect(() => numberOf('3', '流量', { atMost: '2' })).toThrow('流量应不大于2');
    expect(() => numberOf('0', '流量', { above: '0' })).toThrow('流量应大于0');
  });

  it('a rounded number shows its unrounded digits if rounding would hide that it exceeds the limit', () => {
    expect(withRevealingDecimals('50.000', '50.04', '50')).toBe('50.04');
    expect(withRevealingDecimals('50.0', '50.04', '50')).toBe('50.04');
    expect(withRevealingDecimals('50.1', '50.06', '50')).toBe('50.1');
  });
});

describe('unit', () => {
  it('a unit converts to itself by factor 1, even an unknown unit', () => {
    expect(unitFactor('包', '包')?.toString()).toBe('1');
    expect(unitFactor('包', 'mg')).toBeNull();
  });
});

describe('absent limit', () => {
  it('a hazard has no limit only if somebody stated it or its category is complete on that day; otherwise the limit is unknown', () => {
    expect([absenceOf([], true, 'other', '2026-01-01'), absenceOf([], false, 'other', '2026-01-01')]).toEqual([
      'none',
      'unknown',
    ]);
    expect([absenceOf([], true, 'dust', '2020-04-01'), absenceOf([], true, 'dust', '2020-03-31')]).toEqual([
      'none',
      'unknown',
    ]);
  });
});

describe('internal standard', () => {
  it('the internal standard passes with a recovery of 70 % to 130 %', () => {
    const passes = (found: string) => internalStandard('100', '1000', found).passes;
    expect(['699.9', '700', '1300', '1300.1'].map(passes)).toEqual([false, true, true, false]);
  });
});
