import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rowsOfDelimited } from '@contract/workbook/delimitedRows';
import { root } from '@server/base/root';

/** Reads a CSV file of the library's data as rows by header; an empty cell is ''. */
export function readTable(name: string): Record<string, string>[] {
  const text = readFileSync(join(root, 'server/seed/library/data', name), 'utf8');
  const [names = [], ...rows] = rowsOfDelimited(text, ',').map(({ cells }) => cells.map((cell) => cell.trim()));
  return rows.map((cells) => {
    if (cells.length !== names.length) throw new Error(`${name}: ${cells.join()}`);
    return Object.fromEntries(names.map((column, index) => [column, cells[index] ?? '']));
  });
}
