import { asc, gt } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { registry } from '@server/app/resources';
import { type BuiltInIds, editionOf, noteEdition } from '@server/builtIn/builtInRows';
import { pinyinFor } from '@server/crud/storedValues';
import type { Orm } from '@server/db/orm';
import { updateEach } from '@server/db/writeMany';

/** Entities that are searched by another field than their title. */
const resourcesWithSearchedField = registry.all.filter(({ entity }) => entity.searchedField);
export const spokenEdition = editionOf(
  'spoken',
  resourcesWithSearchedField.map(({ entity }) => [entity.name, entity.searchedField]),
);

/** Number of rows per statement. */
const batchSize = 2000;

/**
 * Writes the pinyin of the `resourcesWithSearchedField` field once for rows that are older than the field, if it
 * differs.
 */
export async function fillPinyin(tx: Orm, builtInIds: BuiltInIds): Promise<void> {
  if (builtInIds.has(spokenEdition)) return;
  for (const resource of resourcesWithSearchedField) {
    const { table, columns, entity } = resource;
    const name = entity.searchedField as string;
    for (let last = 0; ;) {
      const rows = await tx
        .select({ id: columns.id, pinyin: columns.pinyin, said: columns[name] as AnyPgColumn })
        .from(table)
        .where(gt(columns.id, last))
        .orderBy(asc(columns.id))
        .limit(batchSize);
      const changedRows = rows
        .map(({ id, pinyin, said }) => ({ id: Number(id), before: pinyin, set: pinyinFor(resource, { [name]: said }) }))
        .filter(({ before, set }) => before !== set.pinyin);
      await updateEach(tx, table as never, changedRows as never);
      if (rows.length < batchSize) break;
      last = Number(rows.at(-1)?.id);
    }
  }
  await noteEdition(tx, builtInIds, spokenEdition);
}
