import { saveAs } from 'file-saver';
import type { Answer } from '@contract/wire';
import type { ImportDone, ImportFixed, ImportHow, ImportPreview, ImportRow } from '@contract/workbook/importing';
import type { CellRow } from '@contract/workbook/rows';
import { client } from './client';
import { download } from './download';

/**
 * Checks a workbook on the server and returns what importing each row would do. Writes nothing.
 * @param sheet name of the sheet to read; by default the first that is not empty
 */
export async function checkWorkbook(
  url: string,
  file: File,
  { mode, blanks }: ImportHow,
  fixed: ImportFixed = {},
  sheet?: string,
): Promise<ImportPreview> {
  const form = new FormData();
  form.append('mode', mode);
  form.append('blanks', blanks);
  if (sheet !== undefined) form.append('sheet', sheet);
  if (Object.keys(fixed).length) form.append('fixed', JSON.stringify(fixed));
  form.append('file', file, file.name);
  return (
    await client.post<ImportPreview>(`${url}/import/check`, form, {
      headers: { 'content-type': 'multipart/form-data' },
      quiet: true,
    })
  ).data;
}

/** Checks rows corrected in the dialog. Send all rows, so that duplicates are found. */
export async function recheckRows(
  url: string,
  rows: readonly CellRow[],
  { mode, blanks }: ImportHow,
  fixed: ImportFixed = {},
): Promise<ImportRow[]> {
  return (
    await client.post<{ rows: ImportRow[] }>(`${url}/import/recheck`, { mode, blanks, rows, fixed }, { quiet: true })
  ).data.rows;
}

/** Writes all rows or none. */
export async function importRows(
  url: string,
  rows: readonly CellRow[],
  { mode, blanks }: ImportHow,
  idempotencyKey: string,
  fixed: ImportFixed = {},
): Promise<ImportDone> {
  const { data } = await client.post<Answer<ImportDone>>(
    `${url}/import/rows`,
    { mode, blanks, rows, fixed },
    { idempotencyKey, quiet: true },
  );
  return data.body ?? { added: 0, updated: 0, same: 0 };
}

export const downloadTemplate = (url: string, name: string): Promise<void> =>
  download(`${url}/importTemplate`, {}, name);

/** Downloads the invalid rows as a workbook with a column 错误. */
export async function downloadErrors(
  url: string,
  rows: readonly Pick<ImportRow, 'line' | 'cells' | 'errors'>[],
  name: string,
): Promise<void> {
  const { data } = await client.post<Blob>(`${url}/import/errors`, { rows }, { responseType: 'blob' });
  saveAs(data, name);
}
