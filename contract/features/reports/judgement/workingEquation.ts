import { follows331, type StandardEdition } from '@contract/arithmetic/limits/standardEdition';
import type { Result } from '@contract/arithmetic/numbers/censoredResults';
import { Decimal, withoutCalculationNoise, sumOf } from '@contract/arithmetic/numbers/decimalNumbers';
import { decimalsOf, roundSignificant, roundTo } from '@contract/arithmetic/numbers/roundingRules';

// A working is an equation that gives the printed value on a calculator.

export interface Factor {
  readonly result: Result;
  /** Weight of the value; null for equal shares. */
  readonly times: string | null;
}

/** Removes the mark from a text such as `50.0(+)`. */
const withoutMark = (text: string): string => text.replace(/\([+-]\)$/, '');

/** Formats the value of a part: as reported if its digits suffice, else with more digits. */
function shownValue(result: Result, standardEdition: StandardEdition, digits: number | null): string {
  const { num, text, censored } = result;
  if (censored) return follows331(standardEdition) ? num : `${num}/2`;
  if (digits === null && /^-?\d+(\.\d+)?$/.test(text)) return text;
  if (digits === null || new Decimal(num).precision() <= digits) return num;
  return roundSignificant(new Decimal(num), digits);
}

const valueOfShown = (shownText: string): Decimal =>
  shownText.endsWith('/2') ? new Decimal(shownText.slice(0, -2)).dividedBy(2) : new Decimal(shownText);

/**
 * Returns a function that formats symbol=(Σ value×times)·rest=printed. The values get as many digits as the printed
 * value needs.
 * @param symbol left side of the equation, e.g. C_TWA
 * @param evenFactor factor of equal shares, e.g. `/3×8`, or empty
 * @param divisorText factor of the sum, e.g. `/8`
 */
export function workingEquation(
  symbol: string,
  factors: readonly Factor[],
  evenFactor: string,
  divisorText: string,
  standardEdition: StandardEdition,
): (printed: string) => string {
  return (printed) => {
    if (factors.every(({ result }) => result.censored)) return '';
    const plainText = withoutMark(printed);
    const scale = evaluateChain(`${evenFactor}${divisorText}`);
    const writeWith = (digits: number | null): { readonly shown: readonly string[]; readonly fits: boolean } => {
      const shownFactors = factors.map(({ result }) => shownValue(result, standardEdition, digits));
      const sum = sumOf(shownFactors.map((text, index) => valueOfShown(text).times(factors[index]?.times ?? 1)));
      return {
        shown: shownFactors,
        fits: roundTo(withoutCalculationNoise(sum.times(scale)), decimalsOf(plainText)) === plainText,
      };
    };
    // With a mark the digits show on which side of the limit the unrounded value lies.
    const digitChoices = plainText === printed ? [null, 4, 5, 6, 8] : [8];
    const { shown } = digitChoices.map(writeWith).find(({ fits }) => fits) ?? {
      shown: factors.map(({ result }) => shownValue({ ...result, text: result.num }, standardEdition, null)),
    };
    const terms = shown.map((text, index) =>
      factors[index]?.times === null ? text : `${text}×${factors[index]?.times ?? ''}`,
    );
    const suffixNote =
      follows331(standardEdition) && factors.some(({ result }) => result.censored)
        ? '（低于最低定量浓度的样品按最低定量浓度计）'
        : '';
    return `${symbol}=(${terms.join('+')})${evenFactor}${divisorText}=${printed}${suffixNote}`;
  };
}

/** Evaluates a chain of `/a` and `×b`. */
function evaluateChain(chain: string): Decimal {
  return [...chain.matchAll(/([/×])([\d.]+)/g)].reduce(
    (value, [, sign, number = '1']) => (sign === '/' ? value.dividedBy(number) : value.times(number)),
    new Decimal(1),
  );
}
