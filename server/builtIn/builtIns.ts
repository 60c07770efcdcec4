import { createHash } from 'node:crypto';
import { eq, inArray } from 'drizzle-orm';
import type { Resource } from '@server/crud/resource';
import type { Orm } from '@server/db/orm';
import { builtInTable } from '@server/db/schema';
import { insertMany, type NewRow } from './insertMany';

export interface BuiltIn extends NewRow {
  readonly key: string;
}

/** Rows that the product has added to this database, by key. A key stays when its row is renamed or deleted. */
export type BuiltInIds = Map<string, number>;

/** Reads the ids of the built-in rows by their keys. */
export async function readBuiltInIds(orm: Orm): Promise<BuiltInIds> {
  const rows = await orm.select().from(builtInTable);
  return new Map(rows.map(({ key, rowId }) => [key, rowId]));
}

/** Records rows under their keys, also rows that existed before the product added its own. */
export async function note(
  tx: Orm,
  brought: BuiltInIds,
  rows: readonly { key: string; rowId: number }[],
): Promise<void> {
  if (rows.length === 0) return;
  await tx.insert(builtInTable).values([...rows]);
  for (const { key, rowId } of rows) brought.set(key, rowId);
}

/**
 * Returns the fingerprint of product data under a name, which shows whether a database already contains exactly these
 * data.
 */
export const editionOf = (name: string, rows: unknown): string =>
  `${name}:${createHash('sha256').update(JSON.stringify(rows)).digest('hex')}`;

/** Returns whether an edition of built-in data was already stored. */
export async function hasEdition(orm: Orm, edition: string): Promise<boolean> {
  return (
    (await orm.select({ key: builtInTable.key }).from(builtInTable).where(eq(builtInTable.key, edition))).length > 0
  );
}

/**
 * Records an edition in place of the previous one, so that an older version of the product restores its own edition
 * when it is started again.
 */
export async function noteEdition(tx: Orm, brought: BuiltInIds, edition: string): Promise<void> {
  const name = edition.slice(0, edition.indexOf(':') + 1);
  const earlier = [...brought.keys()].filter((key) => key.startsWith(name) && key !== edition);
  if (earlier.length) await tx.delete(builtInTable).where(inArray(builtInTable.key, earlier));
  for (const key of earlier) brought.delete(key);
  if (!brought.has(edition)) await note(tx, brought, [{ key: edition, rowId: 0 }]);
}

/** Adds the rows that were never added to this database. */
export async function bring(
  tx: Orm,
  resource: Resource,
  brought: BuiltInIds,
  items: readonly BuiltIn[],
): Promise<BuiltIn[]> {
  const missing = items.filter(({ key }) => !brought.has(key));
  const ids = await insertMany(tx, resource, missing);
  await note(
    tx,
    brought,
    missing.map(({ key }, at) => ({ key, rowId: ids[at] as number })),
  );
  return missing;
}
