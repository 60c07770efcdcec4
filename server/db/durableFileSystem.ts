import { fdatasyncSync } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

/**
 * PGlite switches fsync off, and its file system has none to call. With `fsync` in the stream operations and the flags
 * below, each commit waits for one fdatasync (DESIGN 4.1). This leans on internals: the version is pinned, and
 * `tests/server/database.test.ts` counts the calls.
 */
export class DurableFileSystem extends NodeFS {
  syncs = 0;

  override async init(...[database, options]: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(database, options);
    const addSync = (module: Parameters<NonNullable<typeof options.preRun>[number]>[0]): void => {
      // One object serves every PGlite of the module instance; a module instance has one database.
      const operations = (module.NODEFS as unknown as { stream_ops: { fsync?: (stream: { nfd: number }) => number } }).stream_ops;
      operations.fsync = ({ nfd }) => {
        this.syncs += 1;
        fdatasyncSync(nfd);
        return 0;
      };
    };
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), addSync] } };
  }
}

export const durableStartParams = [...PGlite.defaultStartParams.filter((param) => param !== '-F'), '-c', 'wal_sync_method=fsync', '-c', 'min_wal_size=32MB', '-c', 'max_wal_size=64MB'];
