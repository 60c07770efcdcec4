import { eq, isNull, type SQL, and } from 'drizzle-orm';
import { halfWidthThroughout, trimBlanks } from '@contract/fields/normalize';
import type { Orm } from '@server/db/orm';
import { hazardTable } from '@server/db/schema';

const plain = (text: string): string => halfWidthThroughout(trimBlanks(text)).replaceAll(/\s+/g, '').toLowerCase();

/** 二甲苯(全部异构体) → 二甲苯: what people call a hazard whose name says more. */
const short = (name: string): string => plain(name).replace(/\(.*$/, '');

const synonymsOf = (text: string | null): string[] =>
  (text ?? '')
    .split(/[、;；,，]/)
    .map(plain)
    .filter(Boolean);

/** What else a hazard is called, as the library has it; nothing for a name that is none of its own. */
export async function otherNamesOf(orm: Orm, hazard: number): Promise<string[]> {
  const [row] = await orm
    .select({ name: hazardTable.name, nameEn: hazardTable.nameEn, synonyms: hazardTable.synonyms })
    .from(hazardTable)
    .where(eq(hazardTable.id, hazard));
  return row
    ? [...new Set([row.name, short(row.name), plain(row.nameEn ?? ''), ...synonymsOf(row.synonyms)])].filter(Boolean)
    : [];
}

/**
 * What people write for hazards in their own sheets: full-width brackets and blanks, one of the other names, the name
 * without what stands in brackets. Of a text
 * every hazard that it may mean is answered, so that an ambiguous one is not guessed at.
 */
export async function hazardsByOtherNames(
  orm: Orm,
  titles: readonly string[],
  scope: SQL | undefined,
): Promise<{ id: number; name: string }[]> {
  const rows = await orm
    .select({ id: hazardTable.id, name: hazardTable.name, nameEn: hazardTable.nameEn, synonyms: hazardTable.synonyms })
    .from(hazardTable)
    .where(and(isNull(hazardTable.deleteTime), scope));
  const ways = [
    (row: (typeof rows)[number]) => [plain(row.name)],
    (row: (typeof rows)[number]) => [...synonymsOf(row.synonyms), plain(row.nameEn ?? '')],
    (row: (typeof rows)[number]) => [short(row.name)],
  ];
  const indexes = ways.map((namesOf) => {
    const index = new Map<string, number[]>();
    for (const row of rows)
      for (const name of new Set(namesOf(row))) if (name) index.set(name, [...(index.get(name) ?? []), row.id]);
    return index;
  });
  return titles.flatMap((title) =>
    (indexes.map((index) => index.get(plain(title))).find(Boolean) ?? []).map((id) => ({ id, name: title })),
  );
}
