import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calendarDays, addDays, monthsTo, workingDays } from '@contract/arithmetic/numbers/dayCounts';
import {
  exceedanceByHazard,
  exceedanceByIndustry,
  exceedanceRate,
  type JudgedRows,
} from '@contract/features/home/figures/exceedanceFigures';
import { median, p90, quantile } from '@contract/features/home/figures/quantile';
import { turnaroundByMonth, turnaroundOfAll } from '@contract/features/home/figures/turnaroundFigures';

describe('quantiles', () => {
  it('the quantile of a series interpolates between the two nearest values, as a spreadsheet does', () => {
    expect([median([]), median([7]), median([9, 1, 4]), median([4, 1, 9, 2])]).toEqual([null, 7, 4, 3]);
    // PERCENTILE.INC({1..10}, 0.9) = 9.1
    expect(p90([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])).toBeCloseTo(9.1, 10);
    expect([quantile([3, 8], 0), quantile([3, 8], 1)]).toEqual([3, 8]);
  });
});

describe('days', () => {
  it.each([
    ['2026-11-20', '2026-11-20', 0, 0],
    // Friday to Monday.
    ['2026-11-20', '2026-11-23', 3, 1],
    ['2026-11-20', '2026-11-22', 2, 0],
    // Starts on a Saturday.
    ['2026-11-21', '2026-11-24', 3, 2],
    ['2026-11-16', '2026-11-30', 14, 10],
    ['2024-02-28', '2024-03-01', 2, 2],
  ])('from %s to %s there are %i days, of which %i are working days', (from, to, all, working) => {
    expect([calendarDays(from, to), workingDays(from, to)]).toEqual([all, working]);
  });

  it('the count of working days excludes public holidays and includes make-up working days, forwards and backwards', () => {
    const calendar = {
      holidays: new Set([
        '2026-10-01',
        '2026-10-02',
        '2026-10-03',
        '2026-10-04',
        '2026-10-05',
        '2026-10-06',
        '2026-10-07',
      ]),
      workdays: new Set(['2026-09-20', '2026-10-10']),
    };
    expect(workingDays('2026-09-30', '2026-10-12', calendar)).toBe(4);
    expect(workingDays('2026-10-12', '2026-09-30', calendar)).toBe(-4);
    expect(workingDays('2026-09-18', '2026-09-20', calendar)).toBe(1);
    expect(workingDays('2026-10-10', '2026-10-12', calendar)).toBe(1);
  });

  it('the count of days between two dates equals a count day by day', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 40_000 }), fc.integer({ min: 0, max: 60 }), (start, length) => {
        const from = addDays('1970-01-01', start);
        const days = Array.from({ length }, (_, index) =>
          new Date(`${addDays(from, index + 1)}T00:00:00Z`).getUTCDay(),
        );
        expect(workingDays(from, addDays(from, length))).toBe(days.filter((day) => day >= 1 && day <= 5).length);
      }),
    );
  });

  it('the months of the home page’s figures continue across the turn of the year', () => {
    expect(monthsTo('2026-03-31', 4)).toEqual(['2025-12', '2026-01', '2026-02', '2026-03']);
  });
});

describe('turnaround', () => {
  const jobs = [
    { project: 1, from: '2026-11-02', issuedOn: '2026-11-12' },
    { project: 2, from: '2026-11-02', issuedOn: '2026-11-22' },
    { project: 3, from: '2026-09-01', issuedOn: '2026-10-01' },
  ];

  it('the turnaround of a report counts in its month of issue; a month without a report stays empty', () => {
    const months = turnaroundByMonth(jobs, '2026-11-22', 'calendar');
    expect(months).toHaveLength(12);
    expect(months.slice(-3)).toEqual([
      { month: '2026-09', count: 0, median: null, p90: null, projects: [] },
      { month: '2026-10', count: 1, median: 30, p90: 30, projects: [3] },
      { month: '2026-11', count: 2, median: 15, p90: 19, projects: [1, 2] },
    ]);
  });

  it('the turnaround of a report in working days is shorter than in calendar days', () => {
    expect(turnaroundOfAll(jobs, 'calendar')).toEqual({ count: 3, median: 20, p90: 28 });
    expect(turnaroundOfAll(jobs, 'working').median).toBe(14);
  });
});

describe('exceedance rate', () => {
  const row = (hazard: number, verdict: JudgedRows['rows'][number]['verdict']) => ({
    hazard,
    hazardName: hazard === 1 ? '苯' : '噪声',
    verdict,
  });
  const projects: JudgedRows[] = [
    {
      project: 11,
      industry: 'C33',
      rows: [row(1, 'exceeds'), row(1, 'conforms'), row(2, 'toVerify'), row(2, 'notAssessed')],
    },
    { project: 12, industry: null, rows: [row(1, 'conforms'), row(1, 'conforms'), row(2, 'conforms')] },
  ];

  it('the exceedance rate leaves unjudged results out of numerator and denominator, and names the projects behind it', () => {
    const byHazard = exceedanceByHazard(projects);
    expect(byHazard).toEqual([
      { key: '1', label: '苯', judged: 4, exceeding: 1, projects: [11] },
      { key: '2', label: '噪声', judged: 1, exceeding: 0, projects: [] },
    ]);
    expect([byHazard.map(exceedanceRate), exceedanceRate({ judged: 0, exceeding: 0 })]).toEqual([[25, 0], null]);
    expect(exceedanceByIndustry(projects).map(({ key, judged, exceeding }) => [key, judged, exceeding])).toEqual([
      ['C33', 2, 1],
      ['', 3, 0],
    ]);
  });
});
