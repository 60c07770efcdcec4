/** One figure of the bench. */
export interface Line {
  readonly part: string;
  readonly what: string;
  /** null if it could not be measured; the note tells why. */
  readonly value: number | null;
  readonly unit: 'ms' | 's' | 'kB' | 'MB' | 'x' | 'count';
  /** Largest permitted value (quality.md); absent for figures that only explain others. */
  readonly goal?: number;
  readonly note?: string;
}

export const isOver = ({ value, goal }: Line): boolean => goal !== undefined && !(value !== null && value <= goal);

export const round = (value: number, digits = 1): number => Number(value.toFixed(digits));

/** Returns the value that `share` of the sorted values do not exceed; 0.5 is the median. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(sorted.length * share) - 1))] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);
