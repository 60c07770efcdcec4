import Plain from 'decimal.js-light';
import { rules } from '@contract/rules';
import { constant, Decimal, numberOf, settled } from './number';
import { LabProblem } from './problem';
import { boundText, roundForReport, roundReported, roundSignificant, roundTo } from './rounding';

/** DOMAIN §0, 4: what a measurement came to. */
export interface Result {
  /** As reported, `<0.6` where nothing was detected. */
  readonly text: string;
  /** The unrounded value as decimal text; of a censored result the bound behind its sign. */
  readonly num: string;
  /** Not detected: less than `num`. */
  readonly censored: boolean;
}

/**
 * A result as typed or stored: a number, or `<` and a number.
 * @throws LabProblem with the specification's own message, for a full-width ＜ as for anything else
 */
export function parseResult(text: string): Result {
  const typed = text.trim();
  if (typed === '') throw new LabProblem('missing', '请填写检测结果');
  if (!rules.valueOrBelowLimit.test(typed)) throw new LabProblem('notNumber', rules.valueOrBelowLimit.message);
  const censored = typed.startsWith('<');
  const num = censored ? typed.slice(1).trim() : typed;
  return { text: censored ? `<${num}` : num, num, censored };
}

/** Whether a text may stand where a result is asked. */
export const isResult = (text: string): boolean => rules.valueOrBelowLimit.test(text.trim());

/**
 * What goes into sums and means: half the bound of what was not detected (DOMAIN §4.3). Judgement compares the bound
 * itself.
 */
export const arithmeticValue = ({ num, censored }: Result): Decimal =>
  censored ? new Decimal(num).dividedBy(2) : new Decimal(num);

/** A measured result, reported with so many decimals and at most three significant digits. */
export const measuredResult = (value: Decimal, decimals: number): Result => ({
  text: roundReported(value, decimals),
  num: value.toString(),
  censored: false,
});

/**
 * The minimum detectable concentration of a sample as text. The published decimals of the method hold, unless the
 * sample's own volume
 * brought it below one unit of them; without them two significant digits, a trailing zero behind the first decimal
 * dropped: 0.6, 1.2, 0.033.
 */
export function minimumText(value: Decimal, decimals?: number): string {
  numberOf(value, '最低检出浓度', { above: '0' });
  if (decimals !== undefined && value.greaterThanOrEqualTo(constant(`1e-${decimals}`))) return roundTo(value, decimals);
  return roundSignificant(value, 2).replace(/^(\d+\.\d+?)0$/, '$1');
}

/**
 * Not detected, by the rules before GBZ 331-2024 (DOMAIN §4.3): `<` and the minimum detectable concentration of this
 * very sample, never 0, never ND.
 * The text is rounded, the number is the bound itself: `<0.5` may stand for 0.549, and 0.549 is judged.
 */
export const censoredResult = (minimum: Decimal, decimals?: number): Result => ({
  text: `<${minimumText(minimum, decimals)}`,
  num: settled(minimum).toString(),
  censored: true,
});

/**
 * Below the minimum quantifiable concentration of this very sample (GBZ 331-2024 G.1.2.3): the text is rounded up, the
 * number is the bound itself.
 */
export const unquantifiedResult = (minimum: Decimal): Result => ({
  text: `<${boundText(minimum)}`,
  num: settled(minimum).toString(),
  censored: true,
});

/**
 * A measured result as GBZ 331-2024 G.1.2.2 prints it.
 * @param decimals one more than the limit's
 * @param minimum that it was quantified above; the text shows as many more decimals as keep it from standing below
 */
export function quantifiedResult(value: Decimal, decimals: number, minimum: Decimal | null): Result {
  const num = settled(value);
  let text = roundForReport(num, decimals);
  for (
    let digits = decimals + 1;
    minimum !== null &&
    num.greaterThanOrEqualTo(settled(minimum)) &&
    new Decimal(text).lessThan(settled(minimum)) &&
    digits <= num.decimalPlaces();
    digits += 1
  ) {
    text = roundTo(num, digits);
  }
  return { text, num: num.toString(), censored: false };
}

/**
 * The minimum as it is printed beside a measured result: with as many digits as keep it from standing above what was
 * found.
 * @returns `text` itself where it does not
 */
export function minimumBeside(text: string, minimum: Decimal, reported: string): string {
  const most = new Decimal(reported);
  let shown = text;
  for (let digits = 3; new Decimal(shown).greaterThan(most) && digits <= 12; digits += 1)
    shown = settled(minimum).toSignificantDigits(digits, Plain.ROUND_HALF_EVEN).toFixed();
  return shown;
}
