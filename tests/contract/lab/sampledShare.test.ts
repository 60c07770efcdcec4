import { describe, expect, it } from 'vitest';
import { sampledPeriods, sampledShare } from '@contract/arithmetic/air/sampledTimeShare';

describe('sampled share of a shift', () => {
  it.each([
    ['fixed', '8', '120', true],
    ['fixed', '8', '119.9', false],
    ['moving', '6', '180', true],
    ['moving', '6', '179', false],
  ] as const)(
    'the sampled time at a %s work post with %s h contact and %s min sampling is enough: %s',
    (job, hours, minutes, enough) => {
      expect(sampledShare(job, hours, minutes).enough).toBe(enough);
    },
  );

  it('the check of the sampled time refuses a shift without contact', () =>
    expect(() => sampledShare('fixed', '0', '10')).toThrow('接触时间应大于0'));
});

describe('periods of short samples', () => {
  it('the periods of short samples are compared by clock time, in any order', () => {
    expect(
      sampledPeriods([
        { start: 615, end: 630 },
        { start: 540, end: 555 },
      ]),
    ).toEqual({ gaps: [60], enough: true });
    expect(
      sampledPeriods([
        { start: 540, end: 555 },
        { start: 614, end: 630 },
      ]).enough,
    ).toBe(false);
  });

  it('overlapping periods of short samples have a negative gap', () =>
    expect(
      sampledPeriods([
        { start: 540, end: 600 },
        { start: 570, end: 630 },
      ]),
    ).toEqual({ gaps: [-30], enough: false }));

  it('a period of a short sample must end after it begins', () =>
    expect(() => sampledPeriods([{ start: 10, end: 10 }])).toThrow('采样结束时间应晚于开始时间'));
});
