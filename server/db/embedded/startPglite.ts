import { join } from 'node:path';
import { type ParserOptions, types } from '@electric-sql/pglite';
import { StartRefusal } from '@server/base/startRefusal';
import { lockDirectory } from '../directoryLock';
import type { DatabaseOptions } from '../openDatabase';
import {
  CheckpointFailure,
  DurableFileSystem,
  durableStartParams,
  maxLogBytes,
  syncLog,
  syncTables,
} from './durableFileSystem';
import { unpackPreparedDatabase } from './preparedDatabase';
import { PreparedPglite } from './preparedPglite';

const asIs = (text: string): string => text;

// Parses columns into the same types as the driver of PostgreSQL (postgres.ts).
const parsers: ParserOptions = {
  [types.INT8]: Number,
  [types.NUMERIC]: asIs,
  [types.DATE]: asIs,
  [types.TIMESTAMP]: asIs,
  [types.TIMESTAMPTZ]: (text: string) => new Date(text),
  [types.INTERVAL]: asIs,
};

async function waitUntilReady(client: PreparedPglite): Promise<PreparedPglite> {
  await client.waitReady;
  return client;
}

/** Disk work of a database, which is done outside this thread where possible. */
export interface DatabaseDisk {
  /** Syncs the log written so far, before a commit or a checkpoint. */
  syncLogAhead(): Promise<void>;
  /**
   * Makes a checkpoint.
   * @param length size of the log since the last checkpoint, bytes
   */
  checkpoint(length: number, run: () => Promise<unknown>): Promise<void>;
}

const noDisk: DatabaseDisk = { syncLogAhead: async () => undefined, checkpoint: async (_, run) => void (await run()) };

function diskOf(fs: DurableFileSystem, client: PreparedPglite, directory: string): DatabaseDisk {
  const syncedAt = { log: 0, tables: 0 };
  /** Syncs files. A file may be deleted meanwhile; it then needs no sync. */
  const sync = async (part: keyof typeof syncedAt, work: typeof syncLog): Promise<void> => {
    const startedAt = Date.now();
    await work(directory, syncedAt[part] - 1_000, fs.moved).catch(() => undefined);
    syncedAt[part] = startedAt;
  };
  return {
    syncLogAhead: () => sync('log', syncLog),
    async checkpoint(length, run) {
      await sync('log', syncLog);
      if (length > maxLogBytes) {
        await sync('tables', syncTables);
        await run();
        return;
      }
      try {
        await fs.checkpoint(run);
      } catch (error) {
        if (error instanceof CheckpointFailure) client.fail(error);
        throw error;
      }
    },
  };
}

/** An embedded database that has started, with the lock on its directory. */
export interface StartedPglite {
  readonly client: PreparedPglite;
  readonly disk: DatabaseDisk;
  readonly unlock: () => void;
}

/**
 * Starts the embedded database on its directory, or in memory.
 * @param reportProgress is called while files are read
 * @throws StartRefusal if another process holds the directory, the disk is full, or the files are damaged
 */
export async function startDatabase(options: DatabaseOptions, reportProgress: () => void): Promise<StartedPglite> {
  const { dataDir = 'memory', template } = options;
  const loadOptions = template ? { loadDataDir: template } : {};
  if (dataDir === 'memory')
    return {
      client: await waitUntilReady(new PreparedPglite({ ...loadOptions, parsers })),
      disk: noDisk,
      unlock: () => undefined,
    };
  const unlock = await lockDirectory(dataDir, options.onLost);
  try {
    const directory = join(dataDir, 'pglite');
    const isPrepared = options.prepared ? await unpackPreparedDatabase(directory, options.prepared) : false;
    const fs = new DurableFileSystem(directory);
    fs.moved = reportProgress;
    fs.starting();
    const client = await waitUntilReady(
      new PreparedPglite({ ...loadOptions, fs, startParams: durableStartParams, parsers }),
    );
    fs.started();
    // The build has applied the migrations; this installation has them from now on.
    if (isPrepared) await client.exec('update migration set time = now()');
    return { client, disk: diskOf(fs, client, directory), unlock };
  } catch (error) {
    unlock();
    throw openingRefusal(dataDir, error);
  }
}

/** Converts a wasm stack trace to a refusal: the disk is full, or the files are damaged. */
function openingRefusal(dataDir: string, error: unknown): StartRefusal {
  const text =
    error instanceof Error ? `${error.message} ${String((error as NodeJS.ErrnoException).code ?? '')}` : String(error);
  const diskFullError = /ENOSPC|EDQUOT|no space left/i.exec(text);
  return new StartRefusal(
    diskFullError
      ? `磁盘空间不足（${diskFullError[0].toUpperCase()}），内置数据库无法打开，请腾出空间后重新启动。`
      : `内置数据库无法打开，数据目录 ${dataDir} 中的数据库文件可能已损坏。请保留该目录，用最近的备份恢复到新的目录（npm run restore），或联系维护人员。`,
    { cause: error },
  );
}
