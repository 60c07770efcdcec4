import { addDays, type WorkCalendar } from '@contract/arithmetic/numbers/dayCounts';
import { minRetentionYears331, retainedUntil } from './retentionYears';

// Deadlines after a report's issue (GBZ 331-2024 4.2, 5.2.10.3, I.1.2.6). Weekends are not working days. Public
// holidays and make-up workdays are data.

export type { WorkCalendar };

/** Managed dictionaries whose values are days: `2026-02-14`, or `2026-02-15至2026-02-23`. */
export const calendarDictionaries = ['publicHoliday', 'makeUpWorkday'] as const;

export const workCalendarTexts = {
  badDays: '字典值应为日期或起止日期，例如2026-02-15至2026-02-23，最长31天',
  due: ({ reportBy, publishBy, archiveBy }: DueDates) =>
    `上报截止${reportBy}，公开截止${publishBy}，归档截止${archiveBy}`,
  dueHint: (unlisted: readonly string[]) =>
    `GBZ 331-2024 4.2、5.2.10：签发后${dueAfterIssue.report}个工作日内上报，${dueAfterIssue.publish}个工作日内公开，${dueAfterIssue.archive}个工作日内归档${unlisted.length ? `。${unlisted.join('、')}年的节假日尚未在字典“publicHoliday”中填写，仅按周末计算` : ''}`,
} as const;

const isIsoDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) &&
  !Number.isNaN(Date.parse(text)) &&
  new Date(`${text}T00:00:00Z`).toISOString().startsWith(text);

/** Maximum length of an entry in days; no holiday is longer. */
const maxEntryLength = 31;

/** Returns the days of a calendar entry; null for an invalid one. */
export function daysOfEntry(value: string): string[] | null {
  const [from = '', until = from, ...more] = value.split('至').map((part) => part.trim());
  if (more.length || !isIsoDay(from) || !isIsoDay(until) || until < from || until > addDays(from, maxEntryLength - 1))
    return null;
  const days = [from];
  while (days.at(-1) !== until) days.push(addDays(days.at(-1) ?? from, 1));
  return days;
}

/**
 * Builds the calendar from dictionaries; invalid entries are ignored.
 * @param holidays days off, `YYYY-MM-DD`
 * @param workdays working days at weekends, `YYYY-MM-DD`
 */
export const workCalendarOf = (holidays: readonly string[], workdays: readonly string[]): WorkCalendar => ({
  holidays: new Set(holidays.flatMap((value) => daysOfEntry(value) ?? [])),
  workdays: new Set(workdays.flatMap((value) => daysOfEntry(value) ?? [])),
});

/**
 * Lists the years between two days without any holiday in the calendar; deadlines in these years consider only
 * weekends.
 * @param from first day, `YYYY-MM-DD`
 * @param until last day, `YYYY-MM-DD`
 */
export function unlistedYears(from: string, until: string, { holidays }: WorkCalendar): string[] {
  const listedYears = new Set([...holidays].map((day) => day.slice(0, 4)));
  const [first, last] = [Number(from.slice(0, 4)), Number(until.slice(0, 4))];
  return Array.from({ length: last - first + 1 }, (_, index) => String(first + index)).filter(
    (year) => !listedYears.has(year),
  );
}

/** First day of issue to which GBZ 331-2024 applies (see corrections, date rule). */
export const dueFrom = '2025-05-01';

/** A calendar with weekends only. */
const weekdaysOnly: WorkCalendar = { holidays: new Set(), workdays: new Set() };

/**
 * Returns whether a day is a working day.
 * @param day `YYYY-MM-DD`
 */
export function isWorkingDay(day: string, { holidays, workdays }: WorkCalendar): boolean {
  if (holidays.has(day)) return false;
  if (workdays.has(day)) return true;
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return weekday !== 0 && weekday !== 6;
}

/**
 * Returns the day on which `count` working days have passed, counted from the next day.
 * @param day `YYYY-MM-DD`, not counted
 * @param count at least 1
 */
export function workingDayAfter(day: string, count: number, calendar: WorkCalendar): string {
  let [currentDay, daysLeft] = [day, count];
  while (daysLeft > 0) {
    currentDay = addDays(currentDay, 1);
    if (isWorkingDay(currentDay, calendar)) daysLeft -= 1;
  }
  return currentDay;
}

/** Deadlines in working days after a report's issue, and the retention period of the archive in years. */
const dueAfterIssue = { report: 15, publish: 20, archive: 20, keepYears: minRetentionYears331 } as const;

export interface DueDates {
  /** 上报截止日期 (4.2.2). */
  readonly reportBy: string;
  /** 公开截止日期 (4.2.1). */
  readonly publishBy: string;
  /** 归档截止日期 (5.2.10.3). */
  readonly archiveBy: string;
  /** 保存至 (I.1.2.6). */
  readonly keepUntil: string;
}

/**
 * Returns the deadlines after a report's issue.
 * @param issuedOn `YYYY-MM-DD`
 */
export const dueDates = (issuedOn: string, calendar: WorkCalendar = weekdaysOnly): DueDates => ({
  reportBy: workingDayAfter(issuedOn, dueAfterIssue.report, calendar),
  publishBy: workingDayAfter(issuedOn, dueAfterIssue.publish, calendar),
  archiveBy: workingDayAfter(issuedOn, dueAfterIssue.archive, calendar),
  keepUntil: retainedUntil(issuedOn, dueAfterIssue.keepYears),
});
