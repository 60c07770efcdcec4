import { dropBlanks, halfWidthThroughout } from '@contract/fields/normalizeText';
import { daysOfEntry } from './workingDays';

// Days as lists of holidays write them, mostly without their year: 1月1日-3日, 1月31日、2月13日, 10月1日（周五）至7日.

const padDay = (digits: string | number): string => String(digits).padStart(2, '0');
const datePattern = String.raw`(?:(\d{4})[-/.年])?(?:(\d{1,2})[-/.月])?(\d{1,2})[日号]?`;
const entryPattern = new RegExp(`^${datePattern}(?:[-~—–至到]+${datePattern})?$`);
const serialPattern = /^\d{5}$/;

/** Removes the remarks of a notice around the days: 放假调休，共7天, （周五）. */
const withoutRemarks = (text: string): string =>
  dropBlanks(halfWidthThroughout(text))
    .replace(/\([^()]*\)/g, '')
    .replace(/(?:放假|调休|上班|补班|休息)+/g, '')
    .replace(/[,，。.]?共(?:计)?\d+天/g, '')
    .replace(/[。.;；]+$/, '');

const workdayPattern = /上班|补班/;
const holidayPattern = /放假|休息/;

/**
 * Returns the part of a text about days off, or about days of work. A notice has both in one cell: 10月1日至7日放假调休，
 * 共7天。9月26日（周六）上班。
 */
export function daysAbout(text: string, isWorkday: boolean): string {
  const sentences = text
    .replace(/^[^\d:：]*[:：]/, '')
    .replace(/(放假调休|放假|共\s*\d+\s*天)\s*[，,]/g, '$1。')
    .split(/[。；;\n]/)
    .filter((sentence) => /\d/.test(sentence) && !/^\s*共/.test(sentence));
  const isWritten = sentences.some((sentence) => workdayPattern.test(sentence));
  if (!isWritten)
    return isWorkday && sentences.some((sentence) => holidayPattern.test(sentence)) ? '' : sentences.join('；');
  return sentences.filter((sentence) => workdayPattern.test(sentence) === isWorkday).join('；');
}

/** Parts of a day that the text states. */
interface DayParts {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

const textOf = ({ year, month, day }: DayParts): string => `${year}-${padDay(month)}-${padDay(day)}`;

/** Reads one entry: a day, or a span whose end takes month and year of its beginning. */
function entryOf(part: string, year: number | null, month: number | null): { from: DayParts; until: DayParts } | null {
  const [, year1, month1, day1, year2, month2, day2] = entryPattern.exec(part) ?? [];
  const startYear = year1 ? Number(year1) : year;
  const startMonth = month1 ? Number(month1) : month;
  if (!day1 || startYear === null || startMonth === null) return null;
  const from = { year: startYear, month: startMonth, day: Number(day1) };
  if (!day2) return { from, until: from };
  const untilMonth = month2 ? Number(month2) : startMonth;
  // 12月31日至1月2日 ends in the next year.
  const untilYear = year2 ? Number(year2) : untilMonth < startMonth ? startYear + 1 : startYear;
  return { from, until: { year: untilYear, month: untilMonth, day: Number(day2) } };
}

/**
 * Reads the days of a cell as entries of a calendar: `2027-01-01至2027-01-03`, `2027-01-31`.
 * @param year year of a day without one; null where the list says none
 * @returns none for a text that names no days; null where it cannot be read
 */
export function calendarEntries(text: string, year: number | null): string[] | null {
  const parts = withoutRemarks(text)
    .split(/[、,，;；\n]|和|及/)
    .filter(Boolean);
  const entries: string[] = [];
  let month: number | null = null;
  for (const part of parts) {
    if (serialPattern.test(part)) return null;
    const dateEntry = entryOf(part, year, month);
    if (!dateEntry) return null;
    month = dateEntry.from.month;
    const [from, until] = [textOf(dateEntry.from), textOf(dateEntry.until)];
    const value = from === until ? from : `${from}至${until}`;
    if (daysOfEntry(value) === null) return null;
    entries.push(value);
  }
  return entries;
}

/** Returns the year that a title names: 2027年放假安排; null for none. */
export const yearIn = (texts: readonly string[]): number | null => {
  const statedYear = texts.map((text) => /(20\d{2})年?/.exec(text)?.[1]).find((year) => year !== undefined);
  return statedYear === undefined ? null : Number(statedYear);
};
