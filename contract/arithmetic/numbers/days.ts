const dayLength = 86_400_000;
/** Whole days since Thursday, 1 January 1970. */
const numberOf = (day: string): number => Math.round(Date.parse(`${day}T00:00:00Z`) / dayLength);

/** Whole days from one `YYYY-MM-DD` to another. */
export const calendarDays = (from: string, to: string): number => numberOf(to) - numberOf(from);

/** Working days from 1970 to a day, that one among them. The first Monday after the beginning is day 4. */
function workingDaysTo(day: number): number {
  const sinceMonday = day - 4;
  const weeks = Math.floor(sinceMonday / 7);
  return weeks * 5 + Math.min(5, sinceMonday - weeks * 7 + 1);
}

export interface WorkCalendar {
  /** Public holidays, `YYYY-MM-DD`. */
  readonly holidays: ReadonlySet<string>;
  /** Weekend days on which people work instead. */
  readonly workdays: ReadonlySet<string>;
}

const isWeekday = (day: string): boolean => ![0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay());

/** Working days after one `YYYY-MM-DD`, up to another and with it; without a calendar those from Monday to Friday. */
export function workingDays(from: string, to: string, calendar?: WorkCalendar): number {
  const weekdays = workingDaysTo(numberOf(to)) - workingDaysTo(numberOf(from));
  if (!calendar) return weekdays;
  const [start, end, sign] = from <= to ? [from, to, 1] : [to, from, -1];
  const within = (day: string): boolean => start < day && day <= end;
  const off = [...calendar.holidays].filter((day) => within(day) && isWeekday(day)).length;
  const made = [...calendar.workdays].filter(
    (day) => within(day) && !isWeekday(day) && !calendar.holidays.has(day),
  ).length;
  return weekdays + sign * (made - off);
}

/** The months up to that of a day, oldest first, as `YYYY-MM`. */
export function monthsTo(today: string, count: number): string[] {
  const last = Number(today.slice(0, 4)) * 12 + Number(today.slice(5, 7)) - 1;
  return Array.from({ length: count }, (_, at) => last - count + 1 + at).map(
    (month) => `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`,
  );
}

/** `YYYY-MM-DD`, so many days on. */
export const dayAfter = (day: string, days: number): string =>
  new Date((numberOf(day) + days) * dayLength).toISOString().slice(0, 10);
