// Readers of days and periods as people write them: 2027年3月, 二〇二七年五月一日, 长期, 36个月, 开封后1年.
import { dropBlanks, halfWidthThroughout, momentOfSerial, trimBlanks } from '@contract/fields/normalizeText';
import { type CellReading, readerTexts } from './cellReaders';
import { chineseNumber, digitsOf } from './chineseNumber';

/** Day that stands for 长期. */
const endlessDay = '2099-12-31';

const padDay = (digits: string | number): string => String(digits).padStart(2, '0');
const lastDay = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate();

const chineseDay =
  /^([〇○零一二三四五六七八九]{4})年(?:([一二三四五六七八九十]{1,3})月)?(?:([一二三四五六七八九十]{1,3})[日号])?/;

/** Returns a day in Chinese digits with others: 二〇二七年五月一日 is 2027年5月1日. */
const inDigits = (plainText: string): string =>
  plainText.replace(chineseDay, (_all, year: string, month?: string, day?: string) => {
    const parts = [[...year].map((digit) => digitsOf[digit]).join(''), '年'];
    if (month) parts.push(String(chineseNumber(month)), '月');
    if (day) parts.push(String(chineseNumber(day)), '日');
    return parts.join('');
  });

const countPattern = String.raw`(\d+(?:\.\d+)?|[一二两三四五六七八九十半]{1,3})`;
const unitOfTime = '(个?月|年|周年|天|日)';
const openingPeriod = new RegExp(
  `(?:开封|开瓶|开罐|开盖|开启|启封|启用|拆封|打开)(?:使用)?(?:后|之日起|起)?(?:有效期?|保质期?)?[:：]?${countPattern}${unitOfTime}(?:内?有?效?)?`,
);
/** Pattern of a period. 2030年 is a year. */
const periodPattern = new RegExp(
  `^(?:有效期?|保质期?|质保期?|每)?[:：]?(?!(?:19|20)\\d{2}年)${countPattern}${unitOfTime}(?:\\([^()]*\\))?$`,
);

/** A length of time in months, or in days. */
interface PeriodLength {
  readonly months: number;
  readonly days: number;
}

function periodOf(numberText: string, unit: string): PeriodLength | null {
  const number = digitsOf[numberText] ?? (/\d/.test(numberText) ? Number(numberText) : chineseNumber(numberText));
  const months = unit.endsWith('年') ? number * 12 : unit.endsWith('月') ? number : 0;
  const days = months ? 0 : number;
  return Number.isInteger(months) && Number.isInteger(days) && months + days > 0 ? { months, days } : null;
}

const plainOf = (text: string): string => dropBlanks(halfWidthThroughout(text));

/** Returns the months that 开封后1年 means; null for another text or for less than a month. */
export function monthsAfterOpening(text: string): number | null {
  const [, numberText = '', unit = ''] = openingPeriod.exec(plainOf(text)) ?? [];
  const period = numberText ? periodOf(numberText, unit) : null;
  const months = period ? period.months || Math.floor(period.days / 30) : 0;
  return months >= 1 ? months : null;
}

/** Returns a text without its time after opening: 3年，开封后6个月 is 3年. */
export const withoutOpening = (text: string): string =>
  plainOf(text)
    .replace(openingPeriod, '')
    .replace(/^(?:未开封|原装|开封前)[:：]?|[,，;；、/()（）]+$/g, '')
    .replace(/^[,，;；、/()（）]+/, '')
    .replace(/^(?:未开封|原装|开封前)[:：]?/, '');

/** Returns the months of a period: 36个月, 3年, 二年; null for another text. */
export function periodMonths(text: string): number | null {
  const [, numberText = '', unit = ''] = periodPattern.exec(plainOf(text)) ?? [];
  const length = numberText ? periodOf(numberText, unit) : null;
  return length && length.days === 0 ? length.months : null;
}

/** Longest text that may be a period; a longer one is not normalised. */
const maxPeriodLength = 300;

/** Returns whether a text is a period. */
export const isPeriod = (text: string): boolean => text.length <= maxPeriodLength && periodPattern.test(plainOf(text));

/**
 * Returns the last day of a period that begins on a day: 36个月 from 2026-01-05 ends on 2029-01-04.
 * @param from `YYYY-MM-DD`
 * @returns null for a text that is no period
 */
