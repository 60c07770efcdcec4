import type { Readable } from 'node:stream';
import type { Logger } from 'pino';
import type { Env } from '@server/base/env';
import type { Database } from './db/client';
import type { Push } from './http/push';

/** Dependencies of all modules; tests build real ones on their own database. */
export interface Services {
  readonly env: Env;
  readonly database: Database;
  readonly log: Logger;
  readonly files: FileStore;
  readonly push: Push;
  /** The only source of the current time; tests replace it. */
  readonly now: () => Date;
}

/** Content outside memory, measured and hashed, and opened again for each attempt to store it. */
interface ContentSource {
  /** Bytes. */
  readonly size: number;
  /** Hex. */
  readonly sha256: string;
  open(): Readable;
}

/** First and last byte, counted from 0, both included. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/** Store of uploads. Ids are random uuids of the server, never names given by users. */
export interface FileStore {
  /**
   * Stores content. It is complete and durable when this resolves; nothing remains when it rejects.
   * @throws Refusal 503 when the store is unavailable, like the other methods
   */
  put(id: string, content: Uint8Array | ContentSource): Promise<void>;
  /** Returns the content, or the bytes of a range within it; undefined where the file does not exist. */
  read(id: string, range?: ByteRange): Promise<ReadableStream<Uint8Array> | undefined>;
  /** Returns the size in bytes, and a mark that changes whenever the content is written. */
  stat(id: string): Promise<{ size: number; mark: string } | undefined>;
  /** Removes a file; a missing one is no error. */
  remove(id: string): Promise<void>;
}
