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
export async function recordBuiltInRows(
  tx: Orm,
  builtInIds: BuiltInIds,
  rows: readonly { key: string; rowId: number }[],
): Promise<void> {
  if (rows.length === 0) return;
  await tx.insert(builtInTable).values([...rows]);
  for (const { key, rowId } of rows) builtInIds.set(key, rowId);
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
export async function noteEdition(tx: Orm, builtInIds: BuiltInIds, edition: string): Promise<void> {
  const name = edition.slice(0, edition.indexOf(':') + 1);
  const earlierKeys = [...builtInIds.keys()].filter((key) => key.startsWith(name) && key !== edition);
  if (earlierKeys.length) await tx.delete(builtInTable).where(inArray(builtInTable.key, earlierKeys));
  for (const key of earlierKeys) builtInIds.delete(key);
  if (!builtInIds.has(edition)) await recordBuiltInRows(tx, builtInIds, [{ key: edition, rowId: 0 }]);
}

/** Adds the rows that were never added to this database. */
export async function addNewBuiltInRows(
  tx: Orm,
  resource: Resource,
  builtInIds: BuiltInIds,
  items: readonly BuiltIn[],
): Promise<BuiltIn[]> {
  const missingItems = items.filter(({ key }) => !builtInIds.has(key));
  const ids = await insertMany(tx, resource, missingItems);
  await recordBuiltInRows(
    tx,
    builtInIds,
    missingItems.map(({ key }, index) => ({ key, rowId: ids[index] as number })),
  );
  return missingItems;
}
