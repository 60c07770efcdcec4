// Readers of what people write in their own lists. They are looser than those of the product's own template and are
// used only where a person mapped the columns. Whatever they change is told beside the cell.
import type { Field } from '@contract/field';
import { dropBlanks, halfWidthThroughout, momentOfSerial, plainNumber, trimBlanks } from '@contract/fields/normalize';
import { rules } from '@contract/rules';

/** A value that was read, and why it is not what the cell says. */
export interface Read<V> {
  readonly value: V;
  readonly notice?: string;
}

export const readerTexts = {
  blank: '表示没有，按空白导入',
  number: '已取出数值',
  about: '约数，已取数值',
  percentOf: (label: string) => `百分数，已按${label}换算`,
  unit: '已取出单位',
  noUnit: '没有写单位，按默认值',
  isoDate: '日期已改为年-月-日的写法',
  serial: 'Excel的日期序号，已改为日期',
  span: (isEnd: boolean) => `一段日期，取${isEnd ? '最后' : '第'}一天`,
  monthEnd: '只写了月份，按当月最后一天',
  monthStart: '只写了月份，按当月第一天',
  yearEnd: '只写了年份，按当年最后一天',
  endless: '长期有效',
  opening: '从开封起计算，有效期至在开封后得出',
  months: '已取出开封后的月数',
  first: '多个号码，取第一个',
  rest: '其余号码',
  initial: '没有填写，按默认值',
  guessed: (label: string) => `按${label}判断`,
  shortName: '按常用名称认出',
} as const;

/** Day that stands for 长期. */
const endlessDay = '2099-12-31';

/** Signs that people write into an empty cell, e.g. `/` and `—`. */
const nothing = /^(?:[/／\\\-—–－_~～]+|无|暂无|N\/?A|n\/?a|不适用)$/;

/** Tells whether a text means that there is nothing. */
export const meansNothing = (text: string): boolean => nothing.test(dropBlanks(text));

const powers: Readonly<Record<string, number>> = { 千: 3, 万: 4, 百万: 6, 千万: 7, 亿: 8 };

/** Moves the decimal point of a plain number to the right without any loss of digits. */
function shifted(digits: string, by: number): string {
  if (by === 0) return digits;
  const [whole = '0', rest = ''] = digits.split('.');
  const moved = whole + rest.padEnd(by, '0').slice(0, by);
  const tail = rest.slice(by);
  const plain = moved.replace(/^(-?)0+(?=\d)/, '$1');
  return tail ? `${plain}.${tail}` : plain;
}

const amountPattern =
  /^(?<about>约|大约|大概|近|共|共计|合计|≈|~|≥|≤|>|<|±|[A-Za-z]{1,4}=)?(?<digits>-?\d{1,3}(?:,\d{3})+(?:\.\d+)?|-?\d+(?:\.\d+)?)(?<power>百万|千万|千|万|亿)?(?<percent>%)?(?<unit>[^\d.\-/].{0,30})?$/;

/** A number with what stands around it. */
interface Amount {
  /** Plain digits. */
  readonly number: string;
  readonly unit: string;
  readonly percent: boolean;
  /** Whether a sign stands before it, e.g. 约 or ≥. */
  readonly about: boolean;
}

const deviation = /±(?:U=)?(\d+(?:\.\d+)?%?)/;

/** Returns what stands behind ± in a text, e.g. 2% of 1000 mg/L ±2%; '' for nothing. */
export const deviationIn = (text: string): string =>
  deviation.exec(dropBlanks(halfWidthThroughout(text)).replace(/\+\/-/, '±'))?.[1] ?? '';

/** Returns the text without what stands behind ±, and without brackets around a value: (100±2) mg/L is 100mg/L. */
function withoutDeviation(plain: string): string {
  const signed = plain.replace(/\+\/-/, '±');
  return deviation.test(signed) ? signed.replace(/^\(([^()]*)\)/, '$1').replace(deviation, '') : plain;
}

/**
 * Splits a text into number and unit: 300人, 8.6万, 2瓶, 100 μg/mL, 1,234, 约200, U=3% (k=2), 100±2 mg/L.
 * @returns null where it holds no number or more than one, e.g. a range
 */
