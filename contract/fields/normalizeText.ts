// Normalises typed and pasted text: outer blanks, full-width characters, spellings of dates. Every function returns the
// same string if nothing changes, so a difference is always a change worth a notice.

/** Blanks that Excel and web pages leave: no-break, ideographic and zero-width spaces, and the byte order mark. */
const blankCharacter = /[\s\u00a0\u200b-\u200f\u2060\u3000\ufeff]/;
const anyBlanks = /[\s\u00a0\u200b-\u200f\u2060\u3000\ufeff]+/g;

/**
 * Pattern of most input: printable ASCII and Chinese characters, without blanks and full-width forms. Such a text
 * needs no further work.
 */
const plainWord = /^[!-~\u4e00-\u9fff]*$/;

/**
 * Removes matching characters at both ends. A loop, because `/[…]+$/` is quadratic on long runs and would block the
 * server for minutes.
 * @param outer pattern of one character to be removed
 */
export function trimMatching(text: string, outer: RegExp): string {
  let [from, to] = [0, text.length];
  while (from < to && outer.test(text.charAt(from))) from += 1;
  while (to > from && outer.test(text.charAt(to - 1))) to -= 1;
  return text.slice(from, to);
}

/** Removes blanks at both ends: those that the language trims at once, then the zero-width ones. */
export const trimBlanks = (text: string): string =>
  plainWord.test(text) ? text : trimMatching(text.trim(), blankCharacter);
/** Removes all blanks. */
export const dropBlanks = (text: string): string => (plainWord.test(text) ? text : text.replace(anyBlanks, ''));

const spacedName = /^\p{Script=Han}(?:[\s\u3000]+\p{Script=Han}){1,2}$/u;
/** Returns a short name without the blanks with which lists align names of two characters: 张 三 becomes 张三. */
export const withoutNameSpacing = (text: string): string =>
  spacedName.test(trimBlanks(text)) ? dropBlanks(text) : text;

/**
 * Pattern of invisible characters and direction marks, with which two different names would look alike. Joiners stay,
 * because they form other characters.
 */
const invisibleCharacters = /[\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]+/g;

/**
 * Pattern of control characters and lone surrogates (a surrogate pair is one character for it). They are invisible,
 * and a docx or xlsx file that contains one can't be opened. Line ends, tabs and NUL stay; NUL is refused elsewhere.
 */
// eslint-disable-next-line no-control-regex
const unprintable = /[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff\ud800-\udfff]/gu;

/** Removes control characters. */
export const withoutControls = (text: string): string => (plainWord.test(text) ? text : text.replace(unprintable, ''));

/** Converts a text to one line, as an input field does: line ends and tabs become blanks. */
export const oneLine = (text: string): string =>
  plainWord.test(text)
    ? text
    : trimBlanks(text.replace(invisibleCharacters, '').replace(/[\t\n\v\f\r\u2028\u2029]+/g, ' '));

const toHalfWidth = (text: string): string => String.fromCharCode(text.charCodeAt(0) - 0xfee0);

/**
 * Converts full-width digits, letters and the sign and point of a number (`＜０．０５`, `－３`) to half width. Other
 * full-width punctuation is correct in Chinese and stays.
 */
export const halfWidth = (text: string): string =>
  plainWord.test(text)
    ? text
    : text
        .replace(/[０-９Ａ-Ｚａ-ｚ]/g, toHalfWidth)
        .replace(/(\d)．(?=\d)/g, '$1.')
        .replace(/^＜(?=\s*\d)/, '<')
        .replace(/^[－＋](?=\d)/, toHalfWidth);

/** Converts a run of full-width characters; a call for each character of a long run would take ten times as long. */
const runToHalfWidth = (run: string): string => {
  let converted = '';
  for (let index = 0; index < run.length; index += 1) converted += String.fromCharCode(run.charCodeAt(index) - 0xfee0);
  return converted;
};

/** Converts every full-width character, for codes, addresses and numbers. */
export const halfWidthThroughout = (text: string): string =>
  plainWord.test(text) ? text : text.replace(/[！-～]+/g, runToHalfWidth).replaceAll('。', '.');

/** Pattern of thousands grouped by single blanks: 1 200, −12 345.6. A first group of 0 means a lost decimal mark. */
const groupedThousands = /^[-+]?[1-9]\d{0,2}(?:[ \u00a0\u2009\u202f]\d{3})+(?:\.\d+)?$/;

/**
 * Normalises a typed or pasted number: outer blanks, full-width characters, blanks that group thousands. Any other
 * blank stays, so that the field's rule refuses the text: `0 652` may mean 0.652, and `12 5` two numbers.
 */
