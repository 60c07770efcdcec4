import type { PGlite, Transaction } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { createTurns } from '../connectionQueue';
import type { Database, DatabaseOptions } from '../openDatabase';
import type { Orm } from '../orm';
import { quoteName } from '../quoteName';
import { createStatementLog, type StatementLog } from '../statementLog';
import { createOutside, type Outside } from '../transactionGuard';
import { type StatementCounter, measureQuery, clientFor, logLength, bySteps } from './pgliteClient';
import { type StartedPglite, startDatabase } from './startPglite';
import { tablesToVacuum } from './vacuum';

const clientOfDatabase = new WeakMap<Database, PGlite>();

/** Dumps the whole embedded database; `template` opens the dump. */
export async function dumpPglite(database: Database): Promise<Blob> {
  const client = clientOfDatabase.get(database);
  if (!client) throw new Error('not a PGlite database');
  return client.dumpDataDir('none');
}

/** Reads of a database without a replica. */
const withoutReplica = (orm: () => Orm): Pick<Database, 'read' | 'writePosition'> => ({
  read: async (_after, work) => work(orm()),
  writePosition: null,
});

/**
 * Log size, bytes, that triggers a checkpoint, so that a start after a power failure replays about that much at most.
 */
const longLogBytes = 32 * 1024 * 1024;
/** Interval of the checks during many writes, ms. */
const checkIntervalMs = 1_000;

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
    if (length < longLogBytes) return null;
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
      if (performance.now() - lookedAt < checkIntervalMs) return;
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
