import { diskWatch } from '@server/base/disk';
import type { Services } from '@server/services';

/** Time that a probe waits for the database, ms: a balancer asks each few seconds. */
const patience = 3_000;

type DiskState = 'ok' | 'low' | 'full' | 'failing';

export interface HealthState {
  /** Whether the database answers; an error tells why not. */
  readonly database: 'ok' | 'failing';
  readonly databaseError?: unknown;
  /** Whether the data directory can be written. */
  readonly disk: DiskState;
  /** Whether the database has the schema of this program, and none newer. */
  readonly schema: 'ok' | 'other';
  /** Whether every job ran when it was due. A late job makes no node unfit to serve. */
  readonly jobs: 'ok' | 'late';
}

type Late = (services: Services) => readonly string[];

async function withinPatience<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${patience} ms`)), patience);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Makes a check of what a node needs to serve.
 *
 * @param late keys of the jobs that did not run when they were due
 * @param newest returns the name of the program's newest migration
 */
export function healthWatch(services: Services, late: Late, newest: () => string): () => Promise<HealthState> {
  const { database, env } = services;
  const disk = diskWatch(env.dataDir);
  return async (): Promise<HealthState> => {
    const [rows, diskState] = await Promise.all([
      withinPatience(database.query<{ name: string }>('select max(name) as name from migration')).catch(
        (error: unknown) => ({ error }),
      ),
      disk().catch((): DiskState => 'failing'),
    ]);
    const failed = 'error' in rows;
    return {
      database: failed ? 'failing' : 'ok',
      ...(failed ? { databaseError: rows.error } : {}),
      disk: diskState,
      schema: failed || rows[0]?.name === newest() ? 'ok' : 'other',
      jobs: late(services).length ? 'late' : 'ok',
    };
  };
}
