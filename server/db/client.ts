import type { Logger } from 'pino';
import type { ConnectionFigures } from '@contract/features/system/monitor';
import type { Orm } from './orm';
import { openPglite } from './pglite';
import type { StatementLog } from './statements';

export interface Database {
  readonly kind: 'pglite' | 'postgres';
  /** What was asked of it by this process, by kind of statement. */
  readonly statements: StatementLog;
  /** Of this process's pool, now. */
  connections(): ConnectionFigures;
  /** Throws at once when used inside `transaction()` of this database, on both drivers. */
  readonly orm: Orm;
  /** Commits when `work` resolves, rolls back when it throws. `tx.transaction` nests by savepoint. */
  transaction<T>(work: (tx: Orm) => Promise<T>): Promise<T>;
  /** One statement with `$1` parameters; rows by column name. */
  query<R extends object>(sql: string, params?: readonly unknown[]): Promise<R[]>;
  /** Several statements without parameters, for migrations; one implicit transaction unless the text says otherwise. */
  execute(sql: string): Promise<void>;
  /** Hears what any process on this database tells the channel; the answer stops it. Survives a lost connection. */
  listen(channel: string, heard: (payload: string) => void): Promise<() => Promise<void>>;
  /** At most 7,999 bytes. From inside a transaction use `select pg_notify(…)` on its handle. */
  notify(channel: string, payload: string): Promise<void>;
  /**
   * Does the work unless some process on this database is at work under the same name: null then. The name is given
   * back with the connection, whatever ends it.
   */
  alone<T>(name: string, work: () => Promise<T>): Promise<T | null>;
  /**
   * Brings what the embedded database has logged into its tables, where much has gathered since the last time; null
   * where the database minds that by itself.
   * @returns bytes that had gathered, or null where that was little
   */
  readonly checkpoint: (() => Promise<number | null>) | null;
  /** VACUUM ANALYZE of the embedded database, which has no autovacuum; null where the database minds that by itself. */
  readonly vacuum: (() => Promise<void>) | null;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** `postgres://…`; without it the embedded database. */
  databaseUrl?: string;
  /** Directory of the embedded database, made when missing; `memory` keeps it in memory. */
  dataDir?: string;
  /** What `dumpPglite` gave: the embedded database starts as that one was. */
  template?: Blob;
  /** Most connections to PostgreSQL. */
  poolSize?: number;
  log?: Pick<Logger, 'warn' | 'error'>;
  /**
   * The embedded database has stopped and answers nothing more until it is opened by another process: what was
   * committed is on the disk.
   */
  onPanic?: (error: unknown) => void;
  /**
   * Another process has taken the directory of the embedded database: this one must end at once, for what both write is
   * lost.
   */
  onLost?: () => void;
}

/**
 * Opens PostgreSQL when there is a `databaseUrl`, else PGlite.
 * @throws StartRefusal in Chinese when the directory is in use, or PostgreSQL is too old or out of reach.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { databaseUrl } = options;
  if (!databaseUrl) return openPglite(options);
  // Its driver is of no use to who stays with the embedded database, whose start would wait for it.
  const { openPostgres } = await import('./postgres');
  return openPostgres({ ...options, databaseUrl });
}
