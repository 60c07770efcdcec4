import { Decimal } from '@contract/arithmetic/numbers/decimalNumbers';
import { fixedDictionaries } from '@contract/dictionaries';
import { stockUnitDigits, type StockUnit } from '@contract/dictionaries/stock';

/** Unit of a lot whose card states none. */
const defaultUnit: StockUnit = 'bottle';

const unitLabels: ReadonlyMap<string, string> = new Map(
  fixedDictionaries.stockUnit.map(({ value, label }) => [value, label]),
);

const unitOf = (unit: string | null): StockUnit =>
  unit !== null && Object.hasOwn(stockUnitDigits, unit) ? (unit as StockUnit) : defaultUnit;

/** Returns the label of a stock unit. */
export const unitLabel = (unit: string | null): string => unitLabels.get(unitOf(unit)) ?? '';
/** Returns the decimals allowed for a stock unit. */
const digitsOf = (unit: string | null): number => stockUnitDigits[unitOf(unit)];

/** Maximum amount, to catch typing errors. */
const maxAmount = 10_000_000;

/**
 * Returns the reason why an amount can't be booked; null where it can. An amount must be positive and have at most
 * the decimals of its unit.
 * @param itemLabel name of the counted item, e.g. a lot's title
 */
export function amountProblem(typedAmount: string, unit: string | null, itemLabel: string): string | null {
  const text = typedAmount.trim();
  if (text === '') return '请填写数量';
  if (!/^\d+(\.\d+)?$/.test(text)) return '数量应为大于0的数字';
  const digits = digitsOf(unit);
  if ((text.split('.')[1]?.length ?? 0) > digits)
    return digits === 0
      ? `${itemLabel}按“${unitLabel(unit)}”计，数量应为整数`
      : `${itemLabel}按“${unitLabel(unit)}”计，数量最多${digits}位小数`;
  const amount = new Decimal(text);
  if (amount.lessThanOrEqualTo(0)) return '数量应大于0';
  return amount.greaterThan(maxAmount) ? `数量不能大于${maxAmount}` : null;
}

/** Removes trailing zeros. */
export const plainAmount = (amount: string | null): string => (amount === null ? '0' : new Decimal(amount).toString());

/** Formats an amount with its unit. */
export const amountText = (amount: string | null, unit: string | null): string =>
  `${plainAmount(amount)}${unitLabel(unit)}`;

/** Adds amounts without rounding; an empty amount is 0. */
export const sumOf = (amounts: readonly (string | null)[]): string =>
  amounts.reduce<Decimal>((sum, amount) => sum.plus(amount ?? '0'), new Decimal(0)).toString();
/** Returns whether an amount is greater than another; an empty amount is 0. */
export const isAbove = (a: string | null, b: string | null): boolean => new Decimal(a ?? '0').greaterThan(b ?? '0');
/** Subtracts amounts without rounding; an empty amount is 0. */
export const amountDifference = (a: string | null, b: string | null): string =>
  new Decimal(a ?? '0').minus(b ?? '0').toString();
/** Returns the negated amount. */
export const negatedAmount = (amount: string): string => new Decimal(amount).negated().toString();
