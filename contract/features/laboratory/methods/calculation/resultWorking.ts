import { outcomeOfCalculation } from '@contract/arithmetic/numbers/calculationProblem';
import type { Result } from '@contract/arithmetic/numbers/censoredResults';
import { Decimal, withoutCalculationNoise } from '@contract/arithmetic/numbers/decimalNumbers';
import { evaluateExpression } from '@contract/arithmetic/numbers/evaluateExpression';
import { decimalsOf, roundSignificant, roundTo } from '@contract/arithmetic/numbers/roundingRules';
import type { Working, WorkingInput } from './labRecord';

// All rows of a record use one formula, so its parsed parts are cached.
const parsedFormulas = new Map<string, readonly string[]>();
const maxCachedFormulas = 200;

/** Splits a formula: parts at odd positions are symbols, parts at even positions the text between them. */
function partsOf(formula: string): readonly string[] {
  const cached = parsedFormulas.get(formula);
  if (cached) return cached;
  if (parsedFormulas.size >= maxCachedFormulas) parsedFormulas.clear();
  const parts = formula.split(/(\p{L}[\p{L}\p{N}]*)/u);
  parsedFormulas.set(formula, parts);
  return parts;
}

const bracketNegative = (text: string): string => (text.startsWith('-') ? `(${text})` : text);

/**
 * Replaces the symbols on the right side of a formula by numbers; an unknown symbol stays.
 * @param formula equation with `=`, e.g. C=c×v/V0
 * @param inputs numbers by their symbol
 * @param field `shown` for the printed digits, `raw` for the unrounded number
 */
export function substituteSymbols(
  formula: string,
  inputs: readonly WorkingInput[],
  field: 'shown' | 'raw' = 'shown',
): string {
  let text = '';
  for (const [index, part] of partsOf(formula).entries()) {
    const input = index % 2 ? inputs.findLast(({ symbol }) => symbol === part) : undefined;
    text += input ? bracketNegative(input[field]) : part;
  }
  return text;
}

/**
 * Adapts the formula for an incoming sample without air volume: mass in the sample, or content per mL of its solution.
 * @param formula formula of the layout, e.g. `C=(c1+c2)×v/(V0×D)`
 * @param unit unit of the result
 */
export function formulaWithoutAir(formula: string, unit: string): string {
  const mass = formula
    .replace(/\(V0×([^)]+)\)/, (_all, factorText: string) =>
      factorText.includes('×') ? `(${factorText})` : factorText,
    )
    .replace('/V0', '');
  if (unit === 'μg/样品' || mass === '') return mass;
  const [leftSide, rightSide] = [mass.slice(0, mass.indexOf('=')), mass.slice(mass.indexOf('=') + 1)];
  return `${leftSide}=${rightSide}/${rightSide.includes('Vt') ? 'Vt' : 'v'}`;
}

/**
 * Adds factors to a formula: `factors` before its division by the air volume, `divisors` inside the divisor.
 * C=(c1+c2)×v/(V0×D) times k becomes C=(c1+c2)×v×k/(V0×D).
 * @param factors symbols to multiply by
 * @param divisors symbols to divide by
 */
