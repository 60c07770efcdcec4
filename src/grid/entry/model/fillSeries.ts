import { isDay } from '@contract/schema';
import { type CellContent, isUnread } from './entryTypes';

/** Number of decimals. */
const decimalsOf = (text: string): number => text.split('.')[1]?.length ?? 0;

/** Continues an arithmetic series of numbers or dates as spreadsheets do. Returns undefined if the values form none. */
function continueSeries(values: readonly unknown[], index: number): unknown {
  const texts = values.map(String);
  if (texts.every((text) => isDay(text))) {
    const [first, second] = texts.map((text) => Date.parse(`${text}T00:00:00Z`)) as [number, number];
    const times = texts.map((text) => Date.parse(`${text}T00:00:00Z`));
    if (!times.every((time, at) => time === first + at * (second - first))) return undefined;
    return new Date(first + index * (second - first)).toISOString().slice(0, 10);
  }
  if (!texts.every((text) => /^-?\d{1,12}(\.\d+)?$/.test(text))) return undefined;
  // Calculates in integers of the last decimal, so that 0.1 + 0.2 is 0.3.
  const digits = Math.max(...texts.map(decimalsOf));
  const units = texts.map((text) => Math.round(Number(text) * 10 ** digits));
  const [firstUnit = 0, secondUnit = 0] = units;
  if (!units.every((unit, at) => unit === firstUnit + at * (secondUnit - firstUnit))) return undefined;
  const next = ((firstUnit + index * (secondUnit - firstUnit)) / 10 ** digits).toFixed(digits);
  return typeof values[0] === 'number' ? Number(next) : next;
}

/**
 * Returns the content of the cell `index` steps after the first source cell; a negative index is before it. A single
 * cell is repeated. Two or more numbers or dates of equal distance continue as a series; other contents are repeated
 * in turn.
 */
export function filledContent(source: readonly CellContent[], index: number): CellContent {
  const repeated = source[((index % source.length) + source.length) % source.length] as CellContent;
  if (source.length < 2 || source.some((content) => isUnread(content) || content.label !== undefined)) return repeated;
  const values = source.map((content) => (isUnread(content) ? null : content.value));
  if (values.some((value) => typeof value !== 'number' && typeof value !== 'string')) return repeated;
  const value = continueSeries(values, index);
  return value === undefined ? repeated : { value };
}
