/**
 * Returns the row of a query that always has exactly one: an insert, or a select by an id that exists.
 * @throws Error without a row
 */
export function onlyRow<T>([row]: readonly T[]): T {
  if (row === undefined) throw new Error('The query returned no row where one is required.');
  return row;
}
