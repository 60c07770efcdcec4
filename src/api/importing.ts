import { saveAs } from 'file-saver';
import type { Answer } from '@contract/wire';
import type {
  ImportDone,
  ImportFixed,
  ImportHow,
  ImportPreview,
  ImportRow,
  ImportRun,
  ImportSource,
} from '@contract/workbook/importWire';
import type { ColumnMapping, SheetView } from '@contract/workbook/mapping/columnMapping';
import type { HeaderRows } from '@contract/workbook/mapping/headerRows';
import type { CellRow } from '@contract/workbook/readTableRows';
import { client } from './client';
import { download } from './download';

const asForm = { headers: { 'content-type': 'multipart/form-data' }, quiet: true } as const;

/**
 * Looks at a list of one's own: its head, and how its columns become those of the entity. Writes nothing.
 * @param fixed values that the page sets for all rows
 * @param headerRows rows that a person chose; by default they are found
 */
export async function inspectWorkbook(
  url: string,
  file: File,
  fixed: ImportFixed = {},
  sheet?: string,
  headerRows?: HeaderRows,
): Promise<SheetView> {
  const form = new FormData();
  if (sheet !== undefined) form.append('sheet', sheet);
  if (Object.keys(fixed).length) form.append('fixed', JSON.stringify(fixed));
  if (headerRows) {
    form.append('headFirst', String(headerRows.first));
    form.append('headLast', String(headerRows.last));
  }
  form.append('file', file, file.name);
  return (await client.post<SheetView>(`${url}/import/look`, form, asForm)).data;
}

/**
 * Checks a workbook on the server and returns what importing each row would do. Writes nothing.
 * @param sheet name of the sheet to read; by default the first that is not empty
 * @param mapping how the columns of a person's own list map to those of the entity
 */
export async function checkWorkbook(
  url: string,
  file: File,
  { mode, blanks }: ImportHow,
  fixed: ImportFixed = {},
  sheet?: string,
  mapping?: ColumnMapping,
): Promise<ImportPreview> {
  const form = new FormData();
  if (mapping) form.append('mapping', JSON.stringify(mapping));
  form.append('mode', mode);
  form.append('blanks', blanks);
  if (sheet !== undefined) form.append('sheet', sheet);
  if (Object.keys(fixed).length) form.append('fixed', JSON.stringify(fixed));
  form.append('file', file, file.name);
  return (await client.post<ImportPreview>(`${url}/import/check`, form, asForm)).data;
}

/** Checks rows corrected in the dialog. Send all rows, so that duplicates are found. */
export async function recheckRows(
  url: string,
  rows: readonly CellRow[],
  { mode, blanks, loose }: ImportHow,
  fixed: ImportFixed = {},
): Promise<ImportRow[]> {
  const body = { mode, blanks, loose, rows, fixed };
  return (await client.post<{ rows: ImportRow[] }>(`${url}/import/recheck`, body, { quiet: true })).data.rows;
}

/** Creates rows of the organization from names in a column that no existing row has. */
export const makeOwnRows = async (url: string, header: string, titles: readonly string[]): Promise<void> =>
  void (await client.post(`${url}/import/own`, { header, titles }, { quiet: true }));

/** Writes all rows or none. */
export async function importRows(
  url: string,
  rows: readonly CellRow[],
  { mode, blanks, loose }: ImportHow,
  idempotencyKey: string,
  fixed: ImportFixed = {},
  source?: ImportSource,
): Promise<ImportDone> {
  const { data } = await client.post<Answer<ImportDone>>(
    `${url}/import/rows`,
    { mode, blanks, loose, rows, fixed, source },
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

/** Returns the last imports of a list. */
export const listImportRuns = async (url: string): Promise<ImportRun[]> =>
  (await client.get<ImportRun[]>(`${url}/import/runs`)).data;

/** Undoes an import and returns the server's message. */
export async function undoImportRun(url: string, runId: number): Promise<string> {
  return (await client.post<Answer<null>>(`${url}/import/undo`, { run: runId })).data.message;
}
