import { execFileSync } from 'node:child_process';
import { closeSync, fdatasyncSync, openSync, statSync } from 'node:fs';
import { open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

/** An open file of Emscripten's file system. */
interface OpenStream {
  readonly nfd: number;
  readonly node: unknown;
}

interface FileOperations {
  fsync?: (stream: OpenStream) => number;
  write: (stream: OpenStream, buffer: Int8Array, offset: number, length: number, position: number) => number;
}

/** Work of a checkpoint that is done outside this thread. */
interface DeferredSync {
  /** Files and directories to be synced. */
  readonly paths: Set<string>;
  /** Content of `global/pg_control`, which states from where a recovery reads the log. */
  control: { readonly path: string; readonly bytes: Uint8Array } | undefined;
}

/**
 * Error where the files of a checkpoint could not be synced. The process has to end; the next one recovers from the
 * log.
 */
export class CheckpointFailure extends Error {
  override readonly name = 'CheckpointFailure';
}

/** Number of files that are synced at the same time. */
const batchSize = 8;
/** Number of files whose time is read at the same time. */
const statTogether = 64;

/**
 * Syncs the whole file system of a directory with one call of Linux (syncfs), by the command of the system because Node
 * has no such call. It costs as much as the unwritten data, not as much as the number of files.
 * @throws Error where the system has no such command, or the disk did not take the data
 */
export function syncFileSystem(directory: string): void {
  if (process.platform !== 'linux') throw new Error('only Linux syncs a file system by its directory');
  execFileSync('sync', ['-f', directory], { stdio: 'ignore' });
}

/** Syncs a file or directory in this thread. A file that was deleted meanwhile needs no sync. */
function syncFile(path: string): void {
  const stats = statSync(path, { throwIfNoEntry: false });
  // Windows has no sync of directories.
  if (!stats || (stats.isDirectory() && process.platform === 'win32')) return;
  const file = openSync(path, stats.isDirectory() ? 'r' : 'r+');
  try {
    fdatasyncSync(file);
  } finally {
    closeSync(file);
  }
}

const isLog = (path: string): boolean => /[\\/]pg_wal([\\/]|$)/.test(path);
const isControl = (path: string): boolean => /[\\/]global[\\/]pg_control$/.test(path);

/** Syncs a file or directory outside this thread. A file that was deleted meanwhile needs no sync. */
async function syncPath(path: string): Promise<void> {
  const isGone = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';
  const file = await open(path, 'r+').catch(async (error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'EISDIR') return open(path, 'r');
    if (isGone(error)) return undefined;
    throw error;
  });
  await file?.datasync().finally(() => file.close());
}

async function syncPaths(paths: readonly string[], reportProgress: () => void): Promise<void> {
  for (let from = 0; from < paths.length; from += batchSize) {
    await Promise.all(paths.slice(from, from + batchSize).map(syncPath));
    reportProgress();
  }
}

/**
 * File system whose commits are durable. PGlite switches fsync off, and its own file system does not implement it.
 * With `fsync` in the stream operations and the flags below, each commit waits for one fdatasync (DESIGN §4.1). This
 * depends on internals of PGlite, so the version is pinned and `tests/server/database.test.ts` counts the calls.
 *
 * A checkpoint syncs some forty files, which would block this thread for up to half a second. `checkpoint` therefore
 * lets it sync only the log and delays pg_control. It then syncs the other files outside this thread and writes
 * pg_control last. If the process ends in between, the old pg_control still exists, and the recovery starts from the
 * log that `wal_keep_size` has kept.
 *
 * A start after a crash syncs every file of the directory, some 2,300, before it reads the log: on a busy disk that
 * takes seconds, even if nothing is unwritten. Between `starting` and `started` these syncs are collected, and one sync
 * of the whole file system replaces them before pg_control is written. The order on the disk stays the same.
 */
export class DurableFileSystem extends NodeFS {
  syncs = 0;
  /** Callback while files are synced outside the thread, so that waiting calls continue to wait. */
  moved: () => void = () => undefined;
  /** Syncs everything below a directory; throws where that is not possible. */
  syncAll: (directory: string) => void = syncFileSystem;
  #held: DeferredSync | undefined;
  /** Files whose sync waits for the next writing of pg_control; undefined except during a start. */
  #atStart: Set<string> | undefined;

