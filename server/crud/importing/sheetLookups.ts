import { and, asc, eq, inArray, isNull, or, type SQL } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { fixedDictionaries, isFixedDictionary, type DictEntry } from '@contract/dictionaries';
import { dictionaryAliases } from '@contract/dictionaries/dictionaryAliases';
import { replacedEntries } from '@contract/dictionaries/replacedEntries';
import { isRegion } from '@contract/fields/regions';
import { titlesToLookUp } from '@contract/workbook/readCell';
import { sheetColumns, type Lookups, type SheetColumn } from '@contract/workbook/sheetCells';
import { similarLabels, type SimilarLabel } from '@contract/workbook/similarLabels';
import { visitInPieces } from '@server/base/yieldToEventLoop';
import type { Orm } from '@server/db/orm';
import { dictDetailTable, dictTable } from '@server/db/schema';
import { hiddenRowsCondition } from '../hiddenRows';
import type { OperationContext } from '../operations';
import type { Resource } from '../resource';
import { undeletedRows, organizationForNew, scopeOf } from '../rowScope';
import { canMakeRowsByName } from './makeMissingRows';

const noEntries: readonly DictEntry[] = [];

/** Adds the spellings that users' own lists contain to the entries of a dictionary. */
const withAliases = (name: string, dictEntries: readonly DictEntry[]): readonly DictEntry[] => {
  const aliases = dictionaryAliases[name];
  if (!aliases) return dictEntries;
  return dictEntries.map((entry) =>
    Object.hasOwn(aliases, entry.label) ? { ...entry, also: aliases[entry.label] ?? [] } : entry,
  );
};

type DictionaryContext = Pick<OperationContext, 'registry' | 'call'> & { readonly resource: Pick<Resource, 'entity'> };

/**
 * Returns the dictionaries of the entity's workbook for the viewer: common entries and the organization's own.
 * @param isLoose whether entries also get the spellings of users' own lists, as an import needs
 * @returns entries by name of the dictionary
 */
export async function dictionariesOf(
  { registry, resource, call }: DictionaryContext,
  orm: Orm,
  isLoose: boolean,
): Promise<ReadonlyMap<string, readonly DictEntry[]>> {
  const names = [
    ...new Set(sheetColumns(resource.entity).flatMap(({ field }) => (field.kind === 'dict' ? [field.dict] : []))),
  ];
  const managedNames = names.filter((name) => !isFixedDictionary(name));
  const entriesByDict = new Map<string, readonly DictEntry[]>(
    names
      .filter(isFixedDictionary)
      .map((name) => [name, isLoose ? withAliases(name, fixedDictionaries[name]) : fixedDictionaries[name]]),
  );
  if (!managedNames.length) return entriesByDict;
  const details = registry.named('dictDetail');
  const rows = await orm
    .select({
      name: dictTable.name,
      value: dictDetailTable.value,
      label: dictDetailTable.label,
      organizationId: dictDetailTable.organizationId,
      createBy: dictDetailTable.createBy,
      disabled: dictDetailTable.disabled,
    })
    .from(dictDetailTable)
    .innerJoin(dictTable, eq(dictTable.id, dictDetailTable.dict))
    .where(and(inArray(dictTable.name, managedNames), undeletedRows(details), scopeOf(details, call.viewer)))
    .orderBy(asc(dictDetailTable.dictSort), asc(dictDetailTable.id));
  for (const name of managedNames) {
    const ofDict = rows.filter((row) => row.name === name);
    const replaced = replacedEntries(name, ofDict);
    const dictEntries = ofDict.map(({ value, label, organizationId }) => {
      const replacedBy = organizationId === null ? replaced.get(value) : undefined;
      return { value, label, ...(replacedBy === undefined ? {} : { replacedBy }) };
    });
    entriesByDict.set(name, isLoose ? withAliases(name, dictEntries) : dictEntries);
  }
  return entriesByDict;
}

/**
 * Returns the condition for references, for a viewer of all organizations who imports into one. A title then means a
 * row of that organization or a common row.
 */
function referenceOwnerCondition({ resource, call: { viewer } }: OperationContext, target: Resource): SQL | undefined {
  if (
    viewer.organizationId !== null ||
    resource.entity.scope === 'platform' ||
    target.entity.scope === 'platform' ||
    resource.policy.partOf
  )
    return undefined;
  const owner = organizationForNew(resource, viewer, undefined);
  const commonCondition = target.entity.scope === 'shared' ? isNull(target.columns.organizationId) : undefined;
  return owner === null ? commonCondition : or(commonCondition, eq(target.columns.organizationId, owner));
}

type TitleMap = Map<string, number | 'ambiguous'>;

/**
 * Maximum number of titles of an entity among which similar ones are searched, and of unknown titles that are
 * searched.
 */
const maxSearchedTitles = 5000;
const maxUnknown = 60;

/** Returns a function that finds similar titles. It searches each unknown title once, and only the first few. */
function nearFinder(similarTitles: ReadonlyMap<string, readonly string[]>) {
  const likelyByKey = new Map<string, SimilarLabel>();
  return (name: string, title: string): SimilarLabel => {
    const key = `${name}\n${title}`;
    const knownAnswer = likelyByKey.get(key);
    if (knownAnswer || likelyByKey.size >= maxUnknown) return knownAnswer ?? { near: [], sure: false };
    const similarLabel = similarLabels(title, similarTitles.get(name) ?? []);
    likelyByKey.set(key, similarLabel);
    return similarLabel;
  };
}

/** Number of rows that are offered for an ambiguous text. */
const maxCandidates = 6;

