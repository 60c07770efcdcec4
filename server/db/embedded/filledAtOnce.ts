import type { Database } from '../openDatabase';

/**
 * Runs work that fills the embedded database, without waiting for the disk at each commit. A checkpoint at the end
 * writes everything; until then a power failure takes back the last commits, whole ones and in their order. Elsewhere
 * the work runs as usual.
 */
export async function filledAtOnce<T>(
  database: Pick<Database, 'kind' | 'execute'>,
  work: () => Promise<T>,
): Promise<T> {
  if (database.kind !== 'pglite') return work();
  await database.execute('set synchronous_commit = off');
  try {
    return await work();
  } finally {
    await database.execute('set synchronous_commit = on');
    await database.execute('checkpoint');
  }
}
