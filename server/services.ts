import type { Readable } from 'node:stream';
import type { Logger } from 'pino';
import type { Env } from '@server/base/env';
import type { Database } from './db/client';
import type { Push } from './http/push';

/** What the server stands on; handed to every module, so that tests build the real thing on their own database. */
export interface Services {
  readonly env: Env;
  readonly database: Database;
  readonly log: Logger;
  readonly files: FileStore;
  readonly push: Push;
  /** Tests stop the clock; everything that asks for the time asks here. */
  readonly now: () => Date;
}

/** Content that is not in memory: measured and hashed already, and opened anew for each attempt to store it. */
export interface ContentSource {
  /** bytes */
  readonly size: number;
  /** in hex */
  readonly sha256: string;
  open(): Readable;
}

/** From the first byte to the last, both of them counted from 0 and included. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/** Where uploads live. Ids are random uuids of ours, never names that people gave. */
export interface FileStore {
  /**
   * Complete and durable when it resolves; nothing is kept when it rejects.
   * @throws Refusal 503 when the store is away, as the others do
   */
  put(id: string, content: Uint8Array | ContentSource): Promise<void>;
  /** Undefined when there is no such file. Of a range, which lies within the file, those bytes alone. */
  read(id: string, range?: ByteRange): Promise<ReadableStream<Uint8Array> | undefined>;
  /** Size in bytes, and a mark that changes whenever the content is written. */
  stat(id: string): Promise<{ size: number; mark: string } | undefined>;
  /** Removing what is not there is no error. */
  remove(id: string): Promise<void>;
}