export function numberText(text: string): string {
  const value = trimBlanks(halfWidthThroughout(text));
  return groupedThousands.test(value)
    ? dropBlanks(value)
    : value.replace(/^([-+]) (?=\d)/, '$1').replace(/(\d) (?=%$)/, '$1');
}

/** Pattern of digits grouped by a comma, which may mean thousands or a decimal mark. */
const groupedByComma = /\d,\d{3}(?!\d)/;

/**
 * Normalises a number typed on a telephone: full-width characters, and the comma of a keyboard without a point, which
 * becomes a point at once. A pasted comma before three digits may group thousands. It stays, so that the field's rule
 * refuses the text and says what to do.
 */
export function keyboardNumber(text: string): string {
  const value = trimBlanks(halfWidthThroughout(text)).replaceAll('—', '-');
  return groupedByComma.test(value) ? value : value.replaceAll(',', '.');
}

const padDigits = (value: number, length = 2): string => String(value).padStart(length, '0');

const datePattern =
  /^(\d{4})(?:[-/.](\d{1,2})[-/.](\d{1,2})|年(\d{1,2})月(\d{1,2})日?)(?:[ T]+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.0+)?)?)?$/;

/**
 * Converts 2024/5/1, 2024.5.1, 2024-5-1 and 2024年5月1日, with or without a time, to `YYYY-MM-DD[ HH:mm:ss]`. A
 * midnight is dropped for a date. Any other text is returned unchanged, so that the field's rule refuses it.
 */
export function isoDate(text: string, kind: 'date' | 'dateTime'): string {
  const match = datePattern.exec(text);
  if (!match) return text;
  const [, year = '', month1, day1, month2, day2, hour = '0', minute = '0', second = '0'] = match;
  const day = `${year}-${padDigits(Number(month1 ?? month2))}-${padDigits(Number(day1 ?? day2))}`;
  const time = `${padDigits(Number(hour))}:${padDigits(Number(minute))}:${padDigits(Number(second))}`;
  if (kind === 'dateTime') return `${day} ${time}`;
  return time === '00:00:00' ? day : `${day} ${time}`;
}

const secondsPerDay = 86_400;

/**
 * Converts Excel's serial number to `YYYY-MM-DD`, with ` HH:mm:ss` unless it is midnight. A number below one day
 * gives `HH:mm:ss` alone. The 1900 system contains 29 February 1900, which did not exist.
 * @returns null for that day and for numbers outside the calendar
 */
export function momentOfSerial(serial: number, date1904 = false): string | null {
  if (!Number.isFinite(serial) || serial < 0 || serial >= 2_958_466) return null;
  const seconds = Math.round(serial * secondsPerDay);
  const [days, daySeconds] = [Math.floor(seconds / secondsPerDay), seconds % secondsPerDay];
  const time = `${padDigits(Math.floor(daySeconds / 3600))}:${padDigits(Math.floor(daySeconds / 60) % 60)}:${padDigits(daySeconds % 60)}`;
  if (!date1904 && days === 0) return time;
  if (!date1904 && days === 60) return null;
  const epoch = date1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, days < 60 ? 31 : 30);
  const utcDate = new Date(epoch + days * secondsPerDay * 1000);
  const day = `${padDigits(utcDate.getUTCFullYear(), 4)}-${padDigits(utcDate.getUTCMonth() + 1)}-${padDigits(utcDate.getUTCDate())}`;
  return daySeconds === 0 ? day : `${day} ${time}`;
}

/**
 * Converts `YYYY-MM-DD[ HH:mm:ss]` to Excel's serial number (1900 system); null before 1 March 1900, where Excel's
 * calendar is wrong.
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
  const days = (Date.UTC(year, month - 1, day) - Date.UTC(1899, 11, 30)) / (secondsPerDay * 1000);
  const serial = days + (hour * 3600 + minute * 60 + second) / secondsPerDay;
  return days < 61 || momentOfSerial(serial) !== (text.endsWith(' 00:00:00') ? text.slice(0, 10) : text)
    ? null
    : serial;
}

/** Formats a number in plain digits, rounded to the 15 significant digits of a workbook: 1e-7 is 0.0000001. */
export function plainNumber(value: number): string {
  const rounded = Number(value.toPrecision(15));
  const text = String(Number.isFinite(rounded) ? rounded : value);
  const match = /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(text);
  if (!match) return Object.is(value, -0) ? '0' : text;
  const [, sign = '', first = '', fraction = '', power] = match;
  const exponent = Number(power);
  if (exponent < 0) return `${sign}0.${'0'.repeat(-exponent - 1)}${first}${fraction}`;
  return sign + first + fraction.padEnd(exponent, '0');
}