export function splitAmount(text: string): Amount | null {
  const plain = withoutDeviation(dropBlanks(halfWidthThroughout(trimBlanks(text)))).replace(/\([^()]*\)$/, '');
  const found = amountPattern.exec(plain)?.groups;
  if (!found) return null;
  const unit = (found.unit ?? '').replace(/^[×xX*].*$/, '').replace(/[左右以上余多]+$/, '');
  // A second number makes it a range or a formula; a unit may hold one as an exponent or in /100.
  if (/[~～至]\d|\d-\d|\d\.\d/.test(found.unit ?? '')) return null;
  return {
    number: shifted((found.digits ?? '').replaceAll(',', ''), powers[found.power ?? ''] ?? 0),
    unit: unit.trim(),
    percent: found.percent !== undefined,
    about: found.about !== undefined || /左右|余|多$/.test(found.unit ?? ''),
  };
}

/**
 * Reads a number from the text around it.
 * @returns null where the text holds no single number
 */
export function looseNumber(text: string, isPercent: boolean): Read<string> | null {
  const amount = splitAmount(text);
  if (!amount || (amount.percent && !isPercent)) return null;
  return {
    value: amount.number,
    ...(amount.number === dropBlanks(text) ? {} : { notice: amount.about ? readerTexts.about : readerTexts.number }),
  };
}

/** Returns a share in percent of a value, in plain digits: 2 % of 1000 is 20. */
export const shareOf = (percent: string, value: string): string => plainNumber((Number(percent) * Number(value)) / 100);

/** Returns the unit of a text with number and unit; '' for a bare number, the text itself where it is a unit alone. */
export function looseUnit(text: string): Read<string> {
  const amount = splitAmount(text);
  if (!amount) return { value: trimBlanks(text) };
  return { value: amount.unit, notice: amount.unit ? readerTexts.unit : readerTexts.noUnit };
}

const pad = (digits: string | number): string => String(digits).padStart(2, '0');
const lastDay = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate();

const afterOpening =
  /^(?:开封|开启|启封|拆封|打开)(?:后|之日起)?(?:有效期?)?(\d+|[一二两三四五六七八九十半]+)(个?月|年|天|日)(?:内?有?效?)?$/;
const chineseDigits: Readonly<Record<string, number>> = {
  半: 0.5,
  一: 1,
  二: 2,
  两: 2,
  三: 3,
  四: 4,
  五: 5,
  六: 6,
  七: 7,
  八: 8,
  九: 9,
  十: 10,
};

/** Returns the months that 开封后1年 means; null for another text or for less than a month. */
export function monthsAfterOpening(text: string): number | null {
  const found = afterOpening.exec(dropBlanks(halfWidthThroughout(text)));
  if (!found) return null;
  const [, count = '', unit = ''] = found;
  const number = chineseDigits[count] ?? Number(count);
  const months = unit === '年' ? number * 12 : /月/.test(unit) ? number : number / 30;
  return Number.isFinite(months) && months >= 1 ? Math.floor(months) : null;
}

const datePatterns = {
  whole: /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})[日号]?$/,
  compact: /^(\d{4})(\d{2})(\d{2})$/,
  short: /^(\d{2})[-/.年](\d{1,2})[-/.月](\d{1,2})[日号]?$/,
  month: /^(\d{4})[-/.年](\d{1,2})月?$/,
  year: /^(\d{4})年?$/,
} as const;

/** Excel's numbers of the days from 1990 to 2099: what a column without a format of dates holds. */
const serials = { first: 32_874, last: 73_050 } as const;

/** Returns the day of a number of Excel's; null for another text. */
function serialDay(plain: string): string | null {
  const days = /^(\d{5})(?:\.\d+)?$/.exec(plain)?.[1];
  if (days === undefined || Number(days) < serials.first || Number(days) > serials.last) return null;
  return momentOfSerial(Number(days));
}

/**
 * Returns the first or the last day of a span: 2023.2.1-2023.2.3, 2023年2月1日至3日, 2023-02-01～02-03.
 * @returns null for another text
 */
function endOfSpan(plain: string, isEnd: boolean): string | null {
  for (const { index } of plain.matchAll(/[-~～—–至到]/g)) {
    const [left, right] = [plain.slice(0, index), plain.slice(index + 1)];
    const from = datePatterns.whole.exec(left);
    if (!from) continue;
    const short = /^(?:(\d{1,2})[-/.月])?(\d{1,2})[日号]?$/.exec(right);
    const to =
      datePatterns.whole.exec(right)?.slice(1) ?? (short && [from[1] ?? '', short[1] ?? from[2] ?? '', short[2] ?? '']);
    if (to) return dayText(isEnd ? to : from.slice(1));
  }
  return null;
}

