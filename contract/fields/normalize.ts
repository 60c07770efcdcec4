// What people type into a cell and what the program keeps: blanks at the ends, full-width characters, the ways to write
// a day.
// Every function returns the text it was given when there is nothing to do, so that a difference is always worth a
// notice.

/** Blanks that Excel and web pages leave behind: no-break, ideographic, zero-width ones, and the byte order mark. */
const blank = /[\s\u00a0\u200b-\u200f\u2060\u3000\ufeff]/;
const anyBlanks = /[\s\u00a0\u200b-\u200f\u2060\u3000\ufeff]+/g;

/**
 * Most of what is typed and pasted: signs of ASCII without a blank, and words of Chinese. Blanks and full-width forms
 * lie outside of them.
 */
const plainWord = /^[!-~\u4e00-\u9fff]*$/;

/**
 * A text without such signs at its ends. By a loop: `/[…]+$/` looks at every run of them again and again, and a body of
 * blanks would hold everybody up for minutes.
 * @param outer of one sign
 */
export function trimmedOf(text: string, outer: RegExp): string {
  let [from, to] = [0, text.length];
  while (from < to && outer.test(text.charAt(from))) from += 1;
  while (to > from && outer.test(text.charAt(to - 1))) to -= 1;
  return text.slice(from, to);
}

export const trimBlanks = (text: string): string => (plainWord.test(text) ? text : trimmedOf(text, blank));
export const dropBlanks = (text: string): string => (plainWord.test(text) ? text : text.replace(anyBlanks, ''));

/**
 * What nobody sees and what turns a line around: two names that look alike would be two rows. Joiners stay, they make
 * signs of others.
 */
const unseen = /[\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]+/g;

/**
 * Control characters and halves of signs (a whole sign is one letter to this pattern): nobody sees them, and a docx or
 * xlsx that holds one is not opened. Line ends, tabs and the NUL, which is refused, stay.
 */
// eslint-disable-next-line no-control-regex
const unprintable = /[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff\ud800-\udfff]/gu;

export const withoutControls = (text: string): string => (plainWord.test(text) ? text : text.replace(unprintable, ''));

/**
 * A text of one line, as an input would keep it: line ends and tabs that a paste or a cell brought along are blanks.
 */
export const oneLine = (text: string): string =>
  plainWord.test(text) ? text : trimBlanks(text.replace(unseen, '').replace(/[\t\n\v\f\r\u2028\u2029]+/g, ' '));

const shift = (text: string): string => String.fromCharCode(text.charCodeAt(0) - 0xfee0);

/**
 * Digits and letters, and the sign and point of a number (`＜０．０５`, `－３`); other full-width punctuation is right in
 * Chinese.
 */
export const halfWidth = (text: string): string =>
  plainWord.test(text)
    ? text
    : text
        .replace(/[０-９Ａ-Ｚａ-ｚ]/g, shift)
        .replace(/(\d)．(?=\d)/g, '$1.')
        .replace(/^＜(?=\s*\d)/, '<')
        .replace(/^[－＋](?=\d)/, shift);

/** For codes, addresses and numbers, where every full-width character is a slip of the input method. */
export const halfWidthThroughout = (text: string): string =>
  plainWord.test(text) ? text : text.replace(/[！-～]/g, shift).replace(/。/g, '.');

const pad = (value: number, length = 2): string => String(value).padStart(length, '0');

const datePattern =
  /^(\d{4})(?:[-/.](\d{1,2})[-/.](\d{1,2})|年(\d{1,2})月(\d{1,2})日?)(?:[ T]+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.0+)?)?)?$/;

/**
 * 2024/5/1, 2024.5.1, 2024-5-1 and 2024年5月1日, with or without a time behind it, as `YYYY-MM-DD[ HH:mm:ss]`; a midnight
 * is dropped
 * when a day is wanted. Any other text is returned as it came, for the field's own rule to refuse.
 */
export function isoDate(text: string, wanted: 'date' | 'dateTime'): string {
  const match = datePattern.exec(text);
  if (!match) return text;
  const [, year = '', month1, day1, month2, day2, hour = '0', minute = '0', second = '0'] = match;
  const day = `${year}-${pad(Number(month1 ?? month2))}-${pad(Number(day1 ?? day2))}`;
  const time = `${pad(Number(hour))}:${pad(Number(minute))}:${pad(Number(second))}`;
  if (wanted === 'dateTime') return `${day} ${time}`;
  return time === '00:00:00' ? day : `${day} ${time}`;
}

const dayLength = 86_400;

/**
 * Excel's serial number of a moment as `YYYY-MM-DD`, with ` HH:mm:ss` when it is not midnight, or `HH:mm:ss` alone
 * below one day.
 * The 1900 system has a 29 February 1900 that never was; null for that day and for what no calendar reaches.
 */
export function momentOfSerial(serial: number, date1904 = false): string | null {
  if (!Number.isFinite(serial) || serial < 0 || serial >= 2_958_466) return null;
  const seconds = Math.round(serial * dayLength);
  const [days, rest] = [Math.floor(seconds / dayLength), seconds % dayLength];
  const time = `${pad(Math.floor(rest / 3600))}:${pad(Math.floor(rest / 60) % 60)}:${pad(rest % 60)}`;
  if (!date1904 && days === 0) return time;
  if (!date1904 && days === 60) return null;
  const epoch = date1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, days < 60 ? 31 : 30);
  const moment = new Date(epoch + days * dayLength * 1000);
  const day = `${pad(moment.getUTCFullYear(), 4)}-${pad(moment.getUTCMonth() + 1)}-${pad(moment.getUTCDate())}`;
  return rest === 0 ? day : `${day} ${time}`;
}

/**
 * The serial number (1900 system) of `YYYY-MM-DD[ HH:mm:ss]`; null before 1 March 1900, where Excel's calendar is
 * wrong.
 */
export function serialOfMoment(text: string): number | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})(?: (\d{2}):(\d{2}):(\d{2}))?$/.exec(text);
  if (!match) return null;
  const [year, month, day, hour, minute, second] = match.slice(1).map((part) => Number(part ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const days = (Date.UTC(year, month - 1, day) - Date.UTC(1899, 11, 30)) / (dayLength * 1000);
  const serial = days + (hour * 3600 + minute * 60 + second) / dayLength;
  return days < 61 || momentOfSerial(serial) !== (text.endsWith(' 00:00:00') ? text.slice(0, 10) : text)
    ? null
    : serial;
}

/** A number in plain digits, at the 15 significant ones that a workbook holds: 1e-7 is 0.0000001. */
export function plainNumber(value: number): string {
  const rounded = Number(value.toPrecision(15));
  const text = String(Number.isFinite(rounded) ? rounded : value);
  const match = /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(text);
  if (!match) return Object.is(value, -0) ? '0' : text;
  const [, sign = '', first = '', rest = '', power] = match;
  const exponent = Number(power);
  if (exponent < 0) return `${sign}0.${'0'.repeat(-exponent - 1)}${first}${rest}`;
  return sign + first + rest.padEnd(exponent, '0');
}
