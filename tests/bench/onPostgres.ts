import { type Database, openDatabase } from '@server/db/openDatabase';
import { findPostgres, startPostgres } from '../support/postgres';
import type { Line } from './line';

/** Measures on the given PostgreSQL or on one started here; returns no lines without either. */
export async function onPostgres(
  measure: (open: () => Promise<Database>, databaseUrl: string) => Promise<Line[]>,
): Promise<Line[]> {
  const given = process.env['TEST_DATABASE_URL'];
  if (given) return measure(() => openDatabase({ databaseUrl: given }), given);
  const bin = findPostgres();
  if (!bin) {
    console.log('no PostgreSQL found: it is measured without');
    return [];
  }
  const postgres = await startPostgres(bin);
  try {
    return await measure(() => openDatabase({ databaseUrl: postgres.url }), postgres.url);
  } finally {
    await postgres.stop();
  }
}
