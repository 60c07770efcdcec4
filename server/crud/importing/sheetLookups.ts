import { and, asc, eq, inArray, isNull, or, type SQL } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { fixedDictionaries, isFixed, type DictEntry } from '@contract/dictionaries';
import { isRegion } from '@contract/fields/regions';
import { sheetColumns, type Lookups, type SheetColumn } from '@contract/workbook/cells';
import { titlesSought } from '@contract/workbook/draft';
import type { Orm } from '@server/db/orm';
import { dictDetailTable, dictTable } from '@server/db/schema';
import type { Desk } from '../operations';
import type { Resource } from '../resource';
import { living, organizationForNew, scopeOf } from '../scope';

const none: readonly DictEntry[] = [];

/** Returns the dictionaries of the entity's workbook for the viewer: common entries and the organization's own. */
async function dictionariesOf(
  { registry, resource, call }: Desk,
  orm: Orm,
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
      rows.filter((row) => row.name === name),
    );
  return found;
}

/**
 * Condition for references, for a viewer of all organizations who imports into one: a title means a row of that
 * organization or a common one.
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

/** Fetches the codec's look-ups at once: whole dictionaries, and references by the titles in the workbook. */
export async function sheetLookups(
  desk: Desk,
  orm: Orm,
  cellsOf: (column: SheetColumn) => Iterable<string> = () => [],
): Promise<Lookups> {
  const dictionaries = await dictionariesOf(desk, orm);
  const references = new Map<string, Map<string, number | 'ambiguous'>>();
  for (const column of sheetColumns(desk.resource.entity)) {
    const { field } = column;
    if (field.kind !== 'ref' && field.kind !== 'refs') continue;
    const target = desk.registry.named(field.to);
    const titles = [...new Set([...cellsOf(column)].flatMap((cell) => titlesSought(field, cell)))];
    const byTitle = references.get(field.to) ?? new Map<string, number | 'ambiguous'>();
    references.set(field.to, byTitle);
    if (!titles.length) continue;
    const title = target.columns[target.entity.titleField] as AnyPgColumn;
    const rows = await orm
      .select({ id: target.columns.id, title })
      .from(target.table)
      .where(
        and(inArray(title, titles), living(target), scopeOf(target, desk.call.viewer), namedWhereItGoes(desk, target)),
      );
    for (const row of rows)
      byTitle.set(String(row.title), byTitle.has(String(row.title)) ? 'ambiguous' : (row.id as number));
  }
  return {
    dict: (name) => dictionaries.get(name) ?? none,
    ref: (name, title) => references.get(name)?.get(title) ?? null,
    region: isRegion,
  };
}
