import { and, asc, eq, inArray, isNull, or, type SQL } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { fixedDictionaries, isFixed, type DictEntry } from '@contract/dictionaries';
import { spellings } from '@contract/dictionaries/spellings';
import { isRegion } from '@contract/fields/regions';
import { sheetColumns, type Lookups, type SheetColumn } from '@contract/workbook/cells';
import { titlesSought } from '@contract/workbook/draft';
import { likelyLabels, type Likely } from '@contract/workbook/likeness';
import type { Orm } from '@server/db/orm';
import { dictDetailTable, dictTable } from '@server/db/schema';
import type { Desk } from '../operations';
import type { Resource } from '../resource';
import { asideOf } from '../rowsPutAside';
import { living, organizationForNew, scopeOf } from '../scope';
import { makesByName } from './ownRows';

const none: readonly DictEntry[] = [];

/** Returns the dictionaries of the entity's workbook for the viewer: common entries and the organization's own. */
async function dictionariesOf(
  { registry, resource, call }: Desk,
  orm: Orm,
  loose: boolean,
): Promise<ReadonlyMap<string, readonly DictEntry[]>> {
  const names = [
    ...new Set(sheetColumns(resource.entity).flatMap(({ field }) => (field.kind === 'dict' ? [field.dict] : []))),
  ];
  const managed = names.filter((name) => !isFixed(name));
  const found = new Map<string, readonly DictEntry[]>(
    names.filter(isFixed).map((name) => [name, fixedDictionaries[name]]),
  );
  if (!managed.length) return found;
  const details = registry.named('dictDetail');
  const rows = await orm
    .select({ name: dictTable.name, value: dictDetailTable.value, label: dictDetailTable.label })
    .from(dictDetailTable)
    .innerJoin(dictTable, eq(dictTable.id, dictDetailTable.dict))
    .where(and(inArray(dictTable.name, managed), living(details), scopeOf(details, call.viewer)))
    .orderBy(asc(dictDetailTable.dictSort), asc(dictDetailTable.id));
  for (const name of managed)
    found.set(
      name,
      rows
        .filter((row) => row.name === name)
        .map((row) => {
          const known = loose ? spellings[name] : undefined;
          const also = known && Object.hasOwn(known, row.label) ? known[row.label] : undefined;
          return also ? { ...row, also } : row;
        }),
    );
  return found;
}

/**
 * Returns the condition for references, for a viewer of all organizations who imports into one. A title then means a
 * row of that organization or a common row.
 */
function namedWhereItGoes({ resource, call: { viewer } }: Desk, target: Resource): SQL | undefined {
  if (
    viewer.organizationId !== null ||
    resource.entity.scope === 'platform' ||
    target.entity.scope === 'platform' ||
    resource.policy.partOf
  )
    return undefined;
  const owner = organizationForNew(resource, viewer, undefined);
  const common = target.entity.scope === 'shared' ? isNull(target.columns.organizationId) : undefined;
  return owner === null ? common : or(common, eq(target.columns.organizationId, owner));
}

type TitleMap = Map<string, number | 'ambiguous'>;

/**
 * Maximum number of titles of an entity among which similar ones are searched, and of unknown titles that are
 * searched.
 */
const mostNear = 5000;
const mostUnknown = 60;

/** Returns a function that finds similar titles. It searches each unknown title once, and only the first few. */
function nearFinder(similar: ReadonlyMap<string, readonly string[]>) {
  const found = new Map<string, Likely>();
  return (name: string, title: string): Likely => {
    const key = `${name}\n${title}`;
    const known = found.get(key);
    if (known || found.size >= mostUnknown) return known ?? { near: [], sure: false };
    const near = likelyLabels(title, similar.get(name) ?? []);
    found.set(key, near);
    return near;
  };
}

/** Loads the ids of the titles in a column. Titles that are not found are added to `open`. */
async function fetchTitles(desk: Desk, orm: Orm, target: Resource, titles: readonly string[], byTitle: TitleMap) {
  const title = target.columns[target.entity.titleField] as AnyPgColumn;
  const scope = and(
    scopeOf(target, desk.call.viewer),
    asideOf(target, desk.call.viewer, {}),
    namedWhereItGoes(desk, target),
  );
  const rows = await orm
    .select({ id: target.columns.id, title })
    .from(target.table)
    .where(and(inArray(title, titles as string[]), living(target), scope));
  for (const row of rows)
    byTitle.set(String(row.title), byTitle.has(String(row.title)) ? 'ambiguous' : (row.id as number));
  return scope;
}

/**
 * Loads the other names of an entity's rows besides the title: the synonyms of a hazard, the standard number of a
 * method.
 */
async function fetchOtherNames(
  orm: Orm,
  target: Resource,
  titles: readonly string[],
  scope: SQL | undefined,
  byTitle: TitleMap,
) {
  const open = titles.filter((one) => !byTitle.has(one));
  const found = open.length ? ((await target.policy.alsoCalled?.(orm, open, scope)) ?? []) : [];
  for (const { id, name } of found) {
    const held = byTitle.get(name);
    byTitle.set(name, held === undefined || held === id ? id : 'ambiguous');
  }
}

/** Returns the titles among which titles similar to an unknown one are searched. */
async function allTitles(orm: Orm, target: Resource, scope: SQL | undefined): Promise<string[]> {
  const title = target.columns[target.entity.titleField] as AnyPgColumn;
  const rows = await orm
    .select({ title })
    .from(target.table)
    .where(and(living(target), scope))
    .limit(mostNear);
  return rows.map((row) => String(row.title));
}

/**
 * Loads the look-ups of the codec at once: whole dictionaries, and references by the titles in the workbook.
 * @param loose whether the list is a user's own; other names and similar names of unknown titles are then loaded too
 */
export async function sheetLookups(
  desk: Desk,
  orm: Orm,
  cellsOf: (column: SheetColumn) => Iterable<string> = () => [],
  loose = false,
): Promise<Lookups> {
  const dictionaries = await dictionariesOf(desk, orm, loose);
  const references = new Map<string, TitleMap>();
  const similar = new Map<string, readonly string[]>();
  for (const column of sheetColumns(desk.resource.entity)) {
    const { field } = column;
    if (field.kind !== 'ref' && field.kind !== 'refs') continue;
    const target = desk.registry.named(field.to);
    const titles = [...new Set([...cellsOf(column)].flatMap((cell) => titlesSought(field, cell)))];
    const byTitle: TitleMap = references.get(field.to) ?? new Map<string, number | 'ambiguous'>();
    references.set(field.to, byTitle);
    if (!titles.length) continue;
    const scope = await fetchTitles(desk, orm, target, titles, byTitle);
    if (!loose) continue;
    await fetchOtherNames(orm, target, titles, scope, byTitle);
    if (titles.some((one) => typeof byTitle.get(one) !== 'number'))
      similar.set(field.to, await allTitles(orm, target, scope));
  }
  return {
    dict: (name) => dictionaries.get(name) ?? none,
    ref: (name, title) => references.get(name)?.get(title) ?? null,
    region: isRegion,
    ...(loose
      ? {
          loose: true as const,
          near: nearFinder(similar),
          makes: (name: string) => makesByName(desk.registry.named(name), desk.call.viewer),
        }
      : {}),
  };
}
