// Parsers for values in users' own lists. They accept more than the parsers of the product's own template, and are
// used only where a person mapped the columns. Every change is reported beside the cell.
import type { Field } from '@contract/field';
import { dropBlanks, halfWidthThroughout, plainNumber, trimBlanks } from '@contract/fields/normalizeText';
import { rules } from '@contract/rules';
import { chineseAmount, chineseNumber } from './chineseNumber';

/** A parsed value, with the reason why it differs from the cell. */
export interface CellReading<V> {
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
  yearStart: '只写了年份，按当年第一天',
  period: (label: string) => `期限，已从${label}起计算`,
  notNeeded: '不需检定或校准，按空白导入',
  endless: '长期有效',
  opening: '从开封起计算，有效期至在开封后得出',
  months: '已取出开封后的月数',
  first: '多个号码，取第一个',
  rest: '其余号码',
  phone: '号码已改为统一的写法',
  capitals: '字母已改为大写',
  spaced: '已去掉字间的空格',
  initial: '没有填写，按默认值',
  guessed: (label: string) => `按${label}判断`,
  shortName: '按常用名称认出',
} as const;

/** Pattern of signs for an empty cell, e.g. `/` and `—`. */
const emptySigns = /^(?:[/／\\\-—–－_~～]+|无|暂无|N\/?A|n\/?a|不适用)$/;

/** Returns whether a text means an empty value. */
export const meansEmpty = (text: string): boolean => emptySigns.test(dropBlanks(text));

const powerByWord: Readonly<Record<string, number>> = { 百: 2, 千: 3, 万: 4, 十万: 5, 百万: 6, 千万: 7, 亿: 8 };

/** Moves the decimal point of a plain number to the right without any loss of digits. */
function shiftPoint(digits: string, places: number): string {
  if (places === 0) return digits;
  const [integerPart = '0', decimalPart = ''] = digits.split('.');
  const movedDigits = integerPart + decimalPart.padEnd(places, '0').slice(0, places);
  const fractionPart = decimalPart.slice(places);
  const plainDigits = movedDigits.replace(/^(-?)0+(?=\d)/, '$1');
  return fractionPart ? `${plainDigits}.${fractionPart}` : plainDigits;
}

const amountPattern =
  /^(?<about>约|大约|大概|近|共|共计|合计|≈|~|≥|≤|>|<|±|[A-Za-z]{1,4}=)?(?<digits>-?\d{1,3}(?:,\d{3})+(?:\.\d+)?|-?\d+(?:\.\d+)?)(?<power>十万|百万|千万|百|千|万|亿)?(?<percent>%)?(?<unit>[^\d.\-/].{0,30})?$/;

/** A number with the text around it. */
interface NumberInText {
  /** Number in plain digits. */
  readonly number: string;
  readonly unit: string;
  readonly percent: boolean;
  /** Whether a sign precedes it, e.g. 约 or ≥. */
  readonly about: boolean;
}

/** Units of which pieces are counted. */
const pieceUnits = '瓶|支|盒|包|个|片|副|桶|袋|箱|罐|套|台|管|本|件|只|条|根|卷|桶';
/** The count of packages: 500mL×4瓶 and 4瓶×500mL are 4 瓶. */
const packageCount = new RegExp(
  `^(?:[\\d.]+[A-Za-zμ℃]+[×xX*](?<last>\\d+)(?<lastUnit>${pieceUnits})|(?<first>\\d+)(?<firstUnit>${pieceUnits})[×xX*/@][\\d.]+.*)$`,
);

const digitBySuperscript: Readonly<Record<string, string>> = {
  '⁰': '0',
  '¹': '1',
  '²': '2',
  '³': '3',
  '⁴': '4',
  '⁵': '5',
  '⁶': '6',
  '⁷': '7',
  '⁸': '8',
  '⁹': '9',
  '⁻': '-',
};

/** Returns a text whose power of ten is written out: 1.00×10^3 μg/mL is 1000μg/mL. */
const withoutPower = (plainText: string): string =>
  plainText.replace(
    /^(-?\d+(?:\.\d+)?)[×xX*·]10\^?\(?([-+]?\d{1,2}|[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]{1,3})\)?/,
    (_all, digits: string, power: string) =>
      plainNumber(Number(`${digits}e${[...power].map((digit) => digitBySuperscript[digit] ?? digit).join('')}`)),
  );

