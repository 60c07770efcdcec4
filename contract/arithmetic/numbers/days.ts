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

/** Days from Monday to Friday after one `YYYY-MM-DD`, up to another and with it. Public holidays are not taken out. */
export const workingDays = (from: string, to: string): number => workingDaysTo(numberOf(to)) - workingDaysTo(numberOf(from));

/** The months up to that of a day, oldest first, as `YYYY-MM`. */
export function monthsTo(today: string, count: number): string[] {
  const last = Number(today.slice(0, 4)) * 12 + Number(today.slice(5, 7)) - 1;
  return Array.from({ length: count }, (_, at) => last - count + 1 + at).map((month) => `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`);
}

/** `YYYY-MM-DD`, so many days on. */
export const dayAfter = (day: string, days: number): string => new Date((numberOf(day) + days) * dayLength).toISOString().slice(0, 10);
