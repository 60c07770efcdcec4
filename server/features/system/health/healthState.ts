import { diskWatch } from '@server/base/diskSpace';
import type { Services } from '@server/services';

/** Time in ms that a probe waits for the database. A load balancer asks every few seconds. */
const probeTimeoutMs = 3_000;

type DiskState = 'ok' | 'low' | 'full' | 'failing';

export interface HealthState {
  /** `ok` if the database answers. */
  readonly database: 'ok' | 'failing';
  readonly databaseError?: unknown;
  /** State of the data directory: whether it is writable. */
  readonly disk: DiskState;
  /** `ok` if the database has the schema of this program, and no newer one. */
  readonly schema: 'ok' | 'other';
  /** `ok` if every job ran when it was due. A late job does not make a node unready. */
  readonly jobs: 'ok' | 'late';
}

type LateJobs = (services: Services) => readonly string[];

async function withinPatience<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${probeTimeoutMs} ms`)), probeTimeoutMs);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Returns a function that checks whether a node can serve requests.
 *
 * @param lateJobs keys of the jobs that did not run when they were due
 * @param newestMigration returns the name of the program's newest migration
 */
export function healthWatch(
  services: Services,
  lateJobs: LateJobs,
  newestMigration: () => string,
): () => Promise<HealthState> {
  const { database, env } = services;
  const disk = diskWatch(env.dataDir);
  return async (): Promise<HealthState> => {
    const [rows, diskState] = await Promise.all([
      withinPatience(database.query<{ name: string }>('select max(name) as name from migration')).catch(
        (error: unknown) => ({ error }),
      ),
      disk().catch((): DiskState => 'failing'),
    ]);
    const hasFailed = 'error' in rows;
    return {
      database: hasFailed ? 'failing' : 'ok',
      ...(hasFailed ? { databaseError: rows.error } : {}),
      disk: diskState,
      schema: hasFailed || rows[0]?.name === newestMigration() ? 'ok' : 'other',
      jobs: lateJobs(services).length ? 'late' : 'ok',
    };
  };
}