const deviationPattern = /±(?:U=)?(\d+(?:\.\d+)?%?)/;
/** Pattern of an uncertainty that is stated behind a value: 1000μg/mL,U=2%(k=2); 1000μg/mL Urel=0.7%. */
const statedDeviation =
  /([\w%)℃])[,;、(]?(?:U(?:rel|r|95)?|(?:相对)?(?:扩展)?不确定度)[=:为]?(\d+(?:\.\d+)?%?)(?:[,;(]?k=\d(?:\.\d)?\)?)?\)?$/i;

/** Returns a text without blanks in which an uncertainty behind a value is written with ±. */
const withSign = (text: string): string =>
  dropBlanks(halfWidthThroughout(text)).replace(/\+\/-/, '±').replace(statedDeviation, '$1±$2');

/** Returns the text after ±, e.g. 2% from 1000 mg/L ±2%; '' where there is none. */
export const deviationIn = (text: string): string => deviationPattern.exec(withSign(text))?.[1] ?? '';

/**
 * Returns the text without the deviation after ± and without brackets around the value: (100±2) mg/L becomes 100mg/L.
 */
function withoutDeviation(text: string): string {
  const textWithSign = withSign(text);
  return deviationPattern.test(textWithSign)
    ? textWithSign.replace(/^\(([^()]*)\)/, '$1').replace(deviationPattern, '')
    : text;
}

/**
 * Splits a text into number and unit: 300人, 8.6万, 2瓶, 100 μg/mL, 1,234, 约200, U=3% (k=2), 100±2 mg/L.
 * @returns null where it contains no number or several, e.g. a range
 */
export function splitAmount(text: string): NumberInText | null {
  const compactText = dropBlanks(halfWidthThroughout(trimBlanks(text)));
  const packageParts = packageCount.exec(compactText.replace(/\([^()]*\)$/, ''))?.groups;
  if (packageParts)
    return {
      number: packageParts.last ?? packageParts.first ?? '',
      unit: packageParts.lastUnit ?? packageParts.firstUnit ?? '',
      percent: false,
      about: false,
    };
  const plainText = withoutPower(
    withoutDeviation(compactText)
      .replace(/(?!^)\([^()]*\)$/, '')
      .replace(/^\(([^()]*)\)$/, '$1'),
  );
  const amountParts = amountPattern.exec(plainText)?.groups;
  if (!amountParts) return null;
  const unit = (amountParts.unit ?? '').replace(/^[×xX*].*$/, '').replace(/[左右以上余多]+$/, '');
  // A second number means a range or a formula. A unit may contain a number as an exponent or in /100.
  if (/[~～至+、,;和或及]\d|\d-\d|\d\.\d/.test(amountParts.unit ?? '')) return null;
  return {
    number: shiftPoint((amountParts.digits ?? '').replaceAll(',', ''), powerByWord[amountParts.power ?? ''] ?? 0),
    unit: unit.trim(),
    percent: amountParts.percent !== undefined,
    about: amountParts.about !== undefined || /左右|余|多$/.test(amountParts.unit ?? ''),
  };
}

/** Returns a text that begins with a number in words with its digits: 五座 is 5座, 三万五千公里 is 35000公里. */
const withDigits = (text: string): string =>
  dropBlanks(text)
    .replace(/^约?[零一二两三四五六七八九十百千万]+/, (words) => {
      const amount = chineseAmount(words.replace('约', ''));
      return amount === null ? words : `${words.startsWith('约') ? '约' : ''}${amount}`;
    })
    .replace(/^[两一二三四五六七八九十]{1,3}(?=[个座人台瓶支盒包年月级套]|$)/, (words) => String(chineseNumber(words)));

/**
 * Extracts a number from a text.
 * @returns null where the text does not contain exactly one number
 */
export function parseListNumber(text: string, isPercent: boolean): CellReading<string> | null {
  const amount = splitAmount(text) ?? splitAmount(withDigits(text));
  if (!amount || (amount.percent && !isPercent)) return null;
  return {
    value: amount.number,
    ...(amount.number === dropBlanks(text) ? {} : { notice: amount.about ? readerTexts.about : readerTexts.number }),
  };
}

/**
 * Returns a percentage of a value in plain digits: 2 % of 1000 is 20.
 * @param percent share, %
 * @param value whole, in any unit
 */