const dayText = ([year = '', month = '', day = '']: readonly string[]): string => `${year}-${pad(month)}-${pad(day)}`;

/**
 * Reads a day as people write it: 2027年3月1日, 2027.3.1, 27/3/1, 20270301, 2027年3月, 2027年, 长期, with 至, 止 or 有效期
 * around it, with a time behind it, a span of days, and the number that Excel keeps for a day.
 * @param isEnd a month or a year alone means its last day
 * @returns null for another text; a day that does not exist is returned as written, so that the field's rule refuses it
 */
export function looseDate(text: string, isEnd: boolean): Read<string> | null {
  const plain = dropBlanks(
    halfWidthThroughout(trimBlanks(text)).replace(/[T\s]+\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?$/, ''),
  )
    .replace(/^(?:有效期?)?(?:至|到|截至|截止|止于)/, '')
    .replace(/(?:止|前|到期|截止|有效)$/, '');
  if (/^(?:长期|永久|长期有效|永久有效|无限期|无期限)$/.test(plain) || plain === '长期')
    return { value: endlessDay, notice: readerTexts.endless };
  const whole = datePatterns.whole.exec(plain) ?? datePatterns.compact.exec(plain);
  if (whole) return { value: dayText(whole.slice(1)), notice: readerTexts.isoDate };
  const serial = serialDay(plain);
  if (serial !== null) return { value: serial, notice: readerTexts.serial };
  const span = endOfSpan(plain, isEnd);
  if (span !== null) return { value: span, notice: readerTexts.span(isEnd) };
  const short = datePatterns.short.exec(plain);
  if (short)
    return { value: `20${short[1]}-${pad(short[2] ?? '')}-${pad(short[3] ?? '')}`, notice: readerTexts.isoDate };
  const month = datePatterns.month.exec(plain);
  if (month && Number(month[2]) >= 1 && Number(month[2]) <= 12) {
    const [year, number] = [Number(month[1]), Number(month[2])];
    return isEnd
      ? { value: `${year}-${pad(number)}-${pad(lastDay(year, number))}`, notice: readerTexts.monthEnd }
      : { value: `${year}-${pad(number)}-01`, notice: readerTexts.monthStart };
  }
  const year = datePatterns.year.exec(plain);
  return year && isEnd ? { value: `${year[1]}-12-31`, notice: readerTexts.yearEnd } : null;
}

const between = /[/／、，,；;\n\r]|或|\s{2,}/;

/** Splits a cell with several values, e.g. telephones, into the first one and the others. */
export function firstAndRest(text: string): { readonly first: string; readonly rest: readonly string[] } {
  const [first = '', ...rest] = text.split(between).map(trimBlanks).filter(Boolean);
  return { first, rest };
}

/** Telephones of one cell by the field that takes them. */
interface Telephones {
  readonly mobile: string;
  readonly landline: string;
  readonly rest: readonly string[];
}

/**
 * Sorts the telephones of a cell: the first mobile, the first other telephone, and the rest. What is no telephone at all goes
 * to the mobile, where it is refused, unless there is one.
 */
export function telephonesOf(text: string): Telephones {
  const { first, rest } = firstAndRest(text);
  const all = [first, ...rest].filter(Boolean);
  const plain = (one: string): string => dropBlanks(halfWidthThroughout(one));
  const isMobile = (one: string): boolean => rules.phone.test(plain(one));
  const landline = all.find((one) => !isMobile(one) && rules.telephone.test(plain(one))) ?? '';
  const mobile = all.find(isMobile) ?? (landline ? '' : first);
  const left = [...all];
  for (const one of [mobile, landline]) if (one) left.splice(left.indexOf(one), 1);
  return { mobile, landline, rest: left };
}

/**
 * Returns what a field takes of a cell that another one shares: its landline, or the numbers that neither mobile nor landline
 * took.
 */
export function restText(text: string, field: Field): string {
  const { landline, rest } = telephonesOf(text);
  return field.kind === 'text' && field.rule === 'telephone' ? landline : rest.join('、');
}
