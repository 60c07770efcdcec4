import type { SQL } from 'drizzle-orm';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';

/**
 * Common type of both drivers. Queries use the tables of `schema.ts`; drizzle's relational `query` API is not used,
 * so no schema is passed. `timestamptz` is returned as `Date`, `date` and `numeric` as text, `int8` as number.
 */
export type Orm = PgDatabase<PgQueryResultHKT, Record<string, never>>;

/** Runs a statement and returns its rows; both drivers answer with an object that holds them. */
export const rowsOf = async <R>(orm: Orm, statement: SQL): Promise<R[]> =>
  ((await orm.execute(statement)) as unknown as { rows: R[] }).rows;
