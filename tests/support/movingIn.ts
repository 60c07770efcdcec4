import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AnyRow } from '@contract/entity';
import { filledDown, plainCell } from '@contract/workbook/mapping/rawSheet';
import { meansNothing } from '@contract/workbook/mapping/readers';
import { root } from '@server/base/root';
import { rawSheetOf } from '@server/crud/importing/mapSheet';
import { readWorkbook } from '@server/workbook/readWorkbook';

/** Folder of the lists of a laboratory that moves in. */
export const movingInFolder = join(root, 'tests/data/movingIn');

interface ListOf {
  /** Beginning of the file's name. */
  readonly file: string;
  readonly sheet: string;
  /** Field and place of what identifies a row. */
  readonly key: readonly [string, number];
  /** Place of the column by field. */
  readonly pairs: Readonly<Record<string, number>>;
  /** Keys of rows that a person corrected. */
  readonly except?: readonly string[];
}

/** Returns the name of a list's file by its beginning. */
export const movingInFile = async (start: string): Promise<string> =>
  (await readdir(movingInFolder)).find((one) => one.startsWith(start)) ?? start;

/**
 * Compares what is stored with the list, row by row: texts as they stand, a sign for nothing as nothing.
 * @returns the differences, a line each, and how many values were compared
 */
export async function comparedWithList(
  rowsStored: readonly AnyRow[],
  { file, sheet, key: [keyField, keyAt], pairs, except = [] }: ListOf,
): Promise<{ differing: string[]; compared: number }> {
  const name = await movingInFile(file);
  const table = await readWorkbook(await readFile(join(movingInFolder, name)), { fileName: name, sheet, raw: true });
  const { rows } = filledDown(rawSheetOf(table), 4);
  const stored = new Map(rowsStored.map((row) => [row[keyField], row]));
  const differing: string[] = [];
  let compared = 0;
  for (const { line, cells } of rows.filter((row) => row.line > 3)) {
    const textAt = (at: number) => plainCell(cells[at]);
    const row = stored.get(textAt(keyAt));
    if (!row || except.includes(textAt(keyAt))) continue;
    for (const [field, at] of Object.entries(pairs)) {
      const wanted = meansNothing(textAt(at)) ? '' : textAt(at);
      compared += 1;
      if (String(row[field] ?? '') !== wanted) differing.push(`${line} ${field} ${wanted} ${String(row[field])}`);
    }
  }
  return { differing, compared };
}
