import { asc, gt } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { registry } from '@server/app/resources';
import { type BuiltInIds, editionOf, noteEdition } from '@server/builtIn/builtInRows';
import { pinyinFor } from '@server/crud/storedValues';
import type { Orm } from '@server/db/orm';
import { updateEach } from '@server/db/writeMany';

/** Entities that are searched by another field than their title. */
const resourcesWithSearchedField = registry.all.filter(({ entity }) => entity.searchedField);
export const pinyinEdition = editionOf(
  'spoken',
  resourcesWithSearchedField.map(({ entity }) => [entity.name, entity.searchedField]),
);

/** Number of rows per statement. */
const batchSize = 2000;

/**
 * Writes the pinyin of each entity's `searchedField` into rows that were stored before the entity had such a field.
 * Runs once per edition.
 */
export async function fillPinyin(tx: Orm, builtInIds: BuiltInIds): Promise<void> {
  if (builtInIds.has(pinyinEdition)) return;
  for (const resource of resourcesWithSearchedField) {
    const { table, columns, entity } = resource;
    const name = entity.searchedField as string;
    for (let last = 0; ;) {
      const rows = await tx
        .select({ id: columns.id, pinyin: columns.pinyin, searchedText: columns[name] as AnyPgColumn })
        .from(table)
        .where(gt(columns.id, last))
        .orderBy(asc(columns.id))
        .limit(batchSize);
      const changedRows = rows
        .map(({ id, pinyin, searchedText }) => ({
          id: Number(id),
          before: pinyin,
          set: pinyinFor(resource, { [name]: searchedText }),
        }))
        .filter(({ before, set }) => before !== set.pinyin);
      await updateEach(tx, table as never, changedRows as never);
      if (rows.length < batchSize) break;
      last = Number(rows.at(-1)?.id);
    }
  }
  await noteEdition(tx, builtInIds, pinyinEdition);
}
