import type { ReadLine } from './instrumentReading';

/** Formats a reading as one JSON object. The value is a number with the digits of the file. */
export function readingAsJson({ sample, component, quantity, value, unit, replicate }: ReadLine): string {
  const number = value === null ? 'null' : value.endsWith('.') ? value.slice(0, -1) : value;
  const [partBeforeValue, partAfterValue] = [
    { sample, component, quantity },
    { unit, replicate },
  ].map((part) => JSON.stringify(part).slice(1, -1));
  return `{${partBeforeValue},"value":${number},${partAfterValue}}`;
}
