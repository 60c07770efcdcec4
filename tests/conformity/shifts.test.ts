import { describe, expect, it } from 'vitest';
import { type ShiftSample, shiftSpan, shiftsOf } from '@contract/features/conformity/timeRules/sampledShifts';

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
  shiftsOf(samples.map((more) => ({ ...sample, ...more }))).map(({ representation, job, spans }) => [
    representation,
    job,
    spans.length,
  ]);

describe('shifts of samples for the rules of time', () => {
  it('long samples of one place and day form one shift, checked by its sampled share; other places and days form their own', () => {
    expect(told({}, {}, { day: '2026-03-03' }, { where: '打磨区' })).toEqual([
      ['share', 'fixed', 2],
      ['share', 'fixed', 1],
      ['share', 'fixed', 1],
    ]);
  });

  it('short samples in absorption liquid form a shift checked by its sampling periods; those in sorbent tubes form none', () => {
    expect(told({ isLong: false, medium: '吸收液' }, { isLong: false, medium: '吸收液' })).toEqual([
      ['periods', 'fixed', 2],
    ]);
    expect(told({ isLong: false })).toEqual([]);
  });

  it('short samples in absorption liquid at two points form one shift per point, so both may be sampled at the same time', () => {
    const liquid = { isLong: false, medium: '吸收液' };
    expect(told(liquid, liquid, { ...liquid, point: '02' })).toEqual([
      ['periods', 'fixed', 2],
      ['periods', 'fixed', 1],
    ]);
  });

  it('samples for a MAC, with at most an hour of contact, or without end time or day form no shift', () => {
    expect(told({ averaged: false }, { hours: 1 }, { end: null }, { day: null })).toEqual([]);
    expect(told({ hours: 1.5 })).toHaveLength(1);
  });

  it('a sample from a worn sampler counts as taken at a mobile work post if the survey does not say whether the work post is fixed', () => {
    expect(told({ fixedPost: null, personal: true })).toEqual([['share', 'moving', 1]]);
    expect(told({ fixedPost: true, personal: true })).toEqual([['share', 'fixed', 1]]);
  });

  it('the start and end of a shift are read from its text, also over midnight; a text without times gives no shift', () => {
    expect(shiftSpan('白班8:00～17:00')).toEqual({ from: '08:00', until: '17:00' });
    expect(shiftSpan('夜班 20:00-次日08:00')).toEqual({ from: '20:00', until: '08:00' });
    expect(shiftSpan('白班8h')).toBeNull();
    expect(shiftSpan(null)).toBeNull();
  });
});