export function endOfPeriod(text: string, from: string): string | null {
  const [, numberText = '', unit = ''] = periodPattern.exec(plainOf(text)) ?? [];
  const length = numberText ? periodOf(numberText, unit) : null;
  const [year = 0, month = 0, day = 0] = from.split('-').map(Number);
  if (!length || !year || !month || !day) return null;
  const totalMonths = year * 12 + month - 1 + length.months;
  const [toYear, toMonth] = [Math.floor(totalMonths / 12), (totalMonths % 12) + 1];
  const start = Date.UTC(toYear, toMonth - 1, Math.min(day, lastDay(toYear, toMonth) + 1));
  return new Date(start + (length.days - 1) * 86_400_000).toISOString().slice(0, 10);
}

const dateSeparator = String.raw`[-/.、\\—–_]`;
const datePatterns = {
  whole: new RegExp(`^(\\d{4})(?:${dateSeparator}|年)(\\d{1,2})(?:${dateSeparator}|月)(\\d{1,2})[日号]?$`),
  compact: /^(\d{4})(\d{2})(\d{2})$/,
  short: new RegExp(`^(\\d{2})(?:${dateSeparator}|年)(\\d{1,2})(?:${dateSeparator}|月)(\\d{1,2})[日号]?$`),
  month: new RegExp(`^(\\d{4})(?:${dateSeparator}|年)(\\d{1,2})月?(底|末|份|上旬|中旬|下旬)?$`),
  shortMonth: /^(\d{2})年(\d{1,2})月(底|末|份|上旬|中旬|下旬)?$/,
  compactMonth: /^(20\d{2})(0[1-9]|1[0-2])$/,
  year: /^(\d{4})年?(底|末)?$/,
  /** With the year at the end, the month first: 3/1/2027. */
  yearLast: new RegExp(`^(\\d{1,2})${dateSeparator}(\\d{1,2})${dateSeparator}(\\d{4})$`),
  english: /^(?:(\d{1,2})[-/.]?([a-z]{3})[a-z]*[-/.,]?(\d{4})|([a-z]{3})[a-z]*[-/.]?(\d{1,2})[-/.,]?(\d{4}))$/i,
} as const;

const englishMonths = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** Returns a day whose year stands at the end: 3/1/2027, 25/12/2027, 1-Mar-2027, Mar 1, 2027; null for another text. */
function dayWithYearLast(plainText: string): string | null {
  const [, first = '', second = '', year = ''] = datePatterns.yearLast.exec(plainText) ?? [];
  if (year) return Number(first) > 12 ? dayText([year, second, first]) : dayText([year, first, second]);
  const english = datePatterns.english.exec(plainText);
  if (!english) return null;
  const month = englishMonths.indexOf((english[2] ?? english[4] ?? '').toLowerCase()) + 1;
  return month ? dayText([english[3] ?? english[6] ?? '', String(month), english[1] ?? english[5] ?? '']) : null;
}

/** Excel's serial numbers of the days from 1990 to 2099. A column without a date format contains such numbers. */
const serialRange = { first: 32_874, last: 73_050 } as const;

/** Returns the day of a number of Excel's; null for another text. */
function serialDay(plainText: string): string | null {
  const days = /^(\d{5})(?:\.\d+)?$/.exec(plainText)?.[1];
  if (days === undefined || Number(days) < serialRange.first || Number(days) > serialRange.last) return null;
  return momentOfSerial(Number(days));
}

const dayText = ([year = '', month = '', day = '']: readonly string[]): string =>
  `${year}-${padDay(month)}-${padDay(day)}`;

/**
 * Returns the first and the last day of a span or of several days: 2023.2.1-2023.2.3, 2023年2月1日至3日, 2023-02-01～02-03,
 * 2023.2.1、2.3; null for another text.
 */
function spanOf(plainText: string): { readonly from: string; readonly to: string } | null {
  for (const { index } of plainText.matchAll(/[-~～—–至到、,，;；及和]/g)) {
    const leftText = plainText.slice(0, index);
    const rightText =
      plainText
        .slice(index + 1)
        .split(/[、,，;；及和]/)
        .at(-1) ?? '';
    const from = datePatterns.whole.exec(leftText);
    if (!from) continue;
    const shortDay = /^(?:(\d{1,2})[-/.月])?(\d{1,2})[日号]?$/.exec(rightText);
    const to =
      datePatterns.whole.exec(rightText)?.slice(1) ??
      (shortDay && [from[1] ?? '', shortDay[1] ?? from[2] ?? '', shortDay[2] ?? '']);
    if (to) return { from: dayText(from.slice(1)), to: dayText(to) };
  }
  return null;
}

