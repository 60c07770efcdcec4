import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AnyRow } from '@contract/entity';
import { meansEmpty } from '@contract/workbook/mapping/cellReaders';
import { withMergedValues, plainCell } from '@contract/workbook/mapping/rawSheet';
import { root } from '@server/base/root';
import { rawSheetOf } from '@server/crud/importing/mapSheet';
import { readWorkbook } from '@server/workbook/readWorkbook';

/** Folder of the lists of a laboratory that moves in. */
export const movingInFolder = join(root, 'tests/data/movingIn');

/** A column of a list, and what is stored of its text: the text itself by default. */
type Stored = number | readonly [at: number, stored: (text: string, row: readonly string[]) => unknown];

export interface ListOf {
  /** Beginning of the file's name. */
  readonly file: string;
  readonly sheet: string;
  /** Field and place of what identifies a row. */
  readonly key: readonly [string, number];
  /** Place of the column by field. */
  readonly pairs: Readonly<Record<string, Stored>>;
  /** Keys of rows that a person corrected. */
  readonly except?: readonly string[];
  /** Rows of which one value was corrected: `key field`. */
  readonly corrected?: readonly string[];
}

/** Returns the name of a list's file by its beginning. */
export const movingInFile = async (start: string): Promise<string> =>
  (await readdir(movingInFolder)).find((one) => one.startsWith(start)) ?? start;

const shown = (value: unknown): string => String(value ?? '');

/**
 * Compares what is stored with the list, row by row: texts as they stand, a sign for nothing as nothing.
 * @returns the differences, a line each, and how many values were compared
 */
export async function comparedWithList(
  rowsStored: readonly AnyRow[],
  { file, sheet, key: [keyField, keyAt], pairs, except = [], corrected = [] }: ListOf,
): Promise<{ differing: string[]; compared: number }> {
  const name = await movingInFile(file);
  const table = await readWorkbook(await readFile(join(movingInFolder, name)), { fileName: name, sheet, raw: true });
  const { rows } = withMergedValues(rawSheetOf(table), 4);
  const stored = new Map(rowsStored.map((row) => [row[keyField], row]));
  const differing: string[] = [];
  let compared = 0;
  for (const { line, cells } of rows.filter((row) => row.line > 3)) {
    const texts = Array.from({ length: 20 }, (_, index) => {
      const text = plainCell(cells[index]);
      return meansEmpty(text) ? '' : text;
    });
    const title = texts[keyAt] ?? '';
    const row = stored.get(title);
    if (!row || except.includes(title)) continue;
    for (const [field, pair] of Object.entries(pairs)) {
      if (corrected.includes(`${title} ${field}`)) continue;
      const [at, storedOf] = typeof pair === 'number' ? [pair, (text: string) => text] : pair;
      const wanted = shown(storedOf(texts[at] ?? '', texts));
      compared += 1;
      if (shown(row[field]) !== wanted) differing.push(`${line} ${field} ${wanted} ${shown(row[field])}`);
    }
  }
  return { differing, compared };
}
