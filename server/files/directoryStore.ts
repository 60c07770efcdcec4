import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { FileStore } from '@server/services';
import { assertFileId } from './fileId';
import { webStreamOf } from './webStream';

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** A new name survives a power failure only after its directory is synced too. */
async function syncDirectory(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Stores files in two levels of folders, so that no folder gets too large for tools. */
export function directoryStore(directory: string): FileStore {
  const pathOf = (id: string): string => {
    assertFileId(id);
    return join(directory, id.slice(0, 2), id.slice(2, 4), id);
  };
  return {
    async put(id, content) {
      const path = pathOf(id);
      const folder = dirname(path);
      await mkdir(folder, { recursive: true });
      const partialPath = join(folder, `${randomUUID()}.part`);
      try {
        const handle = await open(partialPath, 'wx', 0o600);
        try {
          const parts = 'open' in content ? (content.open() as AsyncIterable<Uint8Array>) : [content];
          for await (const part of parts) await handle.appendFile(part);
          await handle.sync();
        } finally {
          await handle.close();
        }
        await rename(partialPath, path);
        for (const level of [folder, dirname(folder), directory]) await syncDirectory(level);
      } catch (error) {
        await rm(partialPath, { force: true });
        throw error;
      }
    },
    async read(id, range) {
      const stream = createReadStream(pathOf(id), range ? { start: range.first, end: range.last } : {});
      return new Promise((resolve, reject) => {
        stream.once('open', () => resolve(webStreamOf(stream)));
        stream.once('error', (error) => (isMissing(error) ? resolve(undefined) : reject(error)));
      });
    },
    async stat(id) {
      try {
        // The change time can't be set by a writer, unlike the modification time.
        const { size, ino, mtimeMs, ctimeMs } = await stat(pathOf(id));
        return { size, mark: [size, ino, mtimeMs, ctimeMs].join(' ') };
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },
    async remove(id) {
      await rm(pathOf(id), { force: true });
    },
  };
}
