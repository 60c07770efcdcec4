/**
 * Returns a quantile, interpolated between the two nearest values (like PERCENTILE.INC of a spreadsheet).
 * @param probability 0 to 1
 * @returns null without values
 */
export function quantile(values: readonly number[], probability: number): number | null {
  if (!values.length) return null;
  const sortedValues = [...values].sort((a, b) => a - b);
  const index = (sortedValues.length - 1) * probability;
  const lowerValue = sortedValues[Math.floor(index)] ?? 0;
  const upperValue = sortedValues[Math.ceil(index)] ?? lowerValue;
  return lowerValue + (upperValue - lowerValue) * (index - Math.floor(index));
}

/** Returns the median; null without values. */
export const median = (values: readonly number[]): number | null => quantile(values, 0.5);

/** Returns the 90th percentile; null without values. */
export const p90 = (values: readonly number[]): number | null => quantile(values, 0.9);
