import type { SourceRow } from './instrumentReading';

/** A key above a table with its value, e.g. `Probe: A-1`. */
interface StatedKey {
  readonly key: string;
  readonly value: string;
}

const keyValuePattern = /^([^:：=]{1,60}?)\s*[:：=]\s*(.+)$/;
const numberPattern = /^-?[\d.,]+$/;

/**
 * Returns the keys with values in the rows of a file, each once: a key and its value within one cell, or a cell that
 * ends with a colon or stands first in a pair, and the cell after it.
 */
export function statedKeys(rows: readonly Pick<SourceRow, 'cells'>[]): readonly StatedKey[] {
  const valuesByKey = new Map<string, string>();
  for (const { cells } of rows) {
    const filledCount = cells.filter((cell) => cell !== '').length;
    for (const [index, cell] of cells.entries()) {
      const within = keyValuePattern.exec(cell);
      const [key = '', value = ''] = within
        ? [within[1], within[2]]
        : /[:：=]$/.test(cell) || (index === 0 && filledCount === 2)
          ? [cell.replace(/\s*[:：=]+$/, ''), cells[index + 1]]
          : [];
      if (key === '' || value === '' || numberPattern.test(key) || key.length > 60 || valuesByKey.has(key)) continue;
      valuesByKey.set(key, value);
    }
  }
  return [...valuesByKey].map(([key, value]) => ({ key, value }));
}
