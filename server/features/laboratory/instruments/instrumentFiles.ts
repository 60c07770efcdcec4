import { isPlainText } from '@server/files/plainText';

/**
 * Highest number of lines that are read from a file: a sequence of 500 injections with 20 components, each with area
 * and height.
 */
export const maxLines = 20_000;

/** Returns whether a file is text; some programs save tab-separated text as .xls, so that a spreadsheet opens it. */
export const isTextFile = (fileName: string, bytes: Uint8Array): boolean =>
  !/\.xlsx?$/i.test(fileName) || isPlainText(bytes.subarray(0, 4096));
