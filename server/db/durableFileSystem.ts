import { fdatasyncSync } from 'node:fs';
import { open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

/**
 * File system of the embedded database with durable commits. PGlite switches fsync off, and its file system has none.
 * With `fsync` in the stream operations and the flags below, each commit waits for one fdatasync (DESIGN 4.1). This
 * depends on internals: the version is pinned, and `tests/server/database.test.ts` counts the calls.
 */
export class DurableFileSystem extends NodeFS {
  syncs = 0;

  override async init(...[database, options]: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(database, options);
    const addSync = (module: Parameters<NonNullable<typeof options.preRun>[number]>[0]): void => {
      // One object serves every PGlite of the module instance, and a module instance has one database.
      const operations = (module.NODEFS as unknown as { stream_ops: { fsync?: (stream: { nfd: number }) => number } })
        .stream_ops;
      operations.fsync = ({ nfd }) => {
        this.syncs += 1;
        fdatasyncSync(nfd);
        return 0;
      };
    };
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), addSync] } };
  }
}

/**
 * Syncs the tables' files to disk outside this thread, so that the following checkpoint waits less.
 * @param directory of the database
 * @param since ms; files written before are synced already
 */
export async function syncTables(directory: string, since: number): Promise<void> {
  const base = join(directory, 'base');
  for (const database of await readdir(base)) {
    const names = (await readdir(join(base, database))).map((name) => join(base, database, name));
    for (let from = 0; from < names.length; from += 4) {
      await Promise.all(
        names.slice(from, from + 4).map(async (path) => {
          if ((await stat(path)).mtimeMs < since) return;
          const file = await open(path, 'r+');
          await file.datasync().finally(() => file.close());
        }),
      );
    }
  }
}

export const durableStartParams = [
  ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
  '-c',
  'wal_sync_method=fsync',
  '-c',
  'min_wal_size=32MB',
  '-c',
  'max_wal_size=64MB',
];
