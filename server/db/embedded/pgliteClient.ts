import type { PGlite, QueryOptions, Results } from '@electric-sql/pglite';
import type { StatementLog } from '../statementLog';
import type { DatabaseDisk } from './startPglite';

export type StatementCounter = Pick<StatementLog, 'begin'>;

/** Function that runs work on the connection. */
type ConnectionRunner = <T>(work: () => Promise<T>) => Promise<T>;

/** Runs a query and enters its duration and its rows in the statement log. */
export async function measureQuery<R>(
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
export function clientFor(
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
const logPieceBytes = 4 * 1024 * 1024;

/** Query for the size of the log since the last checkpoint, bytes. */
export const logLength =
  'select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn) as length from pg_control_checkpoint()';

/**
 * Links audit lines and makes checkpoints during a long transaction; with a single connection no other transaction
 * waits for the end of the chain.
 */
export function bySteps(
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
      if (length > logPieceBytes) await checkpoint(length, () => tx.query('checkpoint'));
      return result;
    },
  };
}
