import { Readable } from 'node:stream';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';

// The DOM's and Node's types of one and the same object do not know each other.
export const nodeStreamOf = (content: ReadableStream<Uint8Array>): Readable =>
  Readable.fromWeb(content as NodeReadableStream<Uint8Array>);
export const webStreamOf = (content: Readable): ReadableStream<Uint8Array> =>
  Readable.toWeb(content) as unknown as ReadableStream<Uint8Array>;
