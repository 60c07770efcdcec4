import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rowsOfDelimited } from '@contract/workbook/delimitedRows';
import { root } from '@server/base/root';

/** A row of a CSV file by header; an empty cell is ''. */
export type Fact = Readonly<Record<string, string>>;

/** Reads the facts of the library as they were read in the standards (tests/data/library). */
export function factsOf(name: string): Fact[] {
  const text = readFileSync(join(root, 'tests/data/library', `${name}.csv`), 'utf8');
  const [names = [], ...rows] = rowsOfDelimited(text, ',').map(({ cells }) => cells.map((cell) => cell.trim()));
  return rows.map((cells) => {
    if (cells.length !== names.length) throw new Error(`${name}: ${cells.join()}`);
    return Object.fromEntries(names.map((column, index) => [column, cells[index] ?? '']));
  });
}
