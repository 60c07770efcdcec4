import { describe, expect, it } from 'vitest';
import { type ShiftSample, shiftSpan, shiftsOf } from '@contract/features/conformity/time/shifts';

const sample: ShiftSample = {
  day: '2026-03-02',
  item: '甲苯',
  where: '涂装车间 喷漆房',
  point: '01',
  start: '2026-03-02 08:00:00',
  end: '2026-03-02 10:00:00',
  isLong: true,
  medium: '活性炭管',
  hours: 8,
  fixedPost: true,
  personal: false,
  averaged: true,
};
const told = (...samples: Partial<ShiftSample>[]) =>
  shiftsOf(samples.map((more) => ({ ...sample, ...more }))).map(({ by, job, spans }) => [by, job, spans.length]);

describe('shifts of samples for the rules of time', () => {
  it('long samples of one place and day stand for a shift by their share, other places and days apart', () => {
    expect(told({}, {}, { day: '2026-03-03' }, { where: '打磨区' })).toEqual([
      ['share', 'fixed', 2],
      ['share', 'fixed', 1],
      ['share', 'fixed', 1],
    ]);
  });

  it('short samples stand for a shift by periods in liquids and bags, and by nothing in tubes', () => {
    expect(told({ isLong: false, medium: '吸收液' }, { isLong: false, medium: '吸收液' })).toEqual([
      ['periods', 'fixed', 2],
    ]);
    expect(told({ isLong: false })).toEqual([]);
  });

  it('short samples of two points in liquids stand for a shift each, so the points may be sampled at the same time', () => {
    const liquid = { isLong: false, medium: '吸收液' };
    expect(told(liquid, liquid, { ...liquid, point: '02' })).toEqual([
      ['periods', 'fixed', 2],
      ['periods', 'fixed', 1],
    ]);
  });

  it('samples of a MAC, of contact up to an hour, or without times stand for no shift', () => {
    expect(told({ averaged: false }, { hours: 1 }, { end: null }, { day: null })).toEqual([]);
    expect(told({ hours: 1.5 })).toHaveLength(1);
  });

  it('a worn sampler counts as of a moving job where the survey does not say', () => {
    expect(told({ fixedPost: null, personal: true })).toEqual([['share', 'moving', 1]]);
    expect(told({ fixedPost: true, personal: true })).toEqual([['share', 'fixed', 1]]);
  });

  it('a shift is read from its text, over midnight too; a text without times is none', () => {
    expect(shiftSpan('白班8:00～17:00')).toEqual({ from: '08:00', until: '17:00' });
    expect(shiftSpan('夜班 20:00-次日08:00')).toEqual({ from: '20:00', until: '08:00' });
    expect(shiftSpan('白班8h')).toBeNull();
    expect(shiftSpan(null)).toBeNull();
  });
});
