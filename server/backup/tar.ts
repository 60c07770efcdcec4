// The archive is a plain POSIX tar, so that other tools can open it. Content is written as it comes; its length is
// filled in afterwards.
import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';

const block = 512;
const longestName = 100;
/** Above this a length is written in binary, like GNU tar does. */
const mostOctal = 8 ** 11;

export interface TarEntry {
  readonly name: string;
  /** Offset of the content in the file. */
  readonly start: number;
  readonly size: number;
  readonly sha256: string;
}

/** The archive differs from what was written; `truncated` where it ends too early. */
export class TarFault extends Error {
  constructor(
    readonly kind: 'truncated' | 'damaged',
    readonly what: string,
  ) {
    super(what);
  }
}

const sumOf = (header: Buffer): number =>
  header.reduce((sum, byte, at) => sum + (at >= 148 && at < 156 ? 32 : byte), 0);
const octal = (value: number, digits: number): string => value.toString(8).padStart(digits, '0');

function headerOf(name: string, size: number, time: Date): Buffer {
  if (name.length > longestName) throw new Error(`too long a name: ${name}`);
  const header = Buffer.alloc(block);
  header.write(name, 0, 'latin1');
  header.write(`${octal(0o600, 7)}\0${octal(0, 7)}\0${octal(0, 7)}\0`, 100);
  if (size < mostOctal) header.write(`${octal(size, 11)}\0`, 124);
  else {
    header[124] = 0x80;
    header.writeBigUInt64BE(BigInt(size), 128);
  }
  header.write(`${octal(Math.floor(time.getTime() / 1000), 11)}\0`, 136);
  header.write('0', 156);
  header.write('ustar\x0000', 257);
  header.write(`${octal(sumOf(header), 6)}\0 `, 148);
  return header;
}

const padding = (size: number): number => (block - (size % block)) % block;

export class TarWriter {
  #at = 0;
  constructor(
    private readonly handle: FileHandle,
    private readonly time: Date,
  ) {}

  get bytes(): number {
    return this.#at;
  }

  async #write(part: Uint8Array, at: number): Promise<void> {
    for (let done = 0; done < part.byteLength;)
      done += (await this.handle.write(part, done, part.byteLength - done, at + done)).bytesWritten;
  }

  async add(name: string, content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<TarEntry> {
    const start = this.#at + block;
    const hash = createHash('sha256');
    let size = 0;
    for await (const part of content) {
      hash.update(part);
      await this.#write(part, start + size);
      size += part.byteLength;
    }
    await this.#write(Buffer.alloc(padding(size)), start + size);
    await this.#write(headerOf(name, size, this.time), this.#at);
    this.#at = start + size + padding(size);
    return { name, start, size, sha256: hash.digest('hex') };
  }

  /** The archive is durable when this resolves. */
  async end(): Promise<void> {
    await this.#write(Buffer.alloc(2 * block), this.#at);
    this.#at += 2 * block;
    await this.handle.sync();
  }
}

async function exactly(handle: FileHandle, at: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, at);
  if (bytesRead < length) throw new TarFault('truncated', 'end');
  return buffer;
}

const isZero = (bytes: Buffer): boolean => bytes.every((byte) => byte === 0);
const textOf = (field: Buffer): string => field.toString('latin1').replace(/[\0 ].*$/s, '');

/** Yields the content of an entry in pieces. */
export async function* contentOf(
  handle: FileHandle,
  { start, size }: Pick<TarEntry, 'start' | 'size'>,
): AsyncGenerator<Buffer> {
  const piece = 256 * 1024;
  for (let done = 0; done < size; done += piece) yield exactly(handle, start + done, Math.min(piece, size - done));
}

/**
 * Yields the entries from first to last, each read completely, with the hash of its content.
 * @throws TarFault
 */
export async function* entriesOf(handle: FileHandle): AsyncGenerator<TarEntry> {
  const { size: end } = await handle.stat();
  for (let at = 0; ;) {
    const header = await exactly(handle, at, block);
    if (isZero(header)) {
      if (!isZero(await exactly(handle, at + block, block)) || end !== at + 2 * block)
        throw new TarFault('damaged', 'end');
      return;
    }
    if (Number.parseInt(textOf(header.subarray(148, 156)), 8) !== sumOf(header))
      throw new TarFault('damaged', `offset ${at}`);
    const name = textOf(header.subarray(0, longestName));
    const size =
      header[124] === 0x80
        ? Number(header.readBigUInt64BE(128))
        : Number.parseInt(textOf(header.subarray(124, 136)), 8);
    const start = at + block;
    if (!(start + size <= end)) throw new TarFault('truncated', name);
    const hash = createHash('sha256');
    for await (const part of contentOf(handle, { start, size })) hash.update(part);
    if (!isZero(await exactly(handle, start + size, padding(size)))) throw new TarFault('damaged', name);
    yield { name, start, size, sha256: hash.digest('hex') };
    at = start + size + padding(size);
  }
}