  override async init(...[database, options]: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(database, options);
    const addSync = (module: Parameters<NonNullable<typeof options.preRun>[number]>[0]): void => {
      // One object serves every PGlite of the module instance; a module instance has one database.
      const files = module.NODEFS as unknown as { stream_ops: FileOperations; realPath: (node: unknown) => string };
      const operations = files.stream_ops;
      const { write } = operations;
      operations.fsync = (stream) => {
        const path = this.#held || this.#atStart ? files.realPath(stream.node) : '';
        if (this.#held && !isLog(path)) {
          this.#held.paths.add(path);
          return 0;
        }
        if (this.#atStart && !isControl(path)) {
          this.#atStart.add(path);
          return 0;
        }
        this.syncs += 1;
        fdatasyncSync(stream.nfd);
        return 0;
      };
      operations.write = (stream, buffer, offset, length, position) => {
        const path = this.#held || this.#atStart ? files.realPath(stream.node) : '';
        if (this.#atStart && isControl(path)) this.#syncCollected(this.#atStart);
        if (!this.#held || !isControl(path)) return write(stream, buffer, offset, length, position);
        this.#held.control = { path, bytes: Uint8Array.from(buffer.subarray(offset, offset + length)) };
        return length;
      };
    };
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), addSync] } };
  }

  /** Collects the syncs of a start. */
  starting(): void {
    this.#atStart = new Set();
  }

  /**
   * Syncs what the start has collected. From now on each file is synced when the database asks for it.
   * @throws Error where the disk did not take the files
   */
  started(): void {
    if (this.#atStart) this.#syncCollected(this.#atStart);
    this.#atStart = undefined;
  }

  #syncCollected(paths: Set<string>): void {
    if (!paths.size) return;
    try {
      this.syncAll(this.rootDir);
    } catch {
      // Not Linux, or without the command: as the database would have done.
      for (const path of paths) syncFile(path);
    }
    paths.clear();
  }

  /**
   * Makes a checkpoint and syncs its files outside this thread. The database must not be used until it has ended.
   * @param run sends the checkpoint statement
   * @throws CheckpointFailure if the files cannot be synced
   */
  async checkpoint(run: () => Promise<unknown>): Promise<void> {
    const deferredSync: DeferredSync = { paths: new Set(), control: undefined };
    this.#held = deferredSync;
    try {
      await run();
    } finally {
      this.#held = undefined;
      await this.#settle(deferredSync);
    }
  }

  async #settle({ paths, control }: DeferredSync): Promise<void> {
    try {
      // pg_control is written last.
      await syncPaths(
        [...paths].filter((path) => !isControl(path)),
        this.moved,
      );
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
 * Syncs recently written files of a folder outside this thread, so that the next commit or checkpoint has less to
 * sync.
 * @param sinceMs time, ms; files written before it are skipped
 * @param reportProgress callback after some of the files
 */
async function syncFolder(folder: string, sinceMs: number, reportProgress: () => void): Promise<void> {
  const paths = (await readdir(folder)).map((name) => join(folder, name));
  for (let from = 0; from < paths.length; from += statTogether) {
    const part = paths.slice(from, from + statTogether);
    const fileStats = await Promise.all(part.map((path) => stat(path).catch(() => undefined)));
    await syncPaths(
      part.filter((_, index) => fileStats[index]?.isFile() && fileStats[index].mtimeMs >= sinceMs),
      reportProgress,
    );
  }
}

/** Syncs the log of a database; see `syncFolder`. */
export const syncLog = (directory: string, sinceMs: number, reportProgress: () => void): Promise<void> =>
  syncFolder(join(directory, 'pg_wal'), sinceMs, reportProgress);

/** Syncs the tables of a database; see `syncFolder`. */
export async function syncTables(directory: string, sinceMs: number, reportProgress: () => void): Promise<void> {
  const base = join(directory, 'base');
  for (const database of await readdir(base)) await syncFolder(join(base, database), sinceMs, reportProgress);
}

/**
 * Maximum log size, bytes, with which a checkpoint may delay pg_control: up to it the log since the old pg_control is
 * still kept (`wal_keep_size`).
 */
export const maxLogBytes = 40 * 1024 * 1024;

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
