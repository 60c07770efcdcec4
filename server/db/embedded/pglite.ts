import { join } from 'node:path';
import {
  type ParserOptions,
  type PGlite,
  type QueryOptions,
  type Results,
  type Transaction,
  types,
} from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { StartRefusal } from '@server/base/startRefusal';
import { createTurns } from '../connectionQueue';
import { lockDirectory } from '../directoryLock';
import type { Database, DatabaseOptions } from '../openDatabase';
import type { Orm } from '../orm';
import { quoteName } from '../quoteName';
import { createStatementLog, type StatementLog } from '../statementLog';
import { createOutside, type Outside } from '../transactionGuard';
import {
  CheckpointFailure,
  DurableFileSystem,
  durableStartParams,
  maxLogHeld,
  syncLog,
  syncTables,
} from './durableFileSystem';
import { PreparedPglite } from './preparedPglite';
import { tablesToVacuum } from './vacuum';

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

type StatementCounter = Pick<StatementLog, 'begin'>;
/** Function that runs work on the connection. */
type ConnectionRunner = <T>(work: () => Promise<T>) => Promise<T>;

async function measureQuery<R>(
  statements: StatementCounter,
  sql: string,
  run: () => Promise<Results<R>>,
): Promise<Results<R>> {
  const { done, failed } = statements.begin(sql);
  try {
    const result = await run();
    done(result.rows.length || (result.affectedRows ?? 0));
    return result;
  } catch (error) {
    failed(error);
    throw error;
  }
}

/**
 * Wraps the client for drizzle, so that each statement uses `askClient`. Drizzle's own parsers (text for every moment)
 * are removed in favour of the client's. With parsers in a query PGlite would copy all four hundred, which costs more
 * than the query.
 */
function clientFor(
  realClient: Pick<PGlite, 'query'>,
  statements: StatementCounter,
  askClient: ConnectionRunner,
  transaction?: PGlite['transaction'],
): PGlite {
  const client: Pick<PGlite, 'query' | 'transaction'> = {
    async query<R>(sql: string, params?: unknown[], { parsers: _drizzles, ...options }: QueryOptions = {}) {
      return askClient(() => measureQuery(statements, sql, () => realClient.query<R>(sql, params, options)));
    },
    transaction: transaction ?? (() => Promise.reject(new Error('use a savepoint inside a transaction'))),
  };
  return client as PGlite;
}

/**
 * Maximum number of audit lines that are linked at once. Otherwise the commit of a long import would link all lines
 * in one statement of several seconds (SEC-3).
 */
const maxUnlinked = 80;
const addsLines = /\binsert into "audit_log"/;
/**
 * Log size, bytes, after which a long transaction makes a checkpoint. Otherwise all of it would be written at once at
 * the end.
 */
const pieceOfLog = 4 * 1024 * 1024;
const logLength =
  'select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn) as length from pg_control_checkpoint()';

/**
 * Links audit lines and makes checkpoints during a long transaction; with a single connection no other transaction
 * waits for the end of the chain.
 */
function bySteps(
  tx: Pick<PGlite, 'query'>,
  { syncLogAhead, checkpoint }: Pick<DatabaseDisk, 'syncLogAhead' | 'checkpoint'>,
): Pick<PGlite, 'query'> {
  let [unlinkedCount, steps] = [0, 0];
  return {
    async query<R>(sql: string, params?: unknown[], options?: QueryOptions) {
      const result = await tx.query<R>(sql, params, options);
      if (!addsLines.test(sql.length > 2_000 ? `${sql.slice(0, 1_000)}${sql.slice(-1_000)}` : sql)) return result;
      unlinkedCount += Math.max(1, result.affectedRows ?? 0);
      if (unlinkedCount < maxUnlinked) return result;
      unlinkedCount = 0;
      // A database that was restored at the level of an earlier version has no such chain yet.
      const { rows } = await tx.query("select from pg_constraint where conname = 'audit_pending_chain'");
      if (!rows.length) return result;
      await tx.query('set constraints audit_pending_chain immediate');
      await tx.query('set constraints audit_pending_chain deferred');
      if ((steps += 1) % 12 !== 0) return result;
      await syncLogAhead();
      const {
        rows: [log],
      } = await tx.query<{ length: string }>(logLength);
      const length = Number(log?.length ?? 0);
      if (length > pieceOfLog) await checkpoint(length, () => tx.query('checkpoint'));
      return result;
    },
  };
}

