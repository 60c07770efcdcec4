import type { BookReply, ParseOptions } from './readWorkbook';

/**
 * Returns the cells of the sheet with index `sheet`; without an index, of the wanted sheet, else of the first visible
 * one. It refuses a sheet with cells beyond `columns`.
 */
export function parseBook(options: ParseOptions & { readonly bytes: Uint8Array; readonly columns: number }): BookReply;

/** Returns the `Workbook` stream of an OLE compound file (Excel 97 or later); null without one. */
export function workbookStream(bytes: Uint8Array): Buffer | null;
