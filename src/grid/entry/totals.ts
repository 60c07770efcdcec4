import { Decimal } from 'decimal.js-light';

/** Sum and mean of the texts that are plain numbers, as decimals; null where fewer than two are. */
export function totalsOf(texts: readonly string[]): { count: number; sum: string; mean: string } | null {
  const numbers = texts.filter((text) => /^-?\d{1,30}(\.\d{1,20})?$/.test(text));
  if (numbers.length < 2) return null;
  const sum = numbers.reduce((total, text) => total.plus(text), new Decimal(0));
  return { count: numbers.length, sum: sum.toString(), mean: sum.dividedBy(numbers.length).toSignificantDigits(8).toString() };
}
