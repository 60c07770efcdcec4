import { Zip, ZipDeflate } from 'fflate';
import type { WrittenColumn } from './columns';
import { columnName, mostRows, otherParts, rowXml, safeSheetName, sheetHead, sheetTail, type SheetValue } from './sheetXml';

/** A row of values in the order of the columns; `marks` are the columns to be shown on a red ground. */
export type WrittenRow = readonly SheetValue[] | { readonly values: readonly SheetValue[]; readonly marks: ReadonlySet<number> };

export interface WorkbookSource {
  readonly sheetName: string;
  readonly columns: readonly WrittenColumn[];
  readonly rows: Iterable<WrittenRow> | AsyncIterable<WrittenRow>;
  /** Columns that stay in view at the left; none unless told. */
  readonly frozenColumns?: number;
}

export const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Enough for deflate to work well, little enough to be done in a few milliseconds. */
const batch = 64 * 1024;

/**
 * An xlsx file, written as it is read: rows are fetched only as fast as the stream is consumed, and memory does not grow with them.
 * A failing row source, or a text above 32,767 characters, fails the stream.
 */
export function writeWorkbook({ sheetName, columns, rows, frozenColumns = 0 }: WorkbookSource): ReadableStream<Uint8Array> {
  const names = columns.map((_, index) => columnName(index));
  const lastColumn = names.at(-1) ?? 'A';
  const encoder = new TextEncoder();
  const source = iteratorOf(rows);
  let line = 1;
  let controller: ReadableStreamDefaultController<Uint8Array>;
  let enqueued = false;
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    if (chunk.length === 0) return;
    enqueued = true;
    controller.enqueue(chunk);
  });
  const sheet = new ZipDeflate('xl/worksheets/sheet1.xml', { level: 1 });

  const finish = () => {
    sheet.push(encoder.encode(sheetTail(lastColumn, line)), true);
    for (const [name, content] of Object.entries(otherParts(safeSheetName(sheetName), lastColumn, line))) {
      const part = new ZipDeflate(name, { level: 6 });
      zip.add(part);
      part.push(encoder.encode(content), true);
    }
    zip.end();
    controller.close();
  };

  return new ReadableStream<Uint8Array>(
    {
      start(own) {
        controller = own;
        zip.add(sheet);
        sheet.push(encoder.encode(sheetHead(columns, names, frozenColumns)));
      },
      async pull() {
        enqueued = false;
        while (!enqueued) {
          let xml = '';
          while (xml.length < batch) {
            const next = await source.next();
            if (next.done) {
              sheet.push(encoder.encode(xml));
              finish();
              return;
            }
            line += 1;
            if (line > mostRows) throw new RangeError(`a sheet holds at most ${mostRows} rows`);
            const row = next.value;
            xml += 'marks' in row ? rowXml(line, columns, names, row.values, row.marks) : rowXml(line, columns, names, row);
          }
          sheet.push(encoder.encode(xml));
          // Other requests get their turn between two batches.
          await new Promise((resolve) => setImmediate(resolve));
        }
      },
      async cancel() {
        await source.return?.();
      },
    },
    { highWaterMark: 1 },
  );
}

/** Rows at hand come without a promise each. */
function iteratorOf<T>(rows: Iterable<T> | AsyncIterable<T>): Pick<Iterator<T> | AsyncIterator<T>, 'next' | 'return'> {
  return Symbol.asyncIterator in rows ? rows[Symbol.asyncIterator]() : rows[Symbol.iterator]();
}
