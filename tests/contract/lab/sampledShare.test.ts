import { describe, expect, it } from 'vitest';
import { sampledPeriods, sampledShare } from '@contract/arithmetic/air/sampledShare';

describe('sampled share of a shift', () => {
  it.each([
    ['fixed', '8', '120', true],
    ['fixed', '8', '119.9', false],
    ['moving', '6', '180', true],
    ['moving', '6', '179', false],
  ] as const)(
    'the sampled share of a shift of a %s job with %s h and %s min is enough: %s',
    (job, hours, minutes, enough) => {
      expect(sampledShare(job, hours, minutes).enough).toBe(enough);
    },
  );

  it('the sampled share of a shift is refused for a shift without contact', () =>
    expect(() => sampledShare('fixed', '0', '10')).toThrow('接触时间应大于0'));
});

describe('periods of short samples', () => {
  it('periods of short samples are compared by clock time, in any order', () => {
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

  it('periods of short samples that overlap have a negative gap', () =>
    expect(
      sampledPeriods([
        { start: 540, end: 600 },
        { start: 570, end: 630 },
      ]),
    ).toEqual({ gaps: [-30], enough: false }));

  it('periods of short samples end after they begin', () =>
    expect(() => sampledPeriods([{ start: 10, end: 10 }])).toThrow('采样结束时间应晚于开始时间'));
});
