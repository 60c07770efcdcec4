import { join } from 'node:path';
import type { Env } from '@server/base/env';
import type { FileStore } from '../services';
import { directoryStore } from './directoryStore';
import { s3PlaceOf } from './s3/s3Address';
import { assertBucket, s3Store } from './s3/s3Store';

/**
 * Opens the store that FILE_STORE names and checks that it answers.
 * @throws StartRefusal for an invalid address, missing keys, or an unreachable bucket
 */
export async function createFileStore(env: Pick<Env, 'fileStore' | 'fileStoreKeys' | 'dataDir'>): Promise<FileStore> {
  if (env.fileStore === 'file') return directoryStore(join(env.dataDir, 'files'));
  const s3Place = s3PlaceOf(env.fileStore, env.fileStoreKeys);
  await assertBucket(s3Place);
  return s3Store(s3Place);
}
