import { dueDates, isWorkingDay, workingDayAfter } from '@contract/features/archive/workingDays';
import { describe, expect, it } from 'vitest';

const none = { holidays: new Set<string>(), workdays: new Set<string>() };
const october = { holidays: new Set(['2026-10-01', '2026-10-02', '2026-10-05', '2026-10-06', '2026-10-07']), workdays: new Set(['2026-10-10']) };

describe('working days after the issue of a report', () => {
  it('leave weekends out', () => {
    expect([isWorkingDay('2026-11-27', none), isWorkingDay('2026-11-28', none), isWorkingDay('2026-11-29', none)]).toEqual([true, false, false]);
    expect(workingDayAfter('2026-11-27', 1, none)).toBe('2026-11-30');
    expect(workingDayAfter('2026-11-28', 5, none)).toBe('2026-12-04');
  });

  it('leave public holidays out and count weekend days on which people work', () => {
    expect(workingDayAfter('2026-09-30', 1, october)).toBe('2026-10-08');
    expect(workingDayAfter('2026-09-30', 3, october)).toBe('2026-10-10');
  });

  it('give what is due by when', () => {
    expect(dueDates('2026-09-30', october)).toEqual({ reportBy: '2026-10-27', publishBy: '2026-11-03', archiveBy: '2026-11-03', keepUntil: '2041-09-30' });
    expect(dueDates('2028-02-29').keepUntil).toBe('2043-02-28');
  });
});
