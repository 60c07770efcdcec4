/**
 * The row of a query that can't answer none: what an insert returns, or what is asked for by an id that is known to be
 * there.
 */
export function only<T>([row]: readonly T[]): T {
  if (row === undefined) throw new Error('A row that must be there is not.');
  return row;
}