/** Returns a text without blanks, a time, a day of the week and the words around a day. */
const bareDay = (text: string): string =>
  inDigits(
    dropBlanks(
      halfWidthThroughout(trimBlanks(text))
        .replace(/[T\s]+\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?$/, '')
        .replace(/\(?(?:星期|周)[一二三四五六日天]\)?$/, ''),
    )
      .replace(/^(?:证书|检定|校准)?(?:有效期?|有效日期)?[:：]?(?:至|到|截至|截止至?|止于)?/, '')
      .replace(/(.)\([^()\d]*\)$/, '$1')
      .replace(/(?:止|前|到期|截止|有效|失效|起)$/, '')
      .replace(/[.,，;；]+$/, ''),
  );

const endlessWords = /^(?:长期|永久|终身|长期有效|长期使用|永久有效|终身有效|无限期|无期限|不限期?)$/;

/** Returns whether a text gives both ends of a span of days. */
export const isSpan = (text: string): boolean => spanOf(bareDay(text)) !== null;

const thirdsOfMonth: Readonly<Record<string, readonly [first: number, last: number]>> = {
  上旬: [1, 10],
  中旬: [11, 20],
};

/** Reads a month: its last day where it ends a period or stands with 底, else its first. */
function dayOfMonth(year: number, month: number, part: string, isEnd: boolean): CellReading<string> | null {
  if (month < 1 || month > 12) return null;
  const [first, last] = thirdsOfMonth[part] ?? [part === '下旬' ? 21 : 1, lastDay(year, month)];
  const isLastDay = isEnd || part === '底' || part === '末';
  return {
    value: `${year}-${padDay(month)}-${padDay(isLastDay ? last : first)}`,
    notice: isLastDay ? readerTexts.monthEnd : readerTexts.monthStart,
  };
}

/**
 * Reads a day as people write it: 2027年3月1日, 2027.3.1, 27/3/1, 20270301, 2027年3月, 2027年, 长期, with 至, 止 or 有效期
 * around it, with a time behind it, a span of days, and the number that Excel keeps for a day.
 * @param isEnd a month or a year alone means its last day
 * @returns null for another text; a day that does not exist is returned as written, so that the field's rule refuses it
 */
export function parseListDate(text: string, isEnd: boolean): CellReading<string> | null {
  const plainText = bareDay(text);
  if (endlessWords.test(plainText) || endlessWords.test(plainOf(text)))
    return { value: endlessDay, notice: readerTexts.endless };
  const wholeMatch = datePatterns.whole.exec(plainText) ?? datePatterns.compact.exec(plainText);
  if (wholeMatch) return { value: dayText(wholeMatch.slice(1)), notice: readerTexts.isoDate };
  const lastYear = dayWithYearLast(plainText);
  if (lastYear !== null) return { value: lastYear, notice: readerTexts.isoDate };
  const serial = serialDay(plainText);
  if (serial !== null) return { value: serial, notice: readerTexts.serial };
  const span = spanOf(plainText);
  if (span !== null) return { value: isEnd ? span.to : span.from, notice: readerTexts.span(isEnd) };
  const shortMatch = datePatterns.short.exec(plainText);
  if (shortMatch)
    return {
      value: `20${shortMatch[1]}-${padDay(shortMatch[2] ?? '')}-${padDay(shortMatch[3] ?? '')}`,
      notice: readerTexts.isoDate,
    };
  const month = datePatterns.month.exec(plainText) ?? datePatterns.compactMonth.exec(plainText);
  if (month) return dayOfMonth(Number(month[1]), Number(month[2]), month[3] ?? '', isEnd);
  const shortMonth = datePatterns.shortMonth.exec(plainText);
  if (shortMonth) return dayOfMonth(2000 + Number(shortMonth[1]), Number(shortMonth[2]), shortMonth[3] ?? '', isEnd);
  const year = datePatterns.year.exec(plainText);
  if (!year) return null;
  return isEnd || year[2]
    ? { value: `${year[1]}-12-31`, notice: readerTexts.yearEnd }
    : { value: `${year[1]}-01-01`, notice: readerTexts.yearStart };
}
