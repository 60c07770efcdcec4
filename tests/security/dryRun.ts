import type { Database } from '@server/db/openDatabase';
import type { Orm } from '@server/db/orm';

class Undone extends Error {}

/**
 * Returns the same database with every transaction rolled back after its answer: thousands of writes can be tried on
 * the same rows.
 * @param look sees what was written before it is rolled back
 */
export function dryRun(database: Database, look?: (tx: Orm) => Promise<void>): Database {
  const changed: Pick<Database, 'transaction'> = {
    async transaction(work) {
      let done: { answer: Awaited<ReturnType<typeof work>> } | undefined;
      try {
        await database.transaction(async (tx) => {
          done = { answer: await work(tx) };
          await look?.(tx);
          throw new Undone();
        });
      } catch (error) {
        if (!(error instanceof Undone)) throw error;
      }
      if (!done) throw new Error('the transaction ended before its work');
      return done.answer;
    },
  };
  return Object.assign(Object.create(database) as Database, changed);
}
