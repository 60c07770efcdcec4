import type { ReadLine } from './instrumentReading';

/** A reading as one JSON object. The value is a number with the digits that the file has. */
export function printedLine({ sample, component, quantity, value, unit, replicate }: ReadLine): string {
  const number = value === null ? 'null' : value.endsWith('.') ? value.slice(0, -1) : value;
  const [before, after] = [
    { sample, component, quantity },
    { unit, replicate },
  ].map((part) => JSON.stringify(part).slice(1, -1));
  return `{${before},"value":${number},${after}}`;
}
