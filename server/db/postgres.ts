import type { Socket } from 'node:net';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { StartRefusal } from '@server/base/startRefusal';
import { connectFailure, postgresProblem } from './checkPostgres';
import { inLine, maxWaitMs } from './connectionQueue';
import { type LineWatch, watchLine } from './connectionWatch';
import { createListener } from './notificationListener';
import type { Database, DatabaseOptions } from './openDatabase';
import type { Orm } from './orm';
import { assertReplicaOf, type ReadReplica, watchReplica } from './readReplica';
import { createStatementLog, type StatementLog } from './statementLog';
import { createOutside, type Outside } from './transactionGuard';

const asIs = (text: string): string => text;
const { builtins } = pg.types;

// Parses columns into the same types as PGlite (pglite.ts).
const valueParsers = new Map<number, (text: string) => unknown>([
  [builtins.INT8, Number],
  [builtins.NUMERIC, asIs],
  [builtins.DATE, asIs],
  [builtins.TIMESTAMP, asIs],
  [builtins.TIMESTAMPTZ, (text) => new Date(text)],
  [builtins.INTERVAL, asIs],
]);

const ourTypes = {
  getTypeParser: (id: number, format?: 'text' | 'binary') =>
    (format === 'binary' ? undefined : valueParsers.get(id)) ?? pg.types.getTypeParser(id, format),
} as pg.CustomTypesConfig;

type StatementCounter = Pick<StatementLog, 'begin'>;
type QueryCallback = (error: Error | null, result?: pg.QueryResult) => void;
const rowsOf = (result: pg.QueryResult | pg.QueryResult[] | undefined): number =>
  (Array.isArray(result) ? result.at(-1)?.rowCount : result?.rowCount) ?? 0;

/** Measures a query of the pool (callbacks) or of a drizzle transaction (promises). */
function measureQuery(statements: StatementCounter, query: (...args: unknown[]) => unknown, args: unknown[]): unknown {
  const [firstArg] = args;
  const text = typeof firstArg === 'string' ? firstArg : (firstArg as { text?: unknown } | null)?.text;
  if (typeof text !== 'string') return query(...args);
  const { done, failed } = statements.begin(text);
  const lastArg = args.at(-1);
  if (typeof lastArg === 'function') {
    const onResult: QueryCallback = (error, result) => {
      if (error) failed(error);
      else done(rowsOf(result));
      (lastArg as QueryCallback)(error, result);
    };
    return query(...args.slice(0, -1), onResult);
  }
  const promise = query(...args) as Promise<pg.QueryResult>;
  promise.then((result) => done(rowsOf(result)), failed);
  return promise;
}

/** A client with our parsers. Drizzle would pass its own with each query (text for every moment). */
class TypedClient extends pg.Client {
  constructor(config?: pg.ClientConfig, statements?: StatementCounter) {
    super({ ...config, types: ourTypes });
    const plainQuery = this.query.bind(this) as (...args: unknown[]) => unknown;
    // Closes the connection, because each query after an unanswered one would wait just as long.
    const handleError = (error: unknown): void => {
      if (error instanceof Error && error.message === unansweredMessage) this.hangUp();
    };
    const runTyped = (first: unknown, ...otherArgs: unknown[]): unknown => {
      const lastOtherArg = otherArgs.at(-1);
      const onResult: QueryCallback = (error, result) => {
        handleError(error);
        (lastOtherArg as QueryCallback)(error, result);
      };
      const answer = plainQuery(
        typeof first === 'object' && first !== null && 'types' in first ? { ...first, types: ourTypes } : first,
        ...(typeof lastOtherArg === 'function' ? [...otherArgs.slice(0, -1), onResult] : otherArgs),
      );
      if (answer instanceof Promise) answer.catch(handleError);
      return answer;
    };
    this.query = (
      statements
        ? (...args: unknown[]) => measureQuery(statements, runTyped as (...args: unknown[]) => unknown, args)
        : runTyped
    ) as typeof this.query;
    // An idle connection that breaks must not end the process. The next query on it fails.
    this.on('error', () => undefined);
  }

  /** Closes the connection, so that all waiting queries fail. */
  hangUp(): void {
    (this as unknown as { connection: { stream: Socket } }).connection.stream.destroy();
  }
}

/** Counts statements, and informs the connection watch when each is sent and answered. */
const watchStatements = (statements: StatementLog, lineWatch: LineWatch): StatementCounter => ({
  begin(sql) {
    const [measurement, reportAnswer] = [statements.begin(sql), lineWatch.statementSent()];
    return {
      done(rows) {
        reportAnswer();
        measurement.done(rows);
      },
      failed(error) {
        reportAnswer();
        measurement.failed(error);
      },
    };
  },
});

