import { describe, expect, it } from 'vitest';
import { injectionTimes } from '@contract/features/laboratory/runs/injectionTimes';

const timeOf = (time: string, runDay: string): string | null =>
  injectionTimes([{ id: 1, injectionName: 'A01' }], [{ sample: 'A01', time }], runDay).get(1) ?? null;

describe('times of injection', () => {
  it.each([
    ['2026/11/20 9:40:11', '2026-11-20 09:40:11'],
    ['2026-11-20T09:12:01.250', '2026-11-20 09:12:01'],
    ['2026年11月20日 下午3:05', '2026-11-20 15:05:00'],
    ['11/20/2026 9:20 AM', '2026-11-20 09:20:00'],
    ['11/20/2026 12:20 AM', '2026-11-20 00:20:00'],
    ['20.11.2026  18:52', '2026-11-20 18:52:00'],
    ['20-11-26 10:40:54', '2026-11-20 10:40:54'],
    ['08:01:32', '2026-11-20 08:01:32'],
  ])('the injection time %s in an instrument file is read as %s', (text, moment) => {
    expect(timeOf(text, '2026-11-20')).toBe(moment);
  });

  it('an injection date that could be day-month or month-day is read as the date nearer to the day of the run', () => {
    expect(timeOf('10/11/2026 08:00', '2026-11-10')).toBe('2026-11-10 08:00:00');
    expect(timeOf('10/11/2026 08:00', '2026-10-11')).toBe('2026-10-11 08:00:00');
    expect(timeOf('10/11/2026 08:00', '2026-03-01')).toBeNull();
  });

  it.each(['2026/11/20', '25:10', '2026/11/20 08:75', '2026/02/30 08:00', '13:00 PM', ''])(
    'the text %s in an instrument file is not read as an injection time',
    (text) => {
      expect(timeOf(text, '2026-11-20')).toBeNull();
    },
  );

  it('each injection gets the time stated under its name; repeated names get their times in order, or none if the numbers of times and injections differ', () => {
    const sequence = ['STD-1', 'A01', 'QC', 'A02', 'QC', 'B01', 'B01'].map((injectionName, index) => ({
      id: index + 1,
      injectionName,
    }));
    const lines = [
      ['A02', '09:10'],
      ['QC', '09:30'],
      ['QC', '09:00'],
      ['STD-1', '08:50'],
      ['A01', '08:58'],
      ['A01', '08:57'],
      ['B01', '09:40'],
      ['C01', '09:50'],
      ['A02', null],
    ].map(([sample = null, time = null]) => ({ sample, time }));
    expect([...injectionTimes(sequence, lines, '2026-11-20')]).toEqual([
      [1, '2026-11-20 08:50:00'],
      [2, '2026-11-20 08:57:00'],
      [3, '2026-11-20 09:00:00'],
      [5, '2026-11-20 09:30:00'],
      [4, '2026-11-20 09:10:00'],
    ]);
  });
});
