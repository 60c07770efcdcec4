import { inArray } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { TestServer } from './server';

/** Returns rows as a page that was just loaded shows them: id and version. An unknown id gets version 0. */
export async function asStored(
  { database }: Pick<TestServer, 'database'>,
  table: PgTable & { readonly id: AnyPgColumn; readonly version: AnyPgColumn },
  ids: readonly unknown[],
): Promise<{ id: number; version: number }[]> {
  const wanted = ids.map(Number);
  const found = await database.orm
    .select({ id: table.id, version: table.version })
    .from(table as PgTable)
    .where(inArray(table.id, wanted));
  const versions = new Map(found.map(({ id, version }) => [Number(id), Number(version)]));
  return wanted.map((id) => ({ id, version: versions.get(id) ?? 0 }));
}
