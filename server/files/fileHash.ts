import { createHash } from 'node:crypto';
import { failures } from '@contract/messages';
import { Refusal } from '../http/errors';
import type { Services } from '../services';

/**
 * Caches the hash of each stored file until it is written again, because a page verifies its signatures at every
 * view.
 */
const rememberedHashes = new Map<string, { readonly mark: string; readonly sha256: string }>();
const maxHashes = 50_000;

/** Returns the SHA-256 of a stored file; null if the file does not exist. */
export async function fileHash({ files }: Pick<Services, 'files'>, id: string): Promise<string | null> {
  const fileStat = await files.stat(id);
  if (!fileStat) return null;
  const cachedHash = rememberedHashes.get(id);
  if (cachedHash?.mark === fileStat.mark) return cachedHash.sha256;
  const content = await files.read(id);
  const hash = createHash('sha256');
  if (content) for await (const chunk of content) hash.update(chunk);
  if (!content) return null;
  const sha256 = hash.digest('hex');
  if (rememberedHashes.size >= maxHashes) rememberedHashes.clear();
  rememberedHashes.set(id, { mark: fileStat.mark, sha256 });
  return sha256;
}

interface HashedFile {
  readonly id: string;
  readonly name: string;
  /** Hash of the stored bytes, hex. */
  readonly sha256: string;
}

/**
 * Checks that the bytes of a stored file are unchanged, before the file is delivered, printed or read. The caller
 * handles a missing file.
 * @throws Refusal 409 `fileAltered`
 */
export async function assertUnaltered(services: Pick<Services, 'files' | 'log'>, file: HashedFile): Promise<void> {
  const currentHash = await fileHash(services, file.id);
  if (currentHash === null || currentHash === file.sha256) return;
  services.log.error({ file: file.id }, 'the content of a stored file was replaced');
  throw new Refusal(409, 'fileAltered', failures.fileAltered(file.name));
}
