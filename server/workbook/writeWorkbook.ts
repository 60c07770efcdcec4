import { crc32, createDeflateRaw } from 'node:zlib';
import { Zip, ZipPassThrough } from 'fflate';
import {
  columnName,
  maxRows,
  otherParts,
  rowXml,
  safeSheetName,
  sheetHead,
  sheetTail,
  type SheetValue,
} from './sheetXml';
import type { WrittenColumn } from './workbookColumns';

/** Values in the order of the columns; `marks` are columns with red background. */
export type WrittenRow =
  | readonly SheetValue[]
  | { readonly values: readonly SheetValue[]; readonly marks: ReadonlySet<number> };

interface WorkbookSource {
  readonly sheetName: string;
  readonly columns: readonly WrittenColumn[];
  readonly rows: Iterable<WrittenRow> | AsyncIterable<WrittenRow>;
  /** Number of columns frozen at the left; by default none. */
  readonly frozenColumns?: number;
}

export const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Number of bytes per batch: enough for compression, and done in a few milliseconds. */
const batchLength = 64 * 1024;

/**
 * A zip entry compressed by Node's zlib. It takes a third of the time of a JavaScript implementation and runs outside
 * this thread.
 */
class DeflatedEntry extends ZipPassThrough {
  override compression = 8;
  override crc = 0;
  readonly #deflate;

  constructor(name: string, level: number) {
    super(name);
    this.#deflate = createDeflateRaw({ level });
    this.#deflate.on('data', (bytes: Buffer<ArrayBuffer>) => this.ondata(null, bytes, false));
    this.#deflate.on('end', () => this.ondata(null, new Uint8Array(), true));
  }

  override push(bytes: Uint8Array, last = false): void {
    // zlib returns no checksum for empty input.
    if (bytes.length) this.crc = crc32(bytes, this.crc);
    this.size += bytes.length;
    this.#deflate.write(bytes);
    if (last) this.#deflate.end();
  }

  /** Resolves when the bytes are accepted, so that at most one batch waits. */
  take(bytes: Uint8Array): Promise<void> {
    this.push(bytes);
    return this.#deflate.writableNeedDrain
      ? new Promise((resolve) => this.#deflate.once('drain', resolve))
      : Promise.resolve();
  }

  /** Resolves when all bytes are written. */
  finish(bytes: Uint8Array): Promise<void> {
    const endPromise = new Promise<void>((resolve) => this.#deflate.once('end', resolve));
    this.push(bytes, true);
    return endPromise;
  }

  /** Discards an abandoned file. */
  drop(): void {
    this.#deflate.destroy();
  }
}

/**
 * Writes an xlsx file as a stream. Rows are fetched as fast as the file is consumed, and memory does not grow. A
 * failing row source, or a text above 32,767 characters, fails the stream.
 */
export function writeWorkbook({
  sheetName,
  columns,
  rows,
  frozenColumns = 0,
}: WorkbookSource): ReadableStream<Uint8Array> {
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
  const sheet = new DeflatedEntry('xl/worksheets/sheet1.xml', 1);

  const finishSheet = async (): Promise<void> => {
    await sheet.finish(encoder.encode(sheetTail(lastColumn, line)));
    for (const [name, content] of Object.entries(otherParts(safeSheetName(sheetName), lastColumn, line))) {
      const part = new DeflatedEntry(name, 6);
      zip.add(part);
      await part.finish(encoder.encode(content));
    }
    zip.end();
    controller.close();
  };

  const fillSheet = async (): Promise<void> => {
    enqueued = false;
    while (!enqueued) {
      let xml = '';
      while (xml.length < batchLength) {
        const next = await source.next();
        if (next.done) {
          await sheet.take(encoder.encode(xml));
          return finishSheet();
        }
        line += 1;
        if (line > maxRows) throw new RangeError(`a sheet holds at most ${maxRows} rows`);
        const row = next.value;
        xml += 'marks' in row ? rowXml(line, columns, names, row.values, row.marks) : rowXml(line, columns, names, row);
      }
      await sheet.take(encoder.encode(xml));
      // Other requests get a turn between batches.
      await new Promise((resolve) => setImmediate(resolve));
    }
  };

  return new ReadableStream<Uint8Array>(
    {
      start(streamController) {
        controller = streamController;
        zip.add(sheet);
        sheet.push(encoder.encode(sheetHead(columns, names, frozenColumns)));
      },
      async pull() {
        try {
          await fillSheet();
        } catch (error) {
          sheet.drop();
          throw error;
        }
      },
      async cancel() {
        sheet.drop();
        await source.return?.();
      },
    },
    { highWaterMark: 1 },
  );
}

/** Returns an iterator. Rows in memory need no promise each. */
function iteratorOf<T>(rows: Iterable<T> | AsyncIterable<T>): Pick<Iterator<T> | AsyncIterator<T>, 'next' | 'return'> {
  return Symbol.asyncIterator in rows ? rows[Symbol.asyncIterator]() : rows[Symbol.iterator]();
}
