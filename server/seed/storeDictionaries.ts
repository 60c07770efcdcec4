import { and, eq, inArray, isNull } from 'drizzle-orm';
import { registry } from '@server/app/resources';
import { addNewBuiltInRows, type BuiltInIds, recordBuiltInRows } from '@server/builtIn/builtInRows';
import type { Orm } from '@server/db/orm';
import { dictDetailTable, dictTable } from '@server/db/schema';
import { builtInDictionaries } from './dictionaryEntries';

/**
 * Adopts as built-in a dictionary of the same name, or an entry of the same value, that people created before the
 * product had it.
 */
async function adoptDictionaries(tx: Orm, builtInIds: BuiltInIds): Promise<void> {
  const missingDictionaries = builtInDictionaries.filter(({ key }) => !builtInIds.has(key));
  if (missingDictionaries.length) {
    const existingDictionaries = await tx
      .select({ id: dictTable.id, name: dictTable.name })
      .from(dictTable)
      .where(
        and(
          isNull(dictTable.deleteTime),
          inArray(
            dictTable.name,
            missingDictionaries.map(({ draft }) => draft.name),
          ),
        ),
      );
    await recordBuiltInRows(
      tx,
      builtInIds,
      existingDictionaries.map(({ id, name }) => ({ key: `dict:${name}`, rowId: id })),
    );
  }
  const ids = builtInDictionaries.flatMap(({ key, entries }) =>
    entries.some((entry) => !builtInIds.has(entry.key)) ? (builtInIds.get(key) ?? []) : [],
  );
  if (!ids.length) return;
  const entries = await tx
    .select({ id: dictDetailTable.id, dict: dictTable.name, value: dictDetailTable.value })
    .from(dictDetailTable)
    .innerJoin(dictTable, eq(dictTable.id, dictDetailTable.dict))
    .where(
      and(
        inArray(dictDetailTable.dict, ids),
        isNull(dictDetailTable.organizationId),
        isNull(dictDetailTable.deleteTime),
      ),
    );
  const builtInKeys = new Set(builtInDictionaries.flatMap((dictionary) => dictionary.entries.map(({ key }) => key)));
  const entryKeys = entries.map(({ id, dict, value }) => ({ key: `dict:${dict}/${value}`, rowId: id }));
  await recordBuiltInRows(
    tx,
    builtInIds,
    entryKeys.filter(({ key }) => builtInKeys.has(key) && !builtInIds.has(key)),
  );
}

/** Adds the built-in dictionaries with their common entries; entries of a deleted dictionary are not added again. */
export async function storeDictionaries(tx: Orm, builtInIds: BuiltInIds): Promise<void> {
  if (
    builtInDictionaries.every(
      ({ key, entries }) => builtInIds.has(key) && entries.every((entry) => builtInIds.has(entry.key)),
    )
  )
    return;
  await adoptDictionaries(tx, builtInIds);
  await addNewBuiltInRows(tx, registry.named('dict'), builtInIds, builtInDictionaries);
  const undeletedIds = new Set(
    (await tx.select({ id: dictTable.id }).from(dictTable).where(isNull(dictTable.deleteTime))).map(({ id }) => id),
  );
  const entries = builtInDictionaries.flatMap((dictionary) => {
    const id = builtInIds.get(dictionary.key);
    return id !== undefined && undeletedIds.has(id)
      ? dictionary.entries.map(({ key, draft }) => ({ key, draft: { ...draft, dict: id } }))
      : [];
  });
  await addNewBuiltInRows(tx, registry.named('dictDetail'), builtInIds, entries);
}
