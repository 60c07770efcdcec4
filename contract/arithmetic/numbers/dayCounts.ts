const msPerDay = 86_400_000;
/** Converts a day `YYYY-MM-DD` to whole days since Thursday, 1 January 1970. */
const dayNumberOf = (day: string): number => Math.round(Date.parse(`${day}T00:00:00Z`) / msPerDay);

/**
 * Returns the days from one `YYYY-MM-DD` to another; negative where the second is earlier.
 * @param from first day, `YYYY-MM-DD`
 * @param to last day, `YYYY-MM-DD`
 */
export const calendarDays = (from: string, to: string): number => dayNumberOf(to) - dayNumberOf(from);

/** Counts the working days from 1970-01-01 to a day inclusive, by weekday alone. Day 4 is the first Monday. */
function workingDaysTo(day: number): number {
  const sinceMonday = day - 4;
  const weeks = Math.floor(sinceMonday / 7);
  return weeks * 5 + Math.min(5, sinceMonday - weeks * 7 + 1);
}

export interface WorkCalendar {
  /** Public holidays, each as `YYYY-MM-DD`. */
  readonly holidays: ReadonlySet<string>;
  /** Weekend days that are working days (调休). */
  readonly workdays: ReadonlySet<string>;
}

const isWeekday = (day: string): boolean => ![0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay());

/**
 * Counts the working days after `from` up to and including `to` (`YYYY-MM-DD`). Without a calendar, Monday to Friday.
 * @param from first day, itself not counted
 * @param to last day, itself counted
 * @param calendar public holidays and make-up working days
 * @returns a negative number where `to` is earlier
 */
export function workingDays(from: string, to: string, calendar?: WorkCalendar): number {
  const weekdays = workingDaysTo(dayNumberOf(to)) - workingDaysTo(dayNumberOf(from));
  if (!calendar) return weekdays;
  const [start, end, direction] = from <= to ? [from, to, 1] : [to, from, -1];
  const isWithinSpan = (day: string): boolean => start < day && day <= end;
  const holidayWeekdays = [...calendar.holidays].filter((day) => isWithinSpan(day) && isWeekday(day)).length;
  const makeUpWorkdays = [...calendar.workdays].filter(
    (day) => isWithinSpan(day) && !isWeekday(day) && !calendar.holidays.has(day),
  ).length;
  return weekdays + direction * (makeUpWorkdays - holidayWeekdays);
}

/** Lists `count` months that end with the month of a day, oldest first, as `YYYY-MM`. */
export function monthsTo(today: string, count: number): string[] {
  const last = Number(today.slice(0, 4)) * 12 + Number(today.slice(5, 7)) - 1;
  return Array.from({ length: count }, (_, index) => last - count + 1 + index).map(
    (month) => `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`,
  );
}

/**
 * Returns the day that lies a number of days after a `YYYY-MM-DD`, in the same form.
 * @param days number of calendar days; negative for an earlier day
 */
export const addDays = (day: string, days: number): string =>
  new Date((dayNumberOf(day) + days) * msPerDay).toISOString().slice(0, 10);
