import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { differenceOf, recordAudit } from '@server/audit/trail';
import { pinyinOf } from '@server/base/pinyin';
import { bring, type Brought, type BuiltIn, editionOf, note, noteEdition } from '@server/builtIn/builtIns';
import { seedActor } from '@server/builtIn/insertMany';
import { wireColumns } from '@server/crud/present';
import type { Resource } from '@server/crud/resource';
import type { Orm } from '@server/db/orm';
import { limitNameOf } from '@server/features/library/hazards/policy';
import { registry } from '@server/resources';
import { type HazardLibrary, type LibraryLimit, readHazardLibrary } from './hazards';
import { type LibraryItem, libraryItems, libraryMethods } from './methods';

/** Returns the key of a built-in hazard. */
export const keyOfHazard = (name: string): string => `hazard:${name}`;
/** Returns the key of a built-in method. */
export const keyOfLabMethod = (title: string): string => `labMethod:${title}`;
/** Returns the key of a built-in limit. */
const keyOfLimit = ({ hazard, kind, condition, effectiveFrom }: LibraryLimit): string =>
  `hazardLimit:${hazard}/${kind}/${condition ?? ''}/${effectiveFrom}`;
const keyOfItem = ({ method, hazard }: LibraryItem): string => `labMethodItem:${method}/${hazard}`;

/** Takes over a common row of the same name that people created before the product had it. */
async function adopt(tx: Orm, resource: Resource, brought: Brought, items: readonly BuiltIn[]): Promise<void> {
  const column = resource.columns[resource.entity.titleField] as AnyPgColumn;
  const strange = new Map(
    items
      .filter(({ key }) => !brought.has(key))
      .map(({ key, draft }) => [String(draft[resource.entity.titleField]), key]),
  );
  if (!strange.size) return;
  const own = await tx
    .select({ id: resource.columns.id, title: column })
    .from(resource.table)
    .where(
      and(
        inArray(column, [...strange.keys()]),
        isNull(resource.columns.organizationId),
        isNull(resource.columns.deleteTime),
      ),
    );
  await note(
    tx,
    brought,
    own.map(({ id, title }) => ({ key: strange.get(String(title)) as string, rowId: id as number })),
  );
}

/** Updates rows that nobody edited; edited ones stay. */
async function refresh(tx: Orm, resource: Resource, brought: Brought, items: readonly BuiltIn[]): Promise<void> {
  const { entity, table, columns } = resource;
  const byId = new Map(
    items.flatMap((item) => (brought.has(item.key) ? [[brought.get(item.key) as number, item] as const] : [])),
  );
  if (!byId.size) return;
  const rows = await tx
    .select(wireColumns(resource))
    .from(table)
    .where(
      and(
        inArray(columns.id, [...byId.keys()]),
        eq(columns.version, 1),
        isNull(columns.updateBy),
        isNull(columns.deleteTime),
      ),
    );
  for (const row of rows) {
    const { draft, more } = byId.get(row.id as number) as BuiltIn;
    const wanted: Record<string, unknown> = { ...draft, ...more };
    const { changed, before, after } = differenceOf(row, wanted, Object.keys(wanted));
    if (!changed.length) continue;
    const title = String(wanted[entity.titleField]);
    await tx
      .update(table)
      .set({ ...after, ...pinyinOf(title) } as never)
      .where(eq(columns.id, row.id as number));
    await recordAudit(tx, seedActor, [{ action: 'edit', entity, entityId: row.id as number, title, before, after }]);
  }
}

/** Returns the ids that are not deleted: nothing is added below a deleted hazard or method. */
async function livingIds(tx: Orm, { table, columns }: Resource, ids: readonly number[]): Promise<Set<number>> {
  const rows = await tx
    .select({ id: columns.id })
    .from(table)
    .where(and(inArray(columns.id, [...ids]), isNull(columns.deleteTime)));
  return new Set(rows.map(({ id }) => id as number));
}

/** Returns the edition of the built-in library, which changes with its content. */
export const libraryEdition = (library: HazardLibrary): string =>
  editionOf('library', [library, libraryMethods, libraryItems(library)]);

/**
 * Adds the hazards with limits and the standards' methods, common to all organizations. Does nothing if the database
 * already has exactly these.
 */
export async function bringLibrary(
  tx: Orm,
  brought: Brought,
  library: HazardLibrary = readHazardLibrary(),
): Promise<void> {
  const edition = libraryEdition(library);
  if (brought.has(edition)) return;
  const items = libraryItems(library);
  const [hazards, limits, methods, methodItems] = (
    ['hazard', 'hazardLimit', 'labMethod', 'labMethodItem'] as const
  ).map((name) => registry.named(name)) as [Resource, Resource, Resource, Resource];

  const take = async (resource: Resource, wanted: readonly BuiltIn[]) => {
    await refresh(tx, resource, brought, wanted);
    await bring(tx, resource, brought, wanted);
  };
  const hazardRows = library.hazards.map((draft) => ({ key: keyOfHazard(draft.name), draft }));
  const methodRows = libraryMethods.map((draft) => ({ key: keyOfLabMethod(draft.title), draft }));
  await adopt(tx, hazards, brought, hazardRows);
  await take(hazards, hazardRows);
  await adopt(tx, methods, brought, methodRows);
  await take(methods, methodRows);

  const hazardIds = await livingIds(
    tx,
    hazards,
    hazardRows.map(({ key }) => brought.get(key) as number),
  );
  const methodIds = await livingIds(
    tx,
    methods,
    methodRows.map(({ key }) => brought.get(key) as number),
  );
  const idOf = (key: string, living: ReadonlySet<number>): number | undefined => {
    const id = brought.get(key);
    if (id === undefined) throw new Error(`the library has no ${key}`);
    return living.has(id) ? id : undefined;
  };
  await take(
    limits,
    library.limits.flatMap((limit) => {
      const hazard = idOf(keyOfHazard(limit.hazard), hazardIds);
      return hazard === undefined
        ? []
        : [
            {
              key: keyOfLimit(limit),
              draft: { ...limit, hazard },
              more: { limitName: limitNameOf(limit.hazard, limit) },
            },
          ];
    }),
  );
  await take(
    methodItems,
    items.flatMap((item) => {
      const [hazard, method] = [
        idOf(keyOfHazard(item.hazard), hazardIds),
        idOf(keyOfLabMethod(item.method), methodIds),
      ];
      return hazard === undefined || method === undefined
        ? []
        : [
            {
              key: keyOfItem(item),
              draft: { ...item, hazard, method },
              more: { itemName: `${item.method} ${item.hazard}` },
            },
          ];
    }),
  );
  await noteEdition(tx, brought, edition);
}
