import { and, isNull, type SQL } from 'drizzle-orm';
import { halfWidthThroughout } from '@contract/fields/normalizeText';
import type { Orm } from '@server/db/orm';
import { labMethodTable } from '@server/db/schema';

const normalizedName = (text: string | null): string =>
  halfWidthThroughout(text ?? '')
    .replaceAll(/[\s《》]+/g, '')
    .replaceAll(/[—–－]/g, '-')
    .toLowerCase();

/**
 * Finds methods by the standard that people write in their own sheets, alone or with a name (GBZ/T 300.66-2017
 * 溶剂解吸-气相色谱法). The search returns every method that a text may mean: those of the standard, and of several only
 * those whose name or technique it names too.
 */
export async function methodsByStandard(
  orm: Orm,
  titles: readonly string[],
  scope: SQL | undefined,
): Promise<{ id: number; name: string }[]> {
  const methods = (
    await orm
      .select({
        id: labMethodTable.id,
        title: labMethodTable.title,
        standardNo: labMethodTable.standardNo,
        technique: labMethodTable.technique,
      })
      .from(labMethodTable)
      .where(and(isNull(labMethodTable.deleteTime), scope))
  ).map(({ id, title, standardNo, technique }) => ({
    id,
    standard: normalizedName(standardNo),
    // A title is the substance and the technique, apart by a blank.
    names: [...title.split(/\s+/).slice(-1), title, technique ?? ''].map(normalizedName).filter(Boolean),
  }));
  return titles.flatMap((name) => {
    const wantedName = normalizedName(name);
    const ofStandard = methods.filter(({ standard }) => standard !== '' && wantedName.includes(standard));
    const namedMethods = ofStandard.filter(({ names }) => names.some((candidate) => wantedName.includes(candidate)));
    return (namedMethods.length ? namedMethods : ofStandard).map(({ id }) => ({ id, name }));
  });
}
