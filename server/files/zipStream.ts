import { open, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { Zip, ZipPassThrough } from 'fflate';
import { webStreamOf } from './webStream';

type PartContent = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** A file of a ZIP, read when the ZIP reaches it. */
export interface ZipPart {
  /** Path with folders, separated by `/`. */
  readonly path: string;
  readonly content: PartContent;
}

/** Limits of the format without extensions, which every unpacking program reads. */
const maxBytes = 4 * 1024 ** 3 - 1;
const maxEntries = 65_535;

/** Error if a ZIP would exceed the limits of its format. */
export class ZipTooLarge extends Error {}

/**
 * Yields a ZIP in pieces while it is read: at most one piece of a file is in memory. Entries are stored uncompressed,
 * because PDFs and pictures are compressed already.
 * @param modifiedAt date of every entry, so that equal content gives an equal file
 * @throws ZipTooLarge
 */
export async function* zipPieces(
  parts: AsyncIterable<ZipPart> | Iterable<ZipPart>,
  modifiedAt: Date,
): AsyncGenerator<Uint8Array> {
  let readyChunks: Uint8Array[] = [];
  let [bytes, entries] = [0, 0];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    readyChunks.push(chunk);
  });
  const takePieces = (): Uint8Array[] => {
    const now = readyChunks.filter(({ length }) => length > 0);
    readyChunks = [];
    for (const { length } of now) bytes += length;
    if (bytes > maxBytes) throw new ZipTooLarge();
    return now;
  };
  for await (const { path, content } of parts) {
    entries += 1;
    if (entries > maxEntries) throw new ZipTooLarge();
    const zipPassThrough = new ZipPassThrough(path);
    zipPassThrough.mtime = modifiedAt;
    zip.add(zipPassThrough);
    for await (const chunk of content) {
      zipPassThrough.push(chunk);
      yield* takePieces();
    }
    zipPassThrough.push(new Uint8Array(), true);
    yield* takePieces();
  }
  zip.end();
  yield* takePieces();
}

/**
 * Writes a ZIP to a path. Removes an incomplete file after a failure.
 * @param path file to create
 * @param parts entries in the order of the archive
 * @param modifiedAt time that every entry states
 * @throws ZipTooLarge
 */
export async function writeZip(
  path: string,
  parts: AsyncIterable<ZipPart> | Iterable<ZipPart>,
  modifiedAt: Date,
): Promise<void> {
  const handle = await open(path, 'w', 0o600);
  try {
    for await (const chunk of zipPieces(parts, modifiedAt)) await handle.writeFile(chunk);
    await handle.sync();
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
}

export interface ZipEntry {
  /** Path with folders, separated by `/`. */
  readonly path: string;
  /** Called when the entry is written. */
  readonly openContent: () => Promise<AsyncIterable<Uint8Array> | Iterable<Uint8Array>>;
}

/**
 * Streams files as one ZIP, created while it is read: at most one file is in memory.
 * @param modifiedAt date of every entry, so that equal content gives an equal file
 */
export function zipStream(zipEntries: readonly ZipEntry[], modifiedAt: Date): ReadableStream<Uint8Array> {
  async function* parts() {
    for (const { path, openContent } of zipEntries) yield { path, content: await openContent() };
  }
  return webStreamOf(Readable.from(zipPieces(parts(), modifiedAt)));
}
