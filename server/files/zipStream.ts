import { Readable } from 'node:stream';
import { Zip, ZipPassThrough } from 'fflate';
import { webStreamOf } from './webStream';

export interface ZipEntry {
  /** With its folders, separated by `/`. */
  readonly path: string;
  /** Opened when its turn comes. */
  readonly open: () => Promise<AsyncIterable<Uint8Array> | Iterable<Uint8Array>>;
}

/**
 * Files as one ZIP, made as it is read: never more than one of them is in memory.
 * Nothing is packed any tighter: PDFs and pictures are so already.
 * @param made the date of every entry, so that the same content is the same file
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
