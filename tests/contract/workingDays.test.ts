import { describe, expect, it } from 'vitest';
import {
  daysOfEntry,
  dueDates,
  isWorkingDay,
  unlistedYears,
  workCalendarOf,
  workingDayAfter,
} from '@contract/features/projects/workingDays';
import { builtInEntries } from '@server/seed/dictionaryEntries';

const none = { holidays: new Set<string>(), workdays: new Set<string>() };
const october = {
  holidays: new Set(['2026-10-01', '2026-10-02', '2026-10-05', '2026-10-06', '2026-10-07']),
  workdays: new Set(['2026-10-10']),
};

describe('working days after the issue of a report', () => {
  it('Saturdays and Sundays are not working days', () => {
    expect([
      isWorkingDay('2026-11-27', none),
      isWorkingDay('2026-11-28', none),
      isWorkingDay('2026-11-29', none),
    ]).toEqual([true, false, false]);
    expect(workingDayAfter('2026-11-27', 1, none)).toBe('2026-11-30');
    expect(workingDayAfter('2026-11-28', 5, none)).toBe('2026-12-04');
  });

  it('a due date counts no public holidays, but make-up working days on weekends', () => {
    expect(workingDayAfter('2026-09-30', 1, october)).toBe('2026-10-08');
    expect(workingDayAfter('2026-09-30', 3, october)).toBe('2026-10-10');
  });

  it('a report issued on 2026-09-30 gets its due dates for submission, publication, archiving and retention', () => {
    expect(dueDates('2026-09-30', october)).toEqual({
      reportBy: '2026-10-27',
      publishBy: '2026-11-03',
      archiveBy: '2026-11-03',
      keepUntil: '2041-09-30',
    });
    expect(dueDates('2028-02-29').keepUntil).toBe('2043-02-28');
  });
});

describe('calendar of the dictionaries', () => {
  it('the holiday dictionary accepts only days and periods', () => {
    expect(daysOfEntry('2026-02-14')).toEqual(['2026-02-14']);
    expect(daysOfEntry('2026-02-27 至 2026-03-01')).toEqual(['2026-02-27', '2026-02-28', '2026-03-01']);
    expect(
      [
        '',
        '2026-02-30',
        '2026-2-14',
        '2026-02-14至',
        '2026-02-15至2026-02-14',
        '2026-01-01至2026-02-01',
        '2026-01-01至2026-01-02至2026-01-03',
      ].map(daysOfEntry),
    ).toEqual(Array(7).fill(null));
  });

  it('the holiday dictionary contains the announced days of 2024 to 2026, and every make-up day is on a weekend', () => {
    const [holidays, workdays] = [builtInEntries.publicHoliday, builtInEntries.makeUpWorkday].map((entries) =>
      entries.map(([value]) => value),
    ) as [string[], string[]];
    expect([...holidays, ...workdays].filter((value) => daysOfEntry(value) === null)).toEqual([]);
    const calendar = workCalendarOf(holidays, workdays);
    expect([...calendar.workdays].filter((day) => isWorkingDay(day, none))).toEqual([]);
    expect([...calendar.workdays].filter((day) => calendar.holidays.has(day))).toEqual([]);
    // Weekdays that are free and not compensated on weekends are the statutory days: 11 until 2024, 13 since 2025
    // (全国年节及纪念日放假办法).
    const lost = (year: string) =>
      [...calendar.holidays].filter((day) => day.startsWith(year) && isWorkingDay(day, none)).length -
      [...calendar.workdays].filter((day) => day.startsWith(year)).length;
    expect(['2024', '2025', '2026'].map(lost)).toEqual([11, 13, 13]);
    expect(workingDayAfter('2026-02-13', 1, calendar)).toBe('2026-02-14');
    expect(workingDayAfter('2026-02-14', 1, calendar)).toBe('2026-02-24');
    expect(dueDates('2026-01-30', calendar)).toMatchObject({
      reportBy: '2026-02-27',
      publishBy: '2026-03-05',
      archiveBy: '2026-03-05',
    });
  });

  it('a due date names the years without entered holidays', () =>
    expect(unlistedYears('2026-12-20', '2027-01-22', workCalendarOf(['2026-10-01'], []))).toEqual(['2027']));
});
