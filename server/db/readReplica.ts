import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import type { Logger } from 'pino';
import { StartRefusal } from '@server/base/startRefusal';
import type { Orm } from './orm';

/** Interval in ms at which the positions of both servers are compared. */
const compareEveryMs = 2_000;
/** A replica that is further behind than this, ms, is not read. */
const maxLagMs = 10_000;
/** Time in ms for which a replica that failed is not asked. */
const restMs = 5_000;

/** Reads of a second PostgreSQL server that repeats what the first has committed. */
export interface ReadReplica {
  /**
   * Runs a read on the replica where it has repeated the position, else, or if it fails, on the first server.
   * @param after position of the person's last write; null if it was long ago
   * @param primary query interface of the first server
   */
  read<T>(after: string | null, primary: Orm, work: (orm: Orm) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Returns a log position such as `16/B374D848` as a number that can be compared. */
export function positionOf(text: string): bigint {
  const [high = '0', low = '0'] = text.split('/');
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
}

interface ReplicaOptions {
  /** Connections to the replica. */
  readonly pool: pg.Pool;
  /** Returns the position of all commits of the first server so far. */
  readonly primaryPosition: () => Promise<string>;
  readonly log: Pick<Logger, 'warn'> | undefined;
}

/** Reads the position that the replica has repeated; null for a server that is no replica. */
async function replayedPosition(pool: pg.Pool): Promise<bigint | null> {
  const { rows } = await pool.query<{ position: string | null }>('select pg_last_wal_replay_lsn()::text as position');
  const text = rows[0]?.position ?? null;
  return text === null ? null : positionOf(text);
}

/** Position of the first server at a time. */
interface PassedPosition {
  readonly at: number;
  readonly position: bigint;
}

/** Compares a replica with the first server at intervals, and says whether it may be read. */
class ReplicaWatch {
  private replayed: bigint | null = null;
  private restsUntil = 0;
  /** Positions of the first server, oldest first. */
  private positions: PassedPosition[] = [];
  private isComparing = false;
  private readonly timer = setInterval(() => void this.compare(), compareEveryMs).unref();

  constructor(private readonly options: ReplicaOptions) {
    void this.compare();
  }

  /** Checks whether the replica is fresh and has repeated a position. */
  async isUsable(after: string | null): Promise<boolean> {
    if (performance.now() < this.restsUntil || !this.isFresh()) return false;
    if (after === null || this.hasReplayed(positionOf(after))) return true;
    this.replayed = await replayedPosition(this.options.pool);
    return this.hasReplayed(positionOf(after));
  }

  /** Leaves the replica alone for a while, after a fault. */
  rest(error: unknown): void {
    if (performance.now() >= this.restsUntil)
      this.options.log?.warn({ err: error }, 'the read replica is not used for a while');
    this.restsUntil = performance.now() + restMs;
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private hasReplayed(position: bigint): boolean {
    return this.replayed !== null && this.replayed >= position;
  }

  /** Checks whether the replica has everything that the first server had committed some seconds ago. */
  private isFresh(): boolean {
    const oldest = performance.now() - maxLagMs;
    const passedCount = this.positions.filter(({ at }) => at <= oldest).length;
    this.positions = this.positions.slice(Math.max(0, passedCount - 1));
    const [oldestPosition] = this.positions;
    return oldestPosition !== undefined && this.hasReplayed(oldestPosition.position);
  }

  private async compare(): Promise<void> {
    if (this.isComparing) return;
    this.isComparing = true;
    try {
      const position = positionOf(await this.options.primaryPosition());
      this.positions.push({ at: performance.now(), position });
      this.replayed = await replayedPosition(this.options.pool);
    } catch (error) {
      this.rest(error);
    } finally {
      this.isComparing = false;
    }
  }
}

/**
 * Reads from a replica. Somebody who has just written sees the write: the replica is read only where it has repeated
 * it.
 */
export function watchReplica(options: ReplicaOptions): ReadReplica {
  const replicaOrm: Orm = drizzle({ client: options.pool }) as unknown as Orm;
  const watch = new ReplicaWatch(options);
  return {
    async read(after, primary, work) {
      let replicaError: unknown;
      try {
        if (await watch.isUsable(after)) return await work(replicaOrm);
      } catch (error) {
        replicaError = error;
      }
      const result = await work(primary);
      // Only a fault of the replica itself is none on the first server.
      if (replicaError !== undefined) watch.rest(replicaError);
      return result;
    },
    async close() {
      watch.stop();
      await options.pool.end();
    },
  };
}

/**
 * Checks that a server is a replica of the first one. A server that can't be reached is accepted: it may come later.
 * @throws StartRefusal in Chinese for a server that is no replica, or one of another installation
 */
export async function assertReplicaOf(primary: pg.Pool, replica: pg.Pool): Promise<void> {
  const question = 'select pg_is_in_recovery() as standby, system_identifier::text as system from pg_control_system()';
  type Server = { standby: boolean; system: string };
  const [first, second] = await Promise.all([
    primary.query<Server>(question),
    replica.query<Server>(question).catch(() => null),
  ]);
  const replicaRow = second?.rows[0];
  if (!replicaRow) return;
  if (!replicaRow.standby)
    throw new StartRefusal('DATABASE_READ_URL 指向的不是备库，请指向主库（DATABASE_URL）的流复制备库，或去掉该设置。');
  if (replicaRow.system !== first.rows[0]?.system)
    throw new StartRefusal('DATABASE_READ_URL 指向的是另一套数据库的备库，请指向主库（DATABASE_URL）的流复制备库。');
}
