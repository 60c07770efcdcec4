import { Decimal } from 'decimal.js-light';

/** Of so many characters a million numbers together stay within what counts exactly. */
const shortest = 9;

/** Sum and mean of the texts that are plain numbers, as decimals; null where fewer than two are. */
export function totalsOf(texts: readonly string[]): { count: number; sum: string; mean: string } | null {
  const numbers = texts.filter((text) => /^-?\d{1,30}(\.\d{1,20})?$/.test(text));
  if (numbers.length < 2) return null;
  // Short numbers are counted as integers, apart for each count of decimals: exact, and without a decimal for each of
  // thousands of cells.
  const whole: number[] = [];
  let sum = new Decimal(0);
  for (const text of numbers) {
    const point = text.indexOf('.');
    const decimals = point < 0 ? 0 : text.length - point - 1;
    if (text.length > shortest) sum = sum.plus(text);
    else whole[decimals] = (whole[decimals] ?? 0) + Number(text.replace('.', ''));
  }
  whole.forEach((total, decimals) => {
    sum = sum.plus(new Decimal(total).dividedBy(new Decimal(10).pow(decimals)));
  });
  return {
    count: numbers.length,
    sum: sum.toString(),
    mean: sum.dividedBy(numbers.length).toSignificantDigits(8).toString(),
  };
}
