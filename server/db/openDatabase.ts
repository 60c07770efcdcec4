import type { Logger } from 'pino';
import type { ConnectionFigures } from '@contract/features/system/monitorWire';
import { openPglite } from './embedded/pglite';
import type { Orm } from './orm';
import type { StatementLog } from './statementLog';

export interface Database {
  readonly kind: 'pglite' | 'postgres';
  /** Statistics of this process's statements, by kind. */
  readonly statements: StatementLog;
  /** Current state of this process's pool. */
  connections(): ConnectionFigures;
  /** Query interface. It throws when it is used inside `transaction()` of this database, with both drivers. */
  readonly orm: Orm;
  /** Commits when `work` resolves, rolls back when it throws. `tx.transaction` nests by savepoint. */
  transaction<T>(work: (tx: Orm) => Promise<T>): Promise<T>;
  /**
   * Runs a read that may be some seconds old, on the read replica where there is one. It never runs inside
   * `transaction()`.
   * @param after position of the person's last write, which the read must include; null if it was long ago
   */
  read<T>(after: string | null, work: (orm: Orm) => Promise<T>): Promise<T>;
  /** Returns the position of all commits so far; null without a read replica. */
  readonly writePosition: (() => Promise<string>) | null;
  /** Runs one statement with `$1` parameters and returns rows by column name. */
  query<R extends object>(sql: string, params?: readonly unknown[]): Promise<R[]>;
  /**
   * Runs several statements without parameters, for migrations; they form one implicit transaction unless the text
   * defines its own.
   */
  execute(sql: string): Promise<void>;
  /** Listens to a channel of this database, also after a lost connection. The returned function stops listening. */
  listen(channel: string, onPayload: (payload: string) => void): Promise<() => Promise<void>>;
  /** Sends a message of at most 7,999 bytes. Inside a transaction use `select pg_notify(…)` on its handle. */
  notify(channel: string, payload: string): Promise<void>;
  /**
   * Runs the work, unless another process of this database is running work under the same name; it then returns null.
   * The name is released with the connection, however the connection ends.
   */
  runExclusively<T>(name: string, work: () => Promise<T>): Promise<T | null>;
  /**
   * Makes a checkpoint of the embedded database if its log has grown; null where the database does so itself.
   * @returns bytes of the log, or null where the log was short
   */
  readonly checkpoint: (() => Promise<number | null>) | null;
  /**
   * Runs VACUUM ANALYZE on the changed tables of the embedded database, which has no autovacuum; null where the
   * database does so itself.
   */
  readonly vacuum: (() => Promise<void>) | null;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** Address `postgres://…`; without it the embedded database is used. */
  databaseUrl?: string;
  /** Address of a streaming replica of that server, for lists and exports. */
  readUrl?: string;
  /** Directory of the embedded database, created if missing; `memory` keeps it in memory. */
  dataDir?: string;
  /** Dump from `dumpPglite` with whose content the embedded database starts. */
  template?: Blob;
  /**
   * Archive with the empty, migrated database that fills a new directory (preparedDatabase.ts); without it, or where it
   * does not exist, the embedded database creates itself.
   */
  prepared?: string;
  /** Maximum number of connections to PostgreSQL. */
  poolSize?: number;
  log?: Pick<Logger, 'warn' | 'error'>;
  /**
   * Callback after the embedded database has stopped. It gives no answer until another process opens it; committed
   * data are on disk.
   */
  onPanic?: (error: unknown) => void;
  /**
   * Callback after another process has taken the directory of the embedded database. This process must end at once,
   * because both would lose their writes.
   */
  onLost?: () => void;
}

/**
 * Opens PostgreSQL if there is a `databaseUrl`, else PGlite.
 * @throws StartRefusal in Chinese where the directory is in use, or PostgreSQL is too old or unreachable
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { databaseUrl } = options;
  if (!databaseUrl) return openPglite(options);
  // The driver is loaded only when it is needed: with the embedded database it would delay the start.
  const { openPostgres } = await import('./postgres');
  return openPostgres({ ...options, databaseUrl });
}