export const shareOf = (percent: string, value: string): string => plainNumber((Number(percent) * Number(value)) / 100);

const belowSign = /^[<＜]\s*/;

/** Splits a result into number and unit, also one below a limit: <0.05 mg/m3. */
export const splitResult = (text: string): NumberInText | null => splitAmount(trimBlanks(text).replace(belowSign, ''));

/** Reads a result with its sign and without its unit; null where the text holds no single number. */
export function parseListResult(text: string): CellReading<string> | null {
  const amount = splitResult(text);
  if (!amount || amount.percent || amount.about) return null;
  const value = `${belowSign.test(trimBlanks(text)) ? '<' : ''}${amount.number}`;
  return { value, ...(value === dropBlanks(text) ? {} : { notice: readerTexts.number }) };
}

const withCubicMetres = (unit: string): string => unit.replace(/m\^?3(?![\da-z])/gi, 'm³');

/** Returns the unit of a text with number and unit; '' for a number alone, the text itself for a unit alone. */
export function parseListUnit(text: string): CellReading<string> {
  const amount = splitResult(text);
  if (!amount) return { value: withCubicMetres(trimBlanks(text)) };
  if (amount.percent) return { value: '%', notice: readerTexts.unit };
  return { value: withCubicMetres(amount.unit), notice: amount.unit ? readerTexts.unit : readerTexts.noUnit };
}

const partSeparators = /[/／、，,；;\n\r]|或|\s{2,}/;

/** Splits a cell with several values, e.g. telephones, into the first one and the others. */
export function splitFirstValue(text: string): { readonly first: string; readonly rest: readonly string[] } {
  const [first = '', ...otherParts] = text.split(partSeparators).map(trimBlanks).filter(Boolean);
  return { first, rest: otherParts };
}

/**
 * Returns a telephone without what people write around it: 138-1234-5678, +86 138…, 手机：138…, (0571)84674516 and
 * 138…（微信同号）. A text that holds no single telephone is returned as it is.
 */
export function plainPhone(text: string): string {
  const bareNumber = dropBlanks(trimBlanks(halfWidthThroughout(text)).replace(/^(0\d{2,3})\s+(?=\d{7,8}(?!\d))/, '$1-'))
    .replace(/^[^\d+(:]*[:：]/, '')
    .replace(/\((?![\d-]+\))[^()]*\)/g, '');
  const mobile = bareNumber.replace(/[-()]/g, '').replace(/^\+?86(?=1\d{10}$)/, '');
  if (rules.phone.test(mobile)) return mobile;
  const landline = bareNumber
    .replace(/^\+?86-?/, '')
    .replace(/^\((\d{3,4})\)-?/, '$1-')
    .replace(/(?:ext\.?|分机号?|转)[:：]?(?=\d)/i, '转');
  return rules.telephone.test(landline) ? landline : text;
}

/** Telephones of one cell, by the field that receives them. */
interface TelephonesInCell {
  readonly mobile: string;
  readonly landline: string;
  readonly rest: readonly string[];
}

/**
 * Sorts the telephones of a cell: the first mobile, the first other telephone, and the rest. A text that is not a
 * telephone is assigned to the mobile, which refuses it, unless a mobile was found.
 */
export function telephonesOf(text: string): TelephonesInCell {
  const { first, rest } = splitFirstValue(text);
  const allPhones = [first, ...rest].filter(Boolean).map(plainPhone);
  const isMobile = (phone: string): boolean => rules.phone.test(dropBlanks(halfWidthThroughout(phone)));
  const landline =
    allPhones.find((phone) => !isMobile(phone) && rules.telephone.test(dropBlanks(halfWidthThroughout(phone)))) ?? '';
  const mobile = allPhones.find(isMobile) ?? (landline ? '' : (allPhones[0] ?? ''));
  const remainingPhones = [...allPhones];
  for (const phone of [mobile, landline]) if (phone) remainingPhones.splice(remainingPhones.indexOf(phone), 1);
  return { mobile, landline, rest: remainingPhones };
}

/**
 * Returns the part of a shared cell that belongs to a field: the landline, or the numbers that neither mobile nor
 * landline uses.
 */
export function restText(text: string, field: Field): string {
  const { landline, rest } = telephonesOf(text);
  return field.kind === 'text' && field.rule === 'telephone' ? landline : rest.join('、');
}
