import { join } from 'node:path';
import type { Env } from '../env';
import { StartRefusal } from '../startRefusal';
import { directoryStore } from './directoryStore';

/** Where uploads live. Ids are random uuids of ours, never names that people gave. */
export interface FileStore {
  /** Complete and on the disk when it resolves; nothing is kept when it rejects. */
  put(id: string, content: Uint8Array | ReadableStream<Uint8Array>): Promise<void>;
  /** Undefined when there is no such file. */
  read(id: string): Promise<ReadableStream<Uint8Array> | undefined>;
  /** Size in bytes. */
  stat(id: string): Promise<{ size: number } | undefined>;
  /** Removing what is not there is no error. */
  remove(id: string): Promise<void>;
}

/**
 * The store that FILE_STORE names.
 * @throws StartRefusal for `s3://…`, which this version can't serve yet.
 */
export function createFileStore(env: Pick<Env, 'fileStore' | 'dataDir'>): FileStore {
  if (env.fileStore !== 'file') throw new StartRefusal('环境变量 FILE_STORE 不正确：本版本只支持 file（文件保存在 DATA_DIR 中）。');
  return directoryStore(join(env.dataDir, 'files'));
}
