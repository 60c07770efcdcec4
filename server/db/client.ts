import type { Logger } from 'pino';
import type { ConnectionFigures } from '@contract/features/system/monitor';
import { openPglite } from './embedded/pglite';
import type { Orm } from './orm';
import type { StatementLog } from './statements';

export interface Database {
  readonly kind: 'pglite' | 'postgres';
  /** Statistics of this process's statements, by kind. */
  readonly statements: StatementLog;
  /** Current state of this process's pool. */
  connections(): ConnectionFigures;
  /** Throws when used inside `transaction()` of this database, on both drivers. */
  readonly orm: Orm;
  /** Commits when `work` resolves, rolls back when it throws. `tx.transaction` nests by savepoint. */
  transaction<T>(work: (tx: Orm) => Promise<T>): Promise<T>;
  /** Runs one statement with `$1` parameters; rows by column name. */
  query<R extends object>(sql: string, params?: readonly unknown[]): Promise<R[]>;
  /**
   * Runs several statements without parameters, for migrations; one implicit transaction unless the text says
   * otherwise.
   */
  execute(sql: string): Promise<void>;
  /** Listens to a channel of this database; the returned function stops. Survives a lost connection. */
  listen(channel: string, heard: (payload: string) => void): Promise<() => Promise<void>>;
  /** Sends at most 7,999 bytes. Inside a transaction use `select pg_notify(…)` on its handle. */
  notify(channel: string, payload: string): Promise<void>;
  /**
   * Runs the work unless another process on this database runs work under the same name; then returns null. The name is
   * released with the connection, however it ends.
   */
  alone<T>(name: string, work: () => Promise<T>): Promise<T | null>;
  /**
   * Makes a checkpoint of the embedded database if its log has grown; null where the database does that itself.
   * @returns bytes of the log, or null where it was short
   */
  readonly checkpoint: (() => Promise<number | null>) | null;
  /** VACUUM ANALYZE of the embedded database, which has no autovacuum; null where the database does that itself. */
  readonly vacuum: (() => Promise<void>) | null;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** `postgres://…`; without it the embedded database. */
  databaseUrl?: string;
  /** Directory of the embedded database, created if missing; `memory` keeps it in memory. */
  dataDir?: string;
  /** From `dumpPglite`: the embedded database starts with these contents. */
  template?: Blob;
  /** Most connections to PostgreSQL. */
  poolSize?: number;
  log?: Pick<Logger, 'warn' | 'error'>;
  /**
   * The embedded database has stopped and answers nothing until another process opens it; committed data are on disk.
   */
  onPanic?: (error: unknown) => void;
  /**
   * Another process has taken the embedded database's directory: this one must end at once, because both would lose
   * their writes.
   */
  onLost?: () => void;
}

/**
 * Opens PostgreSQL if there is a `databaseUrl`, else PGlite.
 * @throws StartRefusal in Chinese when the directory is in use, or PostgreSQL is too old or unreachable
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { databaseUrl } = options;
  if (!databaseUrl) return openPglite(options);
  // Loaded only when needed: with the embedded database the driver would delay the start.
  const { openPostgres } = await import('./postgres');
  return openPostgres({ ...options, databaseUrl });
}
