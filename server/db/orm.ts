import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';

/**
 * Common type of both drivers. Queries use the tables of `schema.ts`; drizzle's relational `query` API is not used,
 * so no schema is passed. `timestamptz` is returned as `Date`, `date` and `numeric` as text, `int8` as number.
 */
export type Orm = PgDatabase<PgQueryResultHKT, Record<string, never>>;
