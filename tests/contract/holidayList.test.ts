import { expect, it } from 'vitest';
import { calendarEntries, daysAbout, yearIn } from '@contract/features/projects/holidayList';

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
] as const)('the holiday text %s is read as its days and periods', (text, entries) => {
  expect(calendarEntries(text, 2027)).toEqual(entries);
});

it.each(['视情况', '2月30日', '46178', '1月1日至3月1日'])('the holiday text %s gives no days', (text) => {
  expect(calendarEntries(text, 2027)).toBeNull();
});

it('holiday dates without a year are read only with the year of the list’s title', () => {
  expect(calendarEntries('1月1日', null)).toBeNull();
  expect(calendarEntries('2027年1月1日', null)).toEqual(['2027-01-01']);
  expect(yearIn(['放假安排', '2027年放假安排'])).toBe(2027);
  expect(yearIn(['放假安排'])).toBeNull();
});

it.each([
  [
    '10月1日至7日放假调休，共7天。9月26日（周六）、10月10日（周六）上班。',
    ['2027-10-01至2027-10-07'],
    ['2027-09-26', '2027-10-10'],
  ],
  ['元旦：1月1日至3日放假，1月4日（星期一）上班', ['2027-01-01至2027-01-03'], ['2027-01-04']],
  ['4月3日-5日放假，共3天', ['2027-04-03至2027-04-05'], []],
  ['9月26日、10月10日', ['2027-09-26', '2027-10-10'], ['2027-09-26', '2027-10-10']],
] as const)('the holiday notice %s is read into days off and make-up working days', (text, off, work) => {
  expect(calendarEntries(daysAbout(text, false), 2027)).toEqual(off);
  expect(calendarEntries(daysAbout(text, true), 2027)).toEqual(work);
});
