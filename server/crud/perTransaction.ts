import type { Orm } from '../db/orm';

const held = new WeakMap<Orm, Map<string, Promise<unknown>>>();

/**
 * Caches a query whose answer does not change within a transaction, e.g. whether a locked parent is open, which is
 * asked for each of five hundred rows.
 */
export function perTransaction<T>(tx: Orm, key: string, ask: () => Promise<T>): Promise<T> {
  const answers = held.get(tx) ?? new Map<string, Promise<unknown>>();
  held.set(tx, answers);
  const known = answers.get(key) ?? ask();
  answers.set(key, known);
  return known as Promise<T>;
}