const clientOfDatabase = new WeakMap<Database, PGlite>();

/** Dumps the whole embedded database; `template` opens the dump. */
export async function dumpPglite(database: Database): Promise<Blob> {
  const client = clientOfDatabase.get(database);
  if (!client) throw new Error('not a PGlite database');
  return client.dumpDataDir('none');
}

async function waitUntilReady(client: PreparedPglite): Promise<PreparedPglite> {
  await client.waitReady;
  return client;
}

/** Disk work of a database, which is done outside this thread where possible. */
interface DatabaseDisk {
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
      if (length > maxLogHeld) {
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

interface StartedPglite {
  readonly client: PreparedPglite;
  readonly disk: DatabaseDisk;
  readonly unlock: () => void;
}

async function startDatabase(options: DatabaseOptions, reportProgress: () => void): Promise<StartedPglite> {
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
    const fs = new DurableFileSystem(directory);
    fs.moved = reportProgress;
    fs.starting();
    const client = await waitUntilReady(
      new PreparedPglite({ ...loadOptions, fs, startParams: durableStartParams, parsers }),
    );
    fs.started();
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

/** Reads of a database without a replica. */
const withoutReplica = (orm: () => Orm): Pick<Database, 'read' | 'writePosition'> => ({
  read: async (_after, work) => work(orm()),
  writePosition: null,
});

/**
 * Log size, bytes, that triggers a checkpoint, so that a start after a power failure replays about that much at most.
 */
const longLog = 32 * 1024 * 1024;
/** Interval of the checks during many writes, ms. */
const lookEvery = 1_000;

/** Runs work in turn on the only connection; throws inside a transaction, where the turn would never come. */
type TurnRunner = <T>(operation: string, work: () => Promise<T>) => Promise<T>;

/** An embedded database that has started, with the queue for its only connection. */
interface ServedPglite extends StartedPglite {
  readonly turns: ReturnType<typeof createTurns>;
  readonly outside: Outside;
  readonly statements: StatementLog;
  readonly statementCounter: StatementCounter;
  readonly runInTurn: TurnRunner;
}

/**
 * Returns a counter that moves the queue with each statement. A transaction that continues to send statements is
 * working, so others wait for it. They do not wait for a silent one.
 */
const movesQueue = (statements: StatementLog, turns: ServedPglite['turns']): StatementCounter => ({
  begin(sql) {
    const { done, failed } = statements.begin(sql);
    return {
      done(rows) {
        turns.move();
        done(rows);
      },
      failed(error) {
        turns.move();
        failed(error);
      },
    };
  },
});

/** Makes the checkpoints for which a single connection has no process of its own. */
function createCheckpoints(
  { client, disk, outside, runInTurn }: ServedPglite,
  log: DatabaseOptions['log'],
): { checkpoint(): Promise<number | null>; checkLog(): void } {
  let lookedAt = performance.now();
  async function checkpoint(): Promise<number | null> {
    lookedAt = performance.now();
    const {
      rows: [logRow],
    } = await runInTurn('database.checkpoint', () => client.query<{ length: string }>(logLength));
    const length = Number(logRow?.length ?? 0);
    if (length < longLog) return null;
    await runInTurn('database.checkpoint', () => disk.checkpoint(length, () => client.exec('checkpoint')));
    return length;
  }
  return {
    checkpoint,
    /**
     * Checks the log after transactions. Otherwise an hour of imports would produce gigabytes of log before a job
     * checks it.
     */
    checkLog() {
      if (performance.now() - lookedAt < lookEvery) return;
      lookedAt = performance.now();
      outside.leave(
        () =>
          void checkpoint().catch((error: unknown) =>
            log?.warn({ err: error }, 'the log of the embedded database was not brought into its tables'),
          ),
      );
    },
  };
}

/** Vacuums table by table, so that other requests have their turns between them. */
async function vacuumTables({ client, runInTurn }: ServedPglite): Promise<void> {
  const { rows } = await runInTurn('database.vacuum', async () => {
    // Otherwise the changes of the last second are not counted yet.
    await client.exec('select pg_stat_force_next_flush()');
    return client.query<{ name: string }>(tablesToVacuum);
  });
  for (const { name } of rows) await runInTurn('database.vacuum', () => client.exec(`vacuum analyze ${name}`));
}

/** Returns the handle of drizzle, whose statements and transactions take their turns. */
const ormOf = ({ client, disk, outside, statementCounter, runInTurn }: ServedPglite): Orm =>
  drizzle({
    client: clientFor(
      client,
      statementCounter,
      (work) => runInTurn('database.orm', work),
      (work) =>
        runInTurn('database.transaction', () =>
          outside.within(() =>
            client.transaction((tx) =>
              work(clientFor(bySteps(tx, disk), statementCounter, (request) => request()) as unknown as Transaction),
            ),
          ),
        ),
    ),
  });

/** Returns a function that runs work unless work of the same name is running; null where it is. */
function exclusiveRunner(): Database['runExclusively'] {
  // The lock on the directory guarantees that there is only one process.
  const runningNames = new Set<string>();
  return async (name, work) => {
    if (runningNames.has(name)) return null;
    runningNames.add(name);
    try {
      return await work();
    } finally {
      runningNames.delete(name);
    }
  };
}

function databaseOn(served: ServedPglite, log: DatabaseOptions['log']): Database {
  const { client, unlock, turns, outside, statements, statementCounter, runInTurn } = served;
  const orm = ormOf(served);
  const { checkpoint, checkLog } = createCheckpoints(served, log);
  const database: Database = {
    kind: 'pglite',
    statements,
    connections: () => ({ most: 1, open: 1, idle: turns.busy ? 0 : 1, waiting: turns.waiting }),
    get orm() {
      outside.check('database.orm');
      return orm;
    },
    async transaction(work) {
      try {
        return await orm.transaction(work);
      } finally {
        checkLog();
      }
    },
    ...withoutReplica(() => database.orm),
    async query<R extends object>(sql: string, params: readonly unknown[] = []) {
      const run = () => measureQuery(statementCounter, sql, () => client.query<R>(sql, [...params]));
      return (await runInTurn('database.query', run)).rows;
    },
    async execute(sql) {
      await runInTurn('database.execute', () => client.exec(sql));
    },
    async listen(channel, onPayload) {
      const stopListening = await runInTurn('database.listen', () =>
        client.listen(quoteName(channel), (payload) => outside.leave(() => onPayload(payload))),
      );
      return () => stopListening();
    },
    async notify(channel, payload) {
      await runInTurn('database.notify', () => client.query('select pg_notify($1, $2)', [channel, payload]));
    },
    runExclusively: exclusiveRunner(),
    checkpoint,
    vacuum: () => vacuumTables(served),
    async close() {
      try {
        if (!client.closed && !client.panic) await client.close();
      } finally {
        unlock();
      }
    },
  };
  return database;
}

/** Opens the embedded database. It has one connection, no autovacuum and no lock of its own (DESIGN §4.1). */
export async function openPglite(options: DatabaseOptions): Promise<Database> {
  const connectionTurns = createTurns();
  const started = await startDatabase(options, connectionTurns.move);
  if (options.onPanic) started.client.onPanic = options.onPanic;
  const outside = createOutside();
  const statements = createStatementLog();
  const runInTurn: TurnRunner = async (operation, work) => {
    outside.check(operation);
    return connectionTurns.take(work);
  };
  const statementCounter = movesQueue(statements, connectionTurns);
  const database = databaseOn(
    { ...started, turns: connectionTurns, outside, statements, statementCounter, runInTurn },
    options.log,
  );
  clientOfDatabase.set(database, started.client);
  return database;
}
