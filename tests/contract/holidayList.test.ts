import { expect, it } from 'vitest';
import { calendarEntries, yearIn } from '@contract/features/projects/holidayList';

it.each([
  ['1月1日-3日', ['2027-01-01至2027-01-03']],
  ['1月31日、2月13日', ['2027-01-31', '2027-02-13']],
  ['10月1日（周五）至7日（周四）放假调休，共7天', ['2027-10-01至2027-10-07']],
  ['9月30日至10月6日', ['2027-09-30至2027-10-06']],
  ['2月20日（周六）、28日（周日）上班', ['2027-02-20', '2027-02-28']],
  ['12月31日-1月2日', ['2027-12-31至2028-01-02']],
  ['2026-12-31～2027-01-02', ['2026-12-31至2027-01-02']],
  ['5.1-5.5', ['2027-05-01至2027-05-05']],
  ['', []],
] as const)('the days of a list of holidays read from %s', (text, entries) => {
  expect(calendarEntries(text, 2027)).toEqual(entries);
});

it.each(['视情况', '2月30日', '46178', '1月1日至3月1日'])('no days of a calendar read from %s', (text) => {
  expect(calendarEntries(text, 2027)).toBeNull();
});

it('days without a year need the year of a title', () => {
  expect(calendarEntries('1月1日', null)).toBeNull();
  expect(calendarEntries('2027年1月1日', null)).toEqual(['2027-01-01']);
  expect(yearIn(['放假安排', '2027年放假安排'])).toBe(2027);
  expect(yearIn(['放假安排'])).toBeNull();
});
