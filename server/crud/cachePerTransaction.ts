import type { Orm } from '@server/db/orm';

const answersByTransaction = new WeakMap<Orm, Map<string, Promise<unknown>>>();

/**
 * Caches a query whose answer does not change within a transaction, e.g. whether a locked parent is open, which is
 * asked for each of five hundred rows.
 * @param tx transaction; the cache ends with it
 * @param key name of the answer, unique within the transaction
 * @param load reads the answer at the first call
 */
export function perTransaction<T>(tx: Orm, key: string, load: () => Promise<T>): Promise<T> {
  const answers = answersByTransaction.get(tx) ?? new Map<string, Promise<unknown>>();
  answersByTransaction.set(tx, answers);
  const answer = answers.get(key) ?? load();
  answers.set(key, answer);
  return answer as Promise<T>;
}
