import { Decimal } from '@contract/arithmetic/numbers/decimal';

/** Largest number of characters for integer arithmetic. The sum of a million such numbers is still exact. */
const minSumLength = 9;

/** Returns the exact sum and mean of the texts that are plain numbers, or null if there are fewer than two. */
export function totalsOf(texts: readonly string[]): { count: number; sum: string; mean: string } | null {
  const numbers = texts.filter((text) => /^-?\d{1,30}(\.\d{1,20})?$/.test(text));
  if (numbers.length < 2) return null;
  // Short numbers are added as integers, separately for each number of decimals. This is exact and avoids one Decimal
  // per cell.
  const sumByDecimals: number[] = [];
  let sum = new Decimal(0);
  for (const text of numbers) {
    const point = text.indexOf('.');
    const decimals = point < 0 ? 0 : text.length - point - 1;
    if (text.length > minSumLength) sum = sum.plus(text);
    else sumByDecimals[decimals] = (sumByDecimals[decimals] ?? 0) + Number(text.replace('.', ''));
  }
  sumByDecimals.forEach((total, decimals) => {
    sum = sum.plus(new Decimal(BigInt(total), -decimals));
  });
  return {
    count: numbers.length,
    sum: sum.toString(),
    mean: sum.dividedBy(numbers.length).toSignificantDigits(8).toString(),
  };
}
