import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '@server/base/root';

/** Splits a line into cells; a quoted cell may contain commas. */
function cellsOf(line: string): string[] {
  return [...`,${line}`.matchAll(/,(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) =>
    (quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"')).trim(),
  );
}

/** Reads a CSV file of this folder as rows by header; an empty cell is ''. */
export function readTable(name: string): Record<string, string>[] {
  const [header = '', ...lines] = readFileSync(join(root, 'server/seed/library', name), 'utf8')
    .split(/\r?\n/)
    .filter(Boolean);
  const names = cellsOf(header);
  return lines.map((line) => {
    const cells = cellsOf(line);
    if (cells.length !== names.length) throw new Error(`${name}: ${line}`);
    return Object.fromEntries(names.map((column, at) => [column, cells[at] ?? '']));
  });
}
