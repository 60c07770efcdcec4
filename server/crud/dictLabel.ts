import { and, eq, isNull, or, sql } from 'drizzle-orm';
import { fixedDictionaries, isFixedDictionary } from '@contract/dictionaries';
import type { Orm } from '@server/db/orm';
import { dictDetailTable, dictTable } from '@server/db/schema';

/**
 * Returns the label of a dictionary's value: the organization's own entry takes precedence over the common one.
 * Without an entry it returns the value itself; null for an empty value.
 * @param dict name of the dictionary
 */
export async function dictLabel(
  orm: Orm,
  dict: string,
  value: string | null,
  organizationId: number | null,
): Promise<string | null> {
  if (value === null || value === '') return null;
  if (isFixedDictionary(dict)) return fixedDictionaries[dict].find((entry) => entry.value === value)?.label ?? value;
  const commonCondition = isNull(dictDetailTable.organizationId);
  const [dictEntry] = await orm
    .select({ label: dictDetailTable.label })
    .from(dictDetailTable)
    .innerJoin(dictTable, eq(dictTable.id, dictDetailTable.dict))
    .where(
      and(
        eq(dictTable.name, dict),
        eq(dictDetailTable.value, value),
        isNull(dictDetailTable.deleteTime),
        organizationId === null
          ? commonCondition
          : or(commonCondition, eq(dictDetailTable.organizationId, organizationId)),
      ),
    )
    .orderBy(sql`${dictDetailTable.organizationId} nulls last`)
    .limit(1);
  return dictEntry?.label ?? value;
}
