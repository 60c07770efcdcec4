import { inArray } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Orm } from './orm';

/**
 * Returns the row of a query that always has exactly one: an insert, or a select by an id that exists.
 * @throws Error without a row
 */
export function onlyRow<T>([row]: readonly T[]): T {
  if (row === undefined) throw new Error('The query returned no row where one is required.');
  return row;
}

type ColumnValue<C extends PgColumn> = C['_']['notNull'] extends true ? C['_']['data'] : C['_']['data'] | null;

/**
 * Reads one column of the rows with these ids, deleted rows included.
 * @param table table with a column `id`
 * @param column column of that table
 * @param ids ids of rows; without any the database is not asked
 * @returns value by id; nothing for an id without a row
 */
export async function valuesById<C extends PgColumn>(
  orm: Orm,
  table: PgTable & { readonly id: PgColumn },
  column: C,
  ids: readonly number[],
): Promise<Map<number, ColumnValue<C>>> {
  if (ids.length === 0) return new Map();
  const rows = await orm
    .select({ id: table.id, value: column })
    .from(table as PgTable)
    .where(inArray(table.id, [...ids]));
  return new Map(rows.map(({ id, value }) => [Number(id), value as ColumnValue<C>]));
}
