// The archive is a plain POSIX tar, so that other tools can open it. node-tar builds and parses the headers. Content
// is written as it is produced, and its length is filled in afterwards, which no stream of node-tar supports.
import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { Header } from 'tar/header';

const tarBlockBytes = 512;
const maxNameBytes = 100;

export interface TarEntry {
  readonly name: string;
  /** Offset of the content in the file. */
  readonly start: number;
  readonly size: number;
  readonly sha256: string;
}

/** Error for an archive that differs from the written one; `truncated` where it ends too early. */
export class TarFault extends Error {
  constructor(
    readonly kind: 'truncated' | 'damaged',
    readonly place: string,
  ) {
    super(place);
  }
}

function headerOf(name: string, size: number, time: Date): Buffer {
  if (name.length > maxNameBytes) throw new Error(`the name is too long for a tar archive: ${name}`);
  const header = Buffer.alloc(tarBlockBytes);
  new Header({ path: name, mode: 0o600, uid: 0, gid: 0, size, mtime: time, type: 'File' }).encode(header);
  return header;
}

const paddingOf = (size: number): number => (tarBlockBytes - (size % tarBlockBytes)) % tarBlockBytes;

export class TarWriter {
  #at = 0;
  constructor(
    private readonly handle: FileHandle,
    private readonly time: Date,
  ) {}

  get bytes(): number {
    return this.#at;
  }

  async #write(part: Uint8Array, index: number): Promise<void> {
    for (let writtenBytes = 0; writtenBytes < part.byteLength;)
      writtenBytes += (
        await this.handle.write(part, writtenBytes, part.byteLength - writtenBytes, index + writtenBytes)
      ).bytesWritten;
  }

  async add(name: string, content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<TarEntry> {
    const start = this.#at + tarBlockBytes;
    const hash = createHash('sha256');
    let size = 0;
    for await (const part of content) {
      hash.update(part);
      await this.#write(part, start + size);
      size += part.byteLength;
    }
    await this.#write(Buffer.alloc(paddingOf(size)), start + size);
    await this.#write(headerOf(name, size, this.time), this.#at);
    this.#at = start + size + paddingOf(size);
    return { name, start, size, sha256: hash.digest('hex') };
  }

  /** Ends the archive. It is stored durably when the promise resolves. */
  async end(): Promise<void> {
    await this.#write(Buffer.alloc(2 * tarBlockBytes), this.#at);
    this.#at += 2 * tarBlockBytes;
    await this.handle.sync();
  }
}

async function readExactly(handle: FileHandle, index: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, index);
  if (bytesRead < length) throw new TarFault('truncated', 'end');
  return buffer;
}

/**
 * Parses the header of an entry.
 * @throws TarFault where the bytes are not a header
 */
function readHeader(bytes: Buffer, index: number): Header {
  try {
    return new Header(bytes);
  } catch {
    throw new TarFault('damaged', `offset ${index}`);
  }
}

const isZero = (bytes: Buffer): boolean => bytes.every((byte) => byte === 0);

/** Yields the content of an entry in pieces. */
export async function* contentOf(
  handle: FileHandle,
  { start, size }: Pick<TarEntry, 'start' | 'size'>,
): AsyncGenerator<Buffer> {
  const chunkBytes = 256 * 1024;
  for (let readBytes = 0; readBytes < size; readBytes += chunkBytes)
    yield readExactly(handle, start + readBytes, Math.min(chunkBytes, size - readBytes));
}

/**
 * Yields the entries from first to last, each read completely, with the hash of its content.
 * @throws TarFault for a damaged archive
 */
export async function* entriesOf(handle: FileHandle): AsyncGenerator<TarEntry> {
  const { size: end } = await handle.stat();
  for (let index = 0; ;) {
    const header = await readExactly(handle, index, tarBlockBytes);
    if (isZero(header)) {
      if (!isZero(await readExactly(handle, index + tarBlockBytes, tarBlockBytes)) || end !== index + 2 * tarBlockBytes)
        throw new TarFault('damaged', 'end');
      return;
    }
    const { cksumValid, path: name, size = 0 } = readHeader(header, index);
    if (!cksumValid || !name) throw new TarFault('damaged', `offset ${index}`);
    const start = index + tarBlockBytes;
    if (!(start + size <= end)) throw new TarFault('truncated', name);
    const hash = createHash('sha256');
    for await (const part of contentOf(handle, { start, size })) hash.update(part);
    if (!isZero(await readExactly(handle, start + size, paddingOf(size)))) throw new TarFault('damaged', name);
    yield { name, start, size, sha256: hash.digest('hex') };
    index = start + size + paddingOf(size);
  }
}