/** Opens a new connection to check whether the database answers; a refusal counts as an answer. */
async function probeConnection(config: pg.ClientConfig, signal: AbortSignal): Promise<void> {
  const client = new TypedClient(config);
  const hangUp = (): void => client.hangUp();
  signal.addEventListener('abort', hangUp);
  try {
    await client.connect();
    await client.query('select 1');
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error;
  } finally {
    signal.removeEventListener('abort', hangUp);
    client.end().catch(() => undefined);
  }
}

/** Returns the client class of a pool whose statements are counted. */
const clientOf = (statements: StatementCounter): typeof pg.Client =>
  class extends TypedClient {
    constructor(config?: pg.ClientConfig) {
      super(config, statements);
    }
  } as typeof pg.Client;

/** Message of pg for a query that is not answered within `query_timeout`. */
const unansweredMessage = 'Query read timeout';

/**
 * Timeouts, ms. The database itself ends a statement, unless the connection is dead. `watchLine` detects a dead
 * connection, and `query_timeout` ends remaining statements a little later.
 */
const timeouts = {
  connectionTimeoutMillis: maxWaitMs,
  idleTimeoutMillis: 30_000,
  statement_timeout: 30_000,
  query_timeout: 33_000,
  idle_in_transaction_session_timeout: 60_000,
};

/**
 * Wraps `connect` of a pool: a call stops waiting when the queue does not move. A connection that arrives later is
 * released.
 */
function patientConnect(pool: pg.Pool): pg.Pool['connect'] {
  const connect = pool.connect.bind(pool) as () => Promise<pg.PoolClient>;
  let movedAt = 0;
  for (const event of ['acquire', 'release'] as const) pool.on(event, () => (movedAt = performance.now()));
  const takeClient = (): Promise<pg.PoolClient> => {
    const turn = connect();
    return inLine(
      {
        turn,
        leave: () =>
          void turn.then(
            (client) => client.release(),
            () => undefined,
          ),
      },
      () => movedAt,
    );
  };
  // `query` of the pool itself uses a callback.
  return ((
    callback?: (error: Error | undefined, client?: pg.PoolClient, release?: pg.PoolClient['release']) => void,
  ) => {
    const client = takeClient();
    if (!callback) return client;
    client.then(
      (connection) => callback(undefined, connection, connection.release.bind(connection)),
      (error: Error) => callback(error, undefined, () => undefined),
    );
    return undefined;
  }) as pg.Pool['connect'];
}

const reasonOf = (error: unknown): string =>
  (error as NodeJS.ErrnoException).code ?? (error instanceof Error ? error.message : String(error));

async function assertFit(pool: pg.Pool): Promise<void> {
  let unfitReason: string | undefined;
  try {
    unfitReason = await postgresProblem(async <R extends object>(sql: string) => (await pool.query<R>(sql)).rows);
  } catch (error) {
    throw new StartRefusal(connectFailure(reasonOf(error)), { cause: error });
  }
  if (unfitReason !== undefined) throw new StartRefusal(unfitReason);
}

/** Runs work under an advisory lock with that name; null while another process holds it. */
async function aloneOn<T>(pool: pg.Pool, outside: Outside, name: string, work: () => Promise<T>): Promise<T | null> {
  outside.check('database.alone');
  const client = await pool.connect();
  let isLost = false;
  try {
    const { rows } = await client.query<{ taken: boolean }>(
      'select pg_try_advisory_lock(hashtextextended($1, 0)) as taken',
      [name],
    );
    if (!rows[0]?.taken) return null;
    try {
      return await work();
    } finally {
      await client.query('select pg_advisory_unlock(hashtextextended($1, 0))', [name]).catch(() => (isLost = true));
    }
  } finally {
    // A connection that could not release the name must not return to the pool.
    client.release(isLost);
  }
}

/** Refuses queries of the pool inside a transaction, because they would not belong to it. */
function guardQueries(pool: pg.Pool, outside: Outside): void {
  const plainQuery = pool.query.bind(pool) as (...args: unknown[]) => unknown;
  const guardedQuery = (...args: unknown[]): unknown => {
    outside.check('database.orm');
    return plainQuery(...args);
  };
  pool.query = guardedQuery as typeof pool.query;
}

/** Returns a listener with its own connection. */
function listenerFor(databaseUrl: string, log: DatabaseOptions['log']): ReturnType<typeof createListener> {
  return createListener(
    () =>
      new TypedClient({
        connectionString: databaseUrl,
        application_name: 'occhealth-lab listen',
        connectionTimeoutMillis: timeouts.connectionTimeoutMillis,
        query_timeout: timeouts.connectionTimeoutMillis,
        keepAlive: true,
      }),
    log,
  );
}

