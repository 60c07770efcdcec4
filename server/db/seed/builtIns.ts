import type { Resource } from '../../crud/resource';
import type { Orm } from '../orm';
import { builtInTable } from '../schema';
import { insertMany, type NewRow } from './insertMany';

export interface BuiltIn extends NewRow {
  readonly key: string;
}

/** What the product has ever brought to this database, by key; a key stays when its row is renamed or deleted. */
export type Brought = Map<string, number>;

export async function readBrought(orm: Orm): Promise<Brought> {
  const rows = await orm.select().from(builtInTable);
  return new Map(rows.map(({ key, rowId }) => [key, rowId]));
}

/** Notes rows under their keys, the ones that were there before the product brought its own among them. */
export async function note(tx: Orm, brought: Brought, rows: readonly { key: string; rowId: number }[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.insert(builtInTable).values([...rows]);
  for (const { key, rowId } of rows) brought.set(key, rowId);
}

/** Adds those that were never brought. */
export async function bring(tx: Orm, resource: Resource, brought: Brought, items: readonly BuiltIn[]): Promise<BuiltIn[]> {
  const missing = items.filter(({ key }) => !brought.has(key));
  const ids = await insertMany(tx, resource, missing);
  await note(tx, brought, missing.map(({ key }, at) => ({ key, rowId: ids[at] as number })));
  return missing;
}
