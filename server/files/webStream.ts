import { Readable } from 'node:stream';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';

// Converts between the DOM's and Node's types of the same stream object.
/** Converts a web stream to a Node stream. */
export const nodeStreamOf = (content: ReadableStream<Uint8Array>): Readable =>
  Readable.fromWeb(content as NodeReadableStream<Uint8Array>);
/** Converts a Node stream to a web stream. */
export const webStreamOf = (content: Readable): ReadableStream<Uint8Array> =>
  Readable.toWeb(content) as unknown as ReadableStream<Uint8Array>;
