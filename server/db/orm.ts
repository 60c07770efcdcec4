import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';

/**
 * What both drivers share. Queries are written with the tables of `schema.ts`; drizzle's relational `query` API is not
 * used,
 * so no schema is handed in. `timestamptz` arrives as `Date`, `date` and `numeric` as text, `int8` as number.
 */
export type Orm = PgDatabase<PgQueryResultHKT, Record<string, never>>;