/** Number of titles that one statement looks up. */
const titlesPerStatement = 1000;

/**
 * Adds the ids of the rows with the titles to `byTitle`; `ambiguous` where several rows have a title. Returns the
 * condition of the rows among which it searched.
 */
async function fetchTitles(
  context: OperationContext,
  orm: Orm,
  target: Resource,
  titles: readonly string[],
  byTitle: TitleMap,
) {
  const title = target.columns[target.entity.titleField] as AnyPgColumn;
  const scope = and(
    scopeOf(target, context.call.viewer),
    hiddenRowsCondition(target, context.call.viewer, {}),
    referenceOwnerCondition(context, target),
  );
  for (let from = 0; from < titles.length; from += titlesPerStatement) {
    const rows = await orm
      .select({ id: target.columns.id, title })
      .from(target.table)
      .where(and(inArray(title, titles.slice(from, from + titlesPerStatement)), undeletedRows(target), scope));
    for (const row of rows)
      byTitle.set(String(row.title), byTitle.has(String(row.title)) ? 'ambiguous' : (row.id as number));
  }
  return scope;
}

/**
 * Loads the other names of an entity's rows besides the title: the synonyms of a hazard, the standard number of a
 * method. Returns the titles of the rows that an ambiguous name may mean.
 */
async function fetchOtherNames(
  orm: Orm,
  target: Resource,
  titles: readonly string[],
  scope: SQL | undefined,
  byTitle: TitleMap,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const unknownTitles = titles.filter((openTitle) => !byTitle.has(openTitle));
  const alsoCalledRows = unknownTitles.length
    ? ((await target.policy.alsoCalled?.(orm, unknownTitles, scope)) ?? [])
    : [];
  const idsByName = new Map<string, Set<number>>();
  for (const { id, name } of alsoCalledRows) idsByName.set(name, (idsByName.get(name) ?? new Set()).add(id));
  const candidates = new Map<string, number[]>();
  for (const [name, ids] of idsByName) {
    const [firstId = 0] = ids;
    byTitle.set(name, ids.size === 1 ? firstId : 'ambiguous');
    if (ids.size > 1) candidates.set(name, [...ids].sort((id, other) => id - other).slice(0, maxCandidates));
  }
  const titleById = await titlesOf(orm, target, [...candidates.values()].flat());
  return new Map([...candidates].map(([name, ids]) => [name, ids.flatMap((id) => titleById.get(id) ?? [])]));
}

async function titlesOf(orm: Orm, target: Resource, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  if (!ids.length) return new Map();
  const title = target.columns[target.entity.titleField] as AnyPgColumn;
  const rows = await orm
    .select({ id: target.columns.id, title })
    .from(target.table)
    .where(inArray(target.columns.id, [...new Set(ids)]));
  return new Map(rows.map((row) => [Number(row.id), String(row.title)]));
}

/** Returns the titles among which titles similar to an unknown one are searched. */
async function allTitles(orm: Orm, target: Resource, scope: SQL | undefined): Promise<string[]> {
  const title = target.columns[target.entity.titleField] as AnyPgColumn;
  const rows = await orm
    .select({ title })
    .from(target.table)
    .where(and(undeletedRows(target), scope))
    .limit(maxSearchedTitles);
  return rows.map((row) => String(row.title));
}

/**
 * Loads the look-ups of the codec at once: whole dictionaries, and references by the titles in the workbook.
 * @param isLoose whether the list is a user's own; other names and similar names of unknown titles are then loaded too
 */
export async function sheetLookups(
  context: OperationContext,
  orm: Orm,
  cellsOf: (column: SheetColumn) => Iterable<string> = () => [],
  isLoose = false,
): Promise<Lookups> {
  const dictionaries = await dictionariesOf(context, orm, isLoose);
  const references = new Map<string, TitleMap>();
  const similarTitles = new Map<string, readonly string[]>();
  const candidatesByEntity = new Map<string, ReadonlyMap<string, readonly string[]>>();
  for (const column of sheetColumns(context.resource.entity)) {
    const { field } = column;
    if (field.kind !== 'ref' && field.kind !== 'refs') continue;
    const target = context.registry.named(field.to);
    const titleSet = new Set<string>();
    await visitInPieces(cellsOf(column), (cell) => {
      for (const title of titlesToLookUp(field, cell)) titleSet.add(title);
    });
    const titles = [...titleSet];
    const byTitle: TitleMap = references.get(field.to) ?? new Map<string, number | 'ambiguous'>();
    references.set(field.to, byTitle);
    if (!titles.length) continue;
    // Another column of the same entity may have looked up some of the titles.
    const newTitles = titles.filter((title) => !byTitle.has(title));
    const scope = await fetchTitles(context, orm, target, newTitles, byTitle);
    if (!isLoose) continue;
    const candidates = await fetchOtherNames(orm, target, titles, scope, byTitle);
    candidatesByEntity.set(field.to, new Map([...(candidatesByEntity.get(field.to) ?? []), ...candidates]));
    if (titles.some((wantedTitle) => typeof byTitle.get(wantedTitle) !== 'number'))
      similarTitles.set(field.to, await allTitles(orm, target, scope));
  }
  return {
    dict: (name) => dictionaries.get(name) ?? noEntries,
    ref: (name, title) => references.get(name)?.get(title) ?? null,
    region: isRegion,
    ...(isLoose
      ? {
          loose: true as const,
          near: nearFinder(similarTitles),
          candidates: (name: string, title: string) => candidatesByEntity.get(name)?.get(title) ?? [],
          makes: (name: string) => canMakeRowsByName(context.registry.named(name), context.call.viewer),
        }
      : {}),
  };
}
