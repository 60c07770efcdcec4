import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { uploadDirectory } from '@server/files/receiveUpload';
import type { Services } from '@server/services';

const dayMs = 86_400_000;

/**
 * Removes partial uploads that an ended process left on this machine.
 * @returns number of removed files
 */
export async function sweepUploads(services: Pick<Services, 'env' | 'now'>): Promise<number> {
  let removedCount = 0;
  const directory = uploadDirectory(services);
  const names = await readdir(directory).catch(() => []);
  for (const name of names.filter((candidate) => candidate.endsWith('.upload'))) {
    const path = join(directory, name);
    const leftoverStat = await stat(path).catch(() => undefined);
    if (!leftoverStat || services.now().getTime() - leftoverStat.mtimeMs <= dayMs) continue;
    await rm(path, { force: true });
    removedCount += 1;
  }
  return removedCount;
}
