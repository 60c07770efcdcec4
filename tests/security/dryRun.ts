import type { Database } from '@server/db/client';

class Undone extends Error {}

/** The same database, on which each transaction does its work, answers, and is rolled back: thousands of writes can be tried on the same rows. */
export function dryRun(database: Database): Database {
  const changed: Pick<Database, 'transaction'> = {
    async transaction(work) {
      let done: { answer: Awaited<ReturnType<typeof work>> } | undefined;
      try {
        await database.transaction(async (tx) => {
          done = { answer: await work(tx) };
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
