import { dayAfter } from '@contract/arithmetic/numbers/days';
import { leastYears331, retainedUntil } from './retention';

// What is due after a report was issued (GBZ 331-2024 4.2, 5.2.10.3, I.1.2.6). Weekends are no working days; public holidays and made-up ones are data.

export interface WorkCalendar {
  /** Public holidays, `YYYY-MM-DD`. */
  readonly holidays: ReadonlySet<string>;
  /** Weekend days on which people work instead. */
  readonly workdays: ReadonlySet<string>;
}

/** Weekends alone. */
export const weekdaysOnly: WorkCalendar = { holidays: new Set(), workdays: new Set() };

export function isWorkingDay(day: string, { holidays, workdays }: WorkCalendar): boolean {
  if (holidays.has(day)) return false;
  if (workdays.has(day)) return true;
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return weekday !== 0 && weekday !== 6;
}

/**
 * The day that ends so many working days, counted from the next day on.
 * @param day `YYYY-MM-DD`, not counted itself
 * @param count at least 1
 */
export function workingDayAfter(day: string, count: number, calendar: WorkCalendar): string {
  let [at, left] = [day, count];
  while (left > 0) {
    at = dayAfter(at, 1);
    if (isWorkingDay(at, calendar)) left -= 1;
  }
  return at;
}

/** Working days after the issue of a report, and years that its archive is kept. */
export const dueRule = { report: 15, publish: 20, archive: 20, keepYears: leastYears331 } as const;

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
 * What is due by when after a report was issued.
 * @param issuedOn `YYYY-MM-DD`
 */
export const dueDates = (issuedOn: string, calendar: WorkCalendar = weekdaysOnly): DueDates => ({
  reportBy: workingDayAfter(issuedOn, dueRule.report, calendar),
  publishBy: workingDayAfter(issuedOn, dueRule.publish, calendar),
  archiveBy: workingDayAfter(issuedOn, dueRule.archive, calendar),
  keepUntil: retainedUntil(issuedOn, dueRule.keepYears),
});