interface PoolOptions extends Pick<DatabaseOptions, 'log'> {
  /** Name of the setting with the address, for the message about a wrong one. */
  readonly setting: string;
  readonly poolSize: number;
  readonly statements: StatementLog;
}

/**
 * Opens a pool of PostgreSQL connections. If the database is lost, only the calls of that time fail.
 * @throws StartRefusal for an address that is none
 */
function openPool(url: string, { setting, poolSize, statements, log }: PoolOptions): pg.Pool {
  const clients = new Set<TypedClient>();
  const lineWatch = watchLine(
    (signal) => probeConnection({ connectionString: url, application_name: 'occhealth-lab probe' }, signal),
    () => {
      log?.warn({ connections: clients.size }, 'the database does not answer: its connections are given up');
      for (const client of clients) client.hangUp();
    },
  );
  let pool: pg.Pool;
  try {
    pool = new pg.Pool({
      connectionString: url,
      max: poolSize,
      application_name: 'occhealth-lab',
      Client: clientOf(watchStatements(statements, lineWatch)),
      ...timeouts,
    });
  } catch {
    throw new StartRefusal(`${setting} 格式有误，应形如 postgres://用户名:密码@主机:5432/数据库名。`);
  }
  pool.on('error', (error) => log?.warn({ err: error }, 'idle connection lost'));
  pool.on('connect', (client) => clients.add(client as unknown as TypedClient));
  pool.on('remove', (client) => clients.delete(client as unknown as TypedClient));
  pool.connect = patientConnect(pool);
  return pool;
}

/** Opens the read replica of a server; undefined without its address. */
async function openReplica(
  pool: pg.Pool,
  { readUrl, poolSize = 10, log }: DatabaseOptions,
  statements: StatementLog,
): Promise<ReadReplica | undefined> {
  if (!readUrl) return undefined;
  const replicaPool = openPool(readUrl, { setting: 'DATABASE_READ_URL', poolSize, statements, log });
  try {
    await assertReplicaOf(pool, replicaPool);
  } catch (error) {
    await replicaPool.end();
    throw error;
  }
  return watchReplica({ pool: replicaPool, primaryPosition: () => writePositionOf(pool), log });
}

/** Returns the position up to which a server has written its log. */
async function writePositionOf(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ position: string }>('select pg_current_wal_insert_lsn()::text as position');
  return rows[0]?.position ?? '0/0';
}

/** Opens PostgreSQL, with its read replica where there is one. */
export async function openPostgres(options: DatabaseOptions & { databaseUrl: string }): Promise<Database> {
  const { databaseUrl, poolSize = 10, log } = options;
  const statements = createStatementLog();
  const pool = openPool(databaseUrl, { setting: 'DATABASE_URL', poolSize, statements, log });
  let replica: ReadReplica | undefined;
  try {
    await assertFit(pool);
    replica = await openReplica(pool, options, statements);
  } catch (error) {
    await pool.end();
    throw error;
  }

  const outside = createOutside();
  guardQueries(pool, outside);

  // drizzle's own transaction on a pool leaks a connection on which `begin` fails.
  const transaction = async <T>(work: (tx: Orm) => Promise<T>): Promise<T> => {
    outside.check('database.transaction');
    const client = await pool.connect();
    try {
      return await outside.within(() => drizzle({ client }).transaction(work));
    } finally {
      client.release();
    }
  };
  const orm: Orm = Object.assign(drizzle({ client: pool }), { transaction });
  const listener = listenerFor(databaseUrl, log);

  return {
    kind: 'postgres',
    statements,
    connections: () => ({ most: poolSize, open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    get orm() {
      outside.check('database.orm');
      return orm;
    },
    transaction,
    async read(after, work) {
      outside.check('database.read');
      return replica ? replica.read(after, orm, work) : work(orm);
    },
    writePosition: replica ? () => writePositionOf(pool) : null,
    async query<R extends object>(sql: string, params: readonly unknown[] = []) {
      return (await pool.query<R>(sql, [...params])).rows;
    },
    async execute(sql) {
      await pool.query(sql);
    },
    listen: (channel, onPayload) => listener.listen(channel, onPayload),
    async notify(channel, payload) {
      await pool.query('select pg_notify($1, $2)', [channel, payload]);
    },
    vacuum: null,
    checkpoint: null,
    runExclusively: (name, work) => aloneOn(pool, outside, name, work),
    async close() {
      await listener.close();
      await replica?.close();
      await pool.end();
    },
  };
}
