import { Readable } from 'node:stream';
import { Zip, ZipPassThrough } from 'fflate';
import { webStreamOf } from './webStream';

export interface ZipEntry {
  /** Path with folders, separated by `/`. */
  readonly path: string;
  /** Called when the entry is written. */
  readonly open: () => Promise<AsyncIterable<Uint8Array> | Iterable<Uint8Array>>;
}

/**
 * Streams files as one ZIP, made while it is read: at most one file is in memory. Entries are stored uncompressed,
 * because PDFs and pictures are compressed already.
 * @param made date of every entry, so that equal content gives an equal file
 */
export function zipStream(entries: readonly ZipEntry[], made: Date): ReadableStream<Uint8Array> {
  async function* pieces(): AsyncGenerator<Uint8Array> {
    let ready: Uint8Array[] = [];
    const zip = new Zip((error, piece) => {
      if (error) throw error;
      ready.push(piece);
    });
    const taken = (): Uint8Array[] => {
      const now = ready;
      ready = [];
      return now.filter(({ length }) => length > 0);
    };
    for (const { path, open } of entries) {
      const entry = new ZipPassThrough(path);
      entry.mtime = made;
      zip.add(entry);
      for await (const piece of await open()) {
        entry.push(piece);
        yield* taken();
      }
      entry.push(new Uint8Array(), true);
      yield* taken();
    }
    zip.end();
    yield* taken();
  }
  return webStreamOf(Readable.from(pieces()));
}
