import { and, eq, inArray, isNull } from 'drizzle-orm';
import { registry } from '@server/app/resources';
import { bring, type BuiltInIds, note } from '@server/builtIn/builtIns';
import type { Orm } from '@server/db/orm';
import { dictDetailTable, dictTable } from '@server/db/schema';
import { builtInDictionaries } from './dictionaries';

/**
 * Adopts as built-in a dictionary of the same name, or an entry of the same value, that people created before the
 * product had it.
 */
async function adopt(tx: Orm, brought: BuiltInIds): Promise<void> {
  const strange = builtInDictionaries.filter(({ key }) => !brought.has(key));
  if (strange.length) {
    const own = await tx
      .select({ id: dictTable.id, name: dictTable.name })
      .from(dictTable)
      .where(
        and(
          isNull(dictTable.deleteTime),
          inArray(
            dictTable.name,
            strange.map(({ draft }) => draft.name),
          ),
        ),
      );
    await note(
      tx,
      brought,
      own.map(({ id, name }) => ({ key: `dict:${name}`, rowId: id })),
    );
  }
  const ids = builtInDictionaries.flatMap(({ key, entries }) =>
    entries.some((entry) => !brought.has(entry.key)) ? (brought.get(key) ?? []) : [],
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
  const known = new Set(builtInDictionaries.flatMap((dictionary) => dictionary.entries.map(({ key }) => key)));
  const found = entries.map(({ id, dict, value }) => ({ key: `dict:${dict}/${value}`, rowId: id }));
  await note(
    tx,
    brought,
    found.filter(({ key }) => known.has(key) && !brought.has(key)),
  );
}

/** Adds the built-in dictionaries with their common entries; entries of a deleted dictionary are not added again. */
export async function bringDictionaries(tx: Orm, brought: BuiltInIds): Promise<void> {
  if (
    builtInDictionaries.every(
      ({ key, entries }) => brought.has(key) && entries.every((entry) => brought.has(entry.key)),
    )
  )
    return;
  await adopt(tx, brought);
  await bring(tx, registry.named('dict'), brought, builtInDictionaries);
  const living = new Set(
    (await tx.select({ id: dictTable.id }).from(dictTable).where(isNull(dictTable.deleteTime))).map(({ id }) => id),
  );
  const entries = builtInDictionaries.flatMap((dictionary) => {
    const id = brought.get(dictionary.key);
    return id !== undefined && living.has(id)
      ? dictionary.entries.map(({ key, draft }) => ({ key, draft: { ...draft, dict: id } }))
      : [];
  });
  await bring(tx, registry.named('dictDetail'), brought, entries);
}
