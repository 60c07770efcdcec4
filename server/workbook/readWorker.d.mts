import type { BookReply, ParseOptions } from './readWorkbook';

/** The cells of the sheet at the place `sheet`, or of the wanted or first visible one; far columns are refused. */
export function parseBook(given: ParseOptions & { readonly bytes: Uint8Array; readonly columns: number }): BookReply;

/** What a compound file has as its workbook; null where there is none of 1997 or later. */
export function workbookStream(bytes: Uint8Array): Buffer | null;
