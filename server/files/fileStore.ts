import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Env } from '../env';
import { directoryStore } from './directoryStore';
import { s3PlaceOf } from './s3Address';
import { assertBucket, s3Store } from './s3Store';

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
  /** Complete and durable when it resolves; nothing is kept when it rejects. @throws Refusal 503 when the store is away, as the others do */
  put(id: string, content: Uint8Array | ContentSource): Promise<void>;
  /** Undefined when there is no such file. Of a range, which lies within the file, those bytes alone. */
  read(id: string, range?: ByteRange): Promise<ReadableStream<Uint8Array> | undefined>;
  /** Size in bytes, and a mark that changes whenever the content is written. */
  stat(id: string): Promise<{ size: number; mark: string } | undefined>;
  /** Removing what is not there is no error. */
  remove(id: string): Promise<void>;
}

/**
 * The store that FILE_STORE names, once it has answered.
 * @throws StartRefusal for a bad address, missing keys, or a bucket that can't be reached
 */
export async function createFileStore(env: Pick<Env, 'fileStore' | 'fileStoreKeys' | 'dataDir'>): Promise<FileStore> {
  if (env.fileStore === 'file') return directoryStore(join(env.dataDir, 'files'));
  const place = s3PlaceOf(env.fileStore, env.fileStoreKeys);
  await assertBucket(place);
  return s3Store(place);
}
