import { and, eq, isNull, or, type SQL } from 'drizzle-orm';
import { halfWidthThroughout, trimBlanks } from '@contract/fields/normalizeText';
import type { Orm } from '@server/db/orm';
import { hazardTable } from '@server/db/schema';

const normalizeName = (text: string): string =>
  halfWidthThroughout(trimBlanks(text)).replaceAll(/\s+/g, '').toLowerCase();

/** Shortens a name to the common form: 二甲苯(全部异构体) → 二甲苯. */
const shortenName = (name: string): string => normalizeName(name).replace(/\(.*$/, '');

/** Separator of names. A comma inside a chemical name (`1,2-`, `N,N-`) does not separate. */
const nameSeparator = /，|,(?![\d\w])|(?<![\d\w'′]),/;

/**
 * Returns the aliases of a hazard: the parts between 、, both whole and split at commas, because people type either.
 */
const synonymsOf = (text: string | null): string[] => {
  const parts = (text ?? '').split(/[、;；]/);
  return [
    ...new Set([...parts, ...parts.flatMap((part) => part.split(nameSeparator))].map(normalizeName).filter(Boolean)),
  ];
};

/**
 * Returns the symbol of the element as which a hazard is calculated (`按MnO2计`, `as Pb`): instruments name it so.
 * Elements that many substances contain say nothing.
 */
const elementOf = (name: string, nameEn: string): string[] => {
  const formula =
    /按\s*([A-Z][A-Za-z\d]*)\s*计/.exec(halfWidthThroughout(name))?.[1] ?? /\bas ([A-Z][A-Za-z\d]*)$/.exec(nameEn)?.[1];
  const symbol = /^[A-Z][a-z]?/.exec(formula ?? '')?.[0] ?? '';
  return symbol !== '' && !['C', 'H', 'N', 'O', 'S'].includes(symbol) ? [symbol] : [];
};

/** Returns the other names of a hazard in the library, without names that another hazard has. */
export async function otherNamesOf(orm: Orm, hazardId: number): Promise<string[]> {
  const [row] = await orm
    .select({ name: hazardTable.name, nameEn: hazardTable.nameEn, synonyms: hazardTable.synonyms })
    .from(hazardTable)
    .where(eq(hazardTable.id, hazardId));
  return row
    ? [
        ...new Set([
          row.name,
          shortenName(row.name),
          normalizeName(row.nameEn ?? ''),
          ...synonymsOf(row.synonyms),
          ...elementOf(row.name, row.nameEn ?? ''),
        ]),
      ].filter(Boolean)
    : [];
}

interface NamedHazard {
  readonly id: number;
  /** The name that was asked for. */
  readonly name: string;
}

/**
 * Reads the hazards once, for finding them by the names people write in their own sheets: full-width brackets and
 * spaces, one of the other names, the name without brackets. The search returns every hazard that a text may mean, so
 * that an ambiguous one is not guessed.
 */
async function otherNamesIndex(
  orm: Orm,
  scope: SQL | undefined,
): Promise<(titles: readonly string[]) => NamedHazard[]> {
  const rows = await orm
    .select({ id: hazardTable.id, name: hazardTable.name, nameEn: hazardTable.nameEn, synonyms: hazardTable.synonyms })
    .from(hazardTable)
    .where(and(isNull(hazardTable.deleteTime), scope));
  const nameSources = [
    (row: (typeof rows)[number]) => [normalizeName(row.name)],
    (row: (typeof rows)[number]) => [...synonymsOf(row.synonyms), normalizeName(row.nameEn ?? '')],
    (row: (typeof rows)[number]) => [shortenName(row.name)],
  ];
  const indexes = nameSources.map((namesOf) => {
    const index = new Map<string, number[]>();
    for (const row of rows)
      for (const name of new Set(namesOf(row))) if (name) index.set(name, [...(index.get(name) ?? []), row.id]);
    return index;
  });
  return (titles) =>
    titles.flatMap((title) =>
      (indexes.map((index) => index.get(normalizeName(title))).find(Boolean) ?? []).map((id) => ({ id, name: title })),
    );
}

/** Finds hazards by the names people write in their own sheets, see `otherNamesIndex`. */
export const hazardsByOtherNames = async (
  orm: Orm,
  titles: readonly string[],
  scope: SQL | undefined,
): Promise<NamedHazard[]> => (await otherNamesIndex(orm, scope))(titles);

const indexOfCall = new WeakMap<object, Map<number | null, ReturnType<typeof otherNamesIndex>>>();

/**
 * Finds the hazards that a name may mean for an organization. An import asks for each of its rows, so the hazards are
 * read once a call.
 * @param call the call whose rows are saved
 */
export async function hazardsByAnyName(
  orm: Orm,
  call: object,
  name: string,
  organizationId: number | null,
): Promise<number[]> {
  const ownerColumn = hazardTable.organizationId;
  const indexByOrganization = indexOfCall.get(call) ?? new Map<number | null, ReturnType<typeof otherNamesIndex>>();
  indexOfCall.set(call, indexByOrganization);
  const scope =
    organizationId === null ? isNull(ownerColumn) : or(isNull(ownerColumn), eq(ownerColumn, organizationId));
  const index = indexByOrganization.get(organizationId) ?? otherNamesIndex(orm, scope);
  indexByOrganization.set(organizationId, index);
  return [...new Set((await index)([name]).map(({ id }) => id))];
}