export function withFactors(formula: string, factors: readonly string[], divisors: readonly string[]): string {
  const product =
    factors.length === 0
      ? formula
      : formula.replace(/\/(?=\(?V0|K$)/, `${factors.map((symbol) => `×${symbol}`).join('')}/`);
  if (divisors.length === 0) return product;
  const divisorText = divisors.map((symbol) => `×${symbol}`).join('');
  return product.includes('(V0×')
    ? product.replace('(V0×', `(V0${divisorText}×`)
    : product.replace('V0', `(V0${divisorText})`);
}

/** Maximum number of significant digits of a number in a working; results are rounded to as many. */
const maxDigits = 12;

const withMoreDigits = (input: WorkingInput, digits: number): WorkingInput =>
  input.shown === input.raw
    ? input
    : {
        ...input,
        shown: roundSignificant(input.raw, digits)
          .replace(/(\.\d*?)0+$/, '$1')
          .replace(/\.$/, ''),
      };

/** Returns the inputs with enough digits that the printed equation is correct on a calculator. */
function withEnoughDigits(
  rightSide: string,
  inputs: readonly WorkingInput[],
  isEqual: (value: Decimal) => boolean,
): readonly WorkingInput[] {
  const evaluate = (candidates: readonly WorkingInput[]) =>
    outcomeOfCalculation(() => evaluateExpression(substituteSymbols(rightSide, candidates), {}));
  const givesResult = (candidates: readonly WorkingInput[]): boolean => {
    const value = evaluate(candidates);
    return value.ok && isEqual(value.value);
  };
  // A formula with logarithms or roots can't be evaluated as an expression, so its numbers stay.
  if (givesResult(inputs) || !evaluate(inputs).ok) return inputs;
  for (let digits = 4; digits < maxDigits; digits += 1) {
    const refinedInputs = inputs.map((input) => withMoreDigits(input, digits));
    if (givesResult(refinedInputs)) return refinedInputs;
  }
  return inputs.map((input) => ({ ...input, shown: input.raw }));
}

const rightSideOf = (formula: string): string => formula.slice(formula.indexOf('=') + 1);
const withUnit = (text: string, unit: string): string => `${text}${unit && ` ${unit}`}`;
const fourDigits = (value: Decimal): string => roundSignificant(withoutCalculationNoise(value), 4);
const sameText = (value: Decimal, text: string, roundValue: (value: Decimal) => string): boolean =>
  roundValue(value) === text;

/** Data from which a working is built. */
export interface ResultBasis {
  /** Formula with its left side: C=(c1+c2)×v/(V0×D). */
  readonly formula: string;
  readonly inputs: readonly WorkingInput[];
  /** Unrounded value. */
  readonly raw: Decimal;
  readonly result: Result;
  readonly unit: string;
  /** Rounds a value in the same way as the printed result. */
  readonly round: (value: Decimal) => string;
  /**
   * For a result below the quantification limit: `amountSymbol` of the formula is replaced by `minimumSymbol`, an input
   * with a label, the value `minimumAmount` and its unit. `minimumResult` is the unrounded minimum; `reason` is printed
   * in place of the rounding.
   */
  readonly minimumBasis?: {
    readonly amountSymbol: string;
    readonly minimumSymbol: string;
    readonly label: string;
    readonly minimumAmount: Decimal;
    readonly unit: string;
    readonly minimumResult: Decimal;
    readonly reason: string;
  };
}

function minimumLine(
  { formula, inputs, unit }: ResultBasis,
  minimum: NonNullable<ResultBasis['minimumBasis']>,
): string | undefined {
  const rightSide = rightSideOf(formula).replace(minimum.amountSymbol, () => minimum.minimumSymbol);
  if (rightSide === rightSideOf(formula)) return undefined;
  const text = fourDigits(minimum.minimumResult);
  const raw = withoutCalculationNoise(minimum.minimumAmount).toString();
  const allInputs = [
    ...inputs,
    { symbol: minimum.minimumSymbol, label: minimum.label, shown: raw, raw, unit: minimum.unit },
  ];
  const refinedInputs = withEnoughDigits(rightSide, allInputs, (value) => sameText(value, text, fourDigits));
  return withUnit(`Cmin=${rightSide}=${substituteSymbols(rightSide, refinedInputs)}=${text}`, unit);
}

/**
 * Formats the unrounded value: at least four digits and two more decimals than the result, and further decimals until
 * the text rounds to the result.
 */
function unroundedOf(raw: Decimal, result: Result, roundValue: (value: Decimal) => string): string {
  const value = withoutCalculationNoise(raw);
  const minDecimals = Math.max(decimalsOf(result.text) + 2, decimalsOf(fourDigits(raw)));
  for (let decimals = minDecimals; decimals < value.decimalPlaces(); decimals += 1) {
    const text = roundTo(value, decimals);
    if (sameText(new Decimal(text), result.text, roundValue)) return text;
  }
  return value.toString();
}

/**
 * Builds the working of a result. Every printed equation is correct on a calculator. For a result below the
 * quantification limit, the first equation shows the calculated value and a second one the minimum.
 */
export function workingOf(basis: ResultBasis): Working {
  const { formula, raw, result, unit, round, minimumBasis } = basis;
  const rightSide = rightSideOf(formula);
  const text = result.censored ? fourDigits(raw) : result.text;
  const unrounded = unroundedOf(raw, result, round);
  const givesPrinted = (value: Decimal): boolean =>
    result.censored
      ? sameText(value, text, fourDigits)
      : sameText(value, text, round) && roundTo(withoutCalculationNoise(value), decimalsOf(unrounded)) === unrounded;
  const inputs = withEnoughDigits(rightSide, basis.inputs, givesPrinted);
  const minimum = result.censored && minimumBasis ? minimumLine(basis, minimumBasis) : undefined;
  const rounding = result.censored ? (minimumBasis?.reason ?? '') : `${unrounded}，按GB/T 8170修约为${result.text}`;
  return {
    formula,
    inputs,
    substituted: withUnit(`${formula}=${substituteSymbols(rightSide, inputs)}=${text}`, unit),
    ...(minimum ? { minimum } : {}),
    raw: withoutCalculationNoise(raw).toString(),
    rounding,
  };
}
