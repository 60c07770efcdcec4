import type { SheetValue } from './sheetXml';
import type { WrittenColumn } from './workbookColumns';

export const textType = 'text/plain; charset=utf-8';

const formulaStart = /^[\s\u3000\ufeff]*[=+\-@＝＋－＠]|^[\t\r\n]/;
/** Matches measurements that need no protection: -0.5, - and <0.05 (QUALITY IN5). */
const plainMeasurement = /^(-|-?\d+(\.\d+)?|<\s*\d+(\.\d+)?)$/;

/**
 * Formats a cell of the txt export. An apostrophe prevents a spreadsheet from reading a formula; tabs and line breaks
 * become blanks.
 */
export function textCell(value: SheetValue): string {
  if (value === null || value === undefined) return '';
  const text = String(value);
  const safeText = formulaStart.test(text) && !plainMeasurement.test(text) ? `'${text}` : text;
  return safeText.replace(/[\t\r\n\v\f\u0085\u2028\u2029]+/g, ' ');
}

/** Number of characters per chunk. */
const batchLength = 64 * 1024;

/** Writes tab-separated text in UTF-8 with byte order mark (without it Excel assumes GBK), one line per row. */
export function writeText(
  columns: readonly WrittenColumn[],
  rows: Iterable<readonly SheetValue[]> | AsyncIterable<readonly SheetValue[]>,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const lineOf = (cells: readonly SheetValue[]) => `${cells.map(textCell).join('\t')}\r\n`;
  const source = Symbol.asyncIterator in rows ? rows[Symbol.asyncIterator]() : rows[Symbol.iterator]();
  return new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(encoder.encode(`\ufeff${lineOf(columns.map(({ header }) => header))}`));
    },
    async pull(controller) {
      let text = '';
      let isDone = false;
      while (!isDone && text.length < batchLength) {
        const next = await source.next();
        if (next.done) isDone = true;
        else text += lineOf(next.value);
      }
      if (text) controller.enqueue(encoder.encode(text));
      if (isDone) controller.close();
    },
    async cancel() {
      await source.return?.();
    },
  });
}
