import { fdatasyncSync } from 'node:fs';
import { open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

/** A file that is open in the database, as far as it is asked about here. */
interface Stream {
  readonly nfd: number;
  readonly node: unknown;
}

interface FileOperations {
  fsync?: (stream: Stream) => number;
  write: (stream: Stream, buffer: Int8Array, offset: number, length: number, position: number) => number;
}

/** What a checkpoint leaves to be done beside this thread. */
interface Held {
  /** Of files and directories that it would have waited for. */
  readonly paths: Set<string>;
  /** What it wrote to `global/pg_control`: from where on a recovery reads the log. */
  control: { readonly path: string; readonly bytes: Uint8Array } | undefined;
}

/** The disk has not taken what a checkpoint wrote: only a recovery from the log, by another process, is right then. */
export class CheckpointFailure extends Error {
  override readonly name = 'CheckpointFailure';
}

/** Files that are brought to the disk at once. */
const together = 8;

const isLog = (path: string): boolean => /[\\/]pg_wal([\\/]|$)/.test(path);
const isControl = (path: string): boolean => /[\\/]global[\\/]pg_control$/.test(path);

/** Brings a file, or a directory's names, to the disk, off this thread. One that is gone meanwhile needs nothing. */
async function syncPath(path: string): Promise<void> {
  const isGone = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';
  const file = await open(path, 'r+').catch(async (error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'EISDIR') return open(path, 'r');
    if (isGone(error)) return undefined;
    throw error;
  });
  await file?.datasync().finally(() => file.close());
}

async function syncPaths(paths: readonly string[]): Promise<void> {
  for (let from = 0; from < paths.length; from += together)
    await Promise.all(paths.slice(from, from + together).map(syncPath));
}

/**
 * PGlite switches fsync off, and its file system has none to call. With `fsync` in the stream operations and the flags
 * below, each commit waits for one fdatasync (DESIGN 4.1). This leans on internals: the version is pinned, and
 * `tests/server/database.test.ts` counts the calls.
 *
 * A checkpoint waits for some forty files, in this thread: up to half a second. `checkpoint` has it wait for its log
 * alone, holds back what it writes to pg_control, brings the files to the disk beside this thread, and only then
 * writes pg_control. A process that ends in between leaves the pg_control of before, from which a recovery reads the
 * log that `wal_keep_size` has kept.
 */
export class DurableFileSystem extends NodeFS {
  syncs = 0;
  #held: Held | undefined;

  override async init(...[database, options]: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(database, options);
    const addSync = (module: Parameters<NonNullable<typeof options.preRun>[number]>[0]): void => {
      // One object serves every PGlite of the module instance; a module instance has one database.
      const files = module.NODEFS as unknown as { stream_ops: FileOperations; realPath: (node: unknown) => string };
      const operations = files.stream_ops;
      const { write } = operations;
      operations.fsync = (stream) => {
        const path = this.#held ? files.realPath(stream.node) : '';
        if (this.#held && !isLog(path)) {
          this.#held.paths.add(path);
          return 0;
        }
        this.syncs += 1;
        fdatasyncSync(stream.nfd);
        return 0;
      };
      operations.write = (stream, buffer, offset, length, position) => {
        const path = this.#held ? files.realPath(stream.node) : '';
        if (!this.#held || !isControl(path)) return write(stream, buffer, offset, length, position);
        this.#held.control = { path, bytes: Uint8Array.from(buffer.subarray(offset, offset + length)) };
        return length;
      };
    };
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), addSync] } };
  }

  /**
   * Carries out a checkpoint whose files come to the disk beside this thread. Nobody else may ask the database until
   * it has ended.
   * @param run asks the database for it
   * @throws CheckpointFailure where the disk does not take the files
   */
  async checkpoint(run: () => Promise<unknown>): Promise<void> {
    const held: Held = { paths: new Set(), control: undefined };
    this.#held = held;
    try {
      await run();
    } finally {
      this.#held = undefined;
      await this.#settle(held);
    }
  }

  async #settle({ paths, control }: Held): Promise<void> {
    try {
      // What was written of pg_control comes after the files that it speaks of.
      await syncPaths([...paths].filter((path) => !isControl(path)));
      if (!control) return;
      const file = await open(control.path, 'r+');
      try {
        await file.write(control.bytes, 0, control.bytes.length, 0);
        await file.datasync();
      } finally {
        await file.close();
      }
    } catch (error) {
      throw new CheckpointFailure('the disk did not take a checkpoint', { cause: error });
    }
  }
}

/**
 * Brings to the disk what was written lately to the tables' files and to the log, off this thread: a commit or a
 * checkpoint that follows has little left to wait for.
 * @param directory of the database
 * @param since ms; files that were written before are there already
 */
export async function syncWritten(directory: string, since: number): Promise<void> {
  const base = join(directory, 'base');
  const folders = [join(directory, 'pg_wal'), ...(await readdir(base)).map((database) => join(base, database))];
  for (const folder of folders) {
    const written: string[] = [];
    for (const name of await readdir(folder)) {
      const found = await stat(join(folder, name)).catch(() => undefined);
      if (found?.isFile() && found.mtimeMs >= since) written.push(join(folder, name));
    }
    await syncPaths(written);
  }
}

/**
 * Bytes of log up to which a checkpoint may leave its files to others: as far back the log is kept (`wal_keep_size`)
 * for a recovery from the pg_control of before.
 */
export const mostLogHeld = 40 * 1024 * 1024;

export const durableStartParams = [
  ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
  '-c',
  'wal_sync_method=fsync',
  '-c',
  'min_wal_size=32MB',
  '-c',
  'max_wal_size=64MB',
  '-c',
  'wal_keep_size=64MB',
];
