import { is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { entities } from '@contract/subjects';
import * as schema from './schema';
import { tablesOf } from './tableOf';

/** Every table of the database: those in `schema.ts`, and those of entities that no code refers to by name. */
export const allTables: readonly PgTable[] = [
  ...new Set([
    ...(Object.values(schema) as unknown[]).filter((item): item is PgTable => is(item, PgTable)),
    ...entities.flatMap((entity) => {
      const { table, joins } = tablesOf(entity);
      return [table, ...Object.values(joins)];
    }),
  ]),
];
