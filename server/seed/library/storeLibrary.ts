import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { registry } from '@server/app/resources';
import { differenceOf, recordAudit } from '@server/audit/auditTrail';
import { pinyinOf } from '@server/base/pinyin';
import {
  addNewBuiltInRows,
  type BuiltInIds,
  type BuiltIn,
  editionOf,
  recordBuiltInRows,
  noteEdition,
} from '@server/builtIn/builtInRows';
import { seedActor } from '@server/builtIn/insertMany';
import { wireColumns } from '@server/crud/presentRows';
import type { Resource } from '@server/crud/resource';
import type { Orm } from '@server/db/orm';
import { limitNameOf } from '@server/features/library/hazards/policy';
import { offerUpdate } from '@server/features/library/updates/offerUpdate';
import { type HazardLibrary, type LibraryRow, readHazardLibrary } from './libraryHazards';
import { keyOfHazard, keyOfItem, keyOfLabMethod, keyOfLimit } from './libraryKeys';
import { libraryItems, libraryMethods } from './libraryMethods';
import { libraryContent, removedRows } from './libraryRows';

/** Adopts a common row of the same name as built-in that people created before the product had it. */
async function adoptRows(
  tx: Orm,
  resource: Resource,
  builtInIds: BuiltInIds,
  items: readonly BuiltIn[],
): Promise<void> {
  const column = resource.columns[resource.entity.titleField] as AnyPgColumn;
  const keyByTitle = new Map(
    items
      .filter(({ key }) => !builtInIds.has(key))
      .map(({ key, draft }) => [String(draft[resource.entity.titleField]), key]),
  );
  if (!keyByTitle.size) return;
  const existingRows = await tx
    .select({ id: resource.columns.id, title: column })
    .from(resource.table)
    .where(
      and(
        inArray(column, [...keyByTitle.keys()]),
        isNull(resource.columns.organizationId),
        isNull(resource.columns.deleteTime),
      ),
    );
  await recordBuiltInRows(
    tx,
    builtInIds,
    existingRows.map(({ id, title }) => ({ key: keyByTitle.get(String(title)) as string, rowId: id as number })),
  );
}

/**
 * Leaves out new titles that another common row already has, e.g. a typed one: nobody could distinguish two rows of
 * one name.
 */
async function withoutTaken(tx: Orm, resource: Resource, byId: ReadonlyMap<number, BuiltIn>): Promise<Set<number>> {
  const { entity, table, columns } = resource;
  if (!entity.fields[entity.titleField]?.unique) return new Set();
  const column = columns[entity.titleField] as AnyPgColumn;
  const idByTitle = new Map([...byId].map(([id, { draft }]) => [String(draft[entity.titleField]), id]));
  const rows = await tx
    .select({ id: columns.id, title: column })
    .from(table)
    .where(and(inArray(column, [...idByTitle.keys()]), isNull(columns.organizationId), isNull(columns.deleteTime)));
  return new Set(
    rows.flatMap(({ id, title }) => {
      const intendedId = idByTitle.get(String(title));
      return intendedId === undefined || intendedId === id ? [] : [intendedId];
    }),
  );
}

/** Updates rows that nobody edited; edited rows stay. */
async function updateUnedited(
  tx: Orm,
  resource: Resource,
  builtInIds: BuiltInIds,
  items: readonly BuiltIn[],
): Promise<void> {
  const { entity, table, columns } = resource;
  const byId = new Map(
    items.flatMap((item) => (builtInIds.has(item.key) ? [[builtInIds.get(item.key) as number, item] as const] : [])),
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
  const takenIds = await withoutTaken(tx, resource, byId);
  for (const row of rows) {
    const id = row.id as number;
    const { draft, otherColumns } = byId.get(id) as BuiltIn;
    const { [entity.titleField]: title, ...otherValues } = { ...draft, ...otherColumns } as Record<string, unknown>;
    const wantedValues: Record<string, unknown> = takenIds.has(id)
      ? otherValues
      : { ...otherValues, [entity.titleField]: title };
    const { changed, before, after } = differenceOf(
      row,
      wantedValues,
      Object.keys(wantedValues).filter((name) => columns[name]),
    );
    if (!changed.length) continue;
    const storedTitle = String(takenIds.has(id) ? row[entity.titleField] : title);
    await tx
      .update(table)
      .set({ ...after, ...pinyinOf(storedTitle) } as never)
      .where(eq(columns.id, id));
    await recordAudit(tx, seedActor, [{ action: 'edit', entity, entityId: id, title: storedTitle, before, after }]);
  }
}

/** Returns the ids that are not deleted. Nothing is added below a deleted hazard or method. */
async function undeletedIds(tx: Orm, { table, columns }: Resource, ids: readonly number[]): Promise<Set<number>> {
  const rows = await tx
    .select({ id: columns.id })
    .from(table)
    .where(and(inArray(columns.id, [...ids]), isNull(columns.deleteTime)));
  return new Set(rows.map(({ id }) => id as number));
}

/** An installation that is older than the offers of removals gets them once. */
const removalsOffered = true;

/** Returns the edition of the built-in library, which changes with its content. */
export const libraryEdition = (library: HazardLibrary): string =>
  editionOf('library', [library, libraryMethods(), libraryItems(library), removalsOffered]);

/** Separates the fields that only the server writes from the fields of a form. */
function builtIn(key: string, { verifiedBy, verifiedOn, ...draft }: Readonly<Record<string, unknown>>): BuiltIn {
  return { key, draft, otherColumns: { verifiedBy: verifiedBy ?? null, verifiedOn: verifiedOn ?? null } };
}

/** Context for adding library rows: the resources by name, and the ids of undeleted built-in rows by key. */
interface LibraryContext {
  readonly storeItems: (name: string, items: readonly BuiltIn[]) => Promise<void>;
  readonly idOf: (key: string) => number | undefined;
}

async function storeLimits({ storeItems, idOf }: LibraryContext, library: HazardLibrary): Promise<void> {
  await storeItems(
    'hazardLimit',
    library.limits.flatMap((libraryLimit) => {
      const { name, keyDay: _keyDay, ...limit } = libraryLimit;
      const hazardId = idOf(keyOfHazard(limit.hazard));
      if (hazardId === undefined) return [];
      const { key, draft, otherColumns } = builtIn(keyOfLimit(libraryLimit), { ...limit, hazard: hazardId });
      return [{ key, draft, otherColumns: { ...otherColumns, limitName: limitNameOf(name ?? limit.hazard, limit) } }];
    }),
  );
}

/** Adds biological limits, published lists and risk classes, linked to the hazards that are not deleted. */
async function storeLists({ storeItems, idOf }: LibraryContext, library: HazardLibrary): Promise<void> {
  const hazardIds = ({ hazards }: LibraryRow): number[] => hazards.flatMap((key) => idOf(keyOfHazard(key)) ?? []);
  await storeItems(
    'biologicalLimit',
    library.biologicalLimits.map((row) => {
      const { key, draft, otherColumns } = builtIn(`biologicalLimit:${row.key}`, row.draft);
      return { key, draft: { ...draft, hazards: hazardIds(row) }, ...(otherColumns ? { otherColumns } : {}) };
    }),
  );
  await storeItems(
    'hazardListing',
    library.listings.map((row) => ({
      key: `hazardListing:${row.key}`,
      draft: { ...row.draft, hazard: hazardIds(row)[0] ?? null },
    })),
  );
  await storeItems(
    'industryRisk',
    library.risks.map(({ key, draft }) => ({ key: `industryRisk:${key}`, draft })),
  );
}

/**
 * Adds the hazards with limits and the standards' methods, common to all organizations. Does nothing if the database
 * already has exactly these rows.
 */
export async function storeLibrary(
  tx: Orm,
  builtInIds: BuiltInIds,
  library: HazardLibrary = readHazardLibrary(),
): Promise<void> {
  const edition = libraryEdition(library);
  if (builtInIds.has(edition)) return;
  const storeItems = async (name: string, items: readonly BuiltIn[]) => {
    const resource = registry.named(name);
    await updateUnedited(tx, resource, builtInIds, items);
    await addNewBuiltInRows(tx, resource, builtInIds, items);
  };
  const methods = libraryMethods();
  const titles = new Map(methods.map(({ title }) => [keyOfLabMethod(title), title]));
  const hazardRows = library.hazards.map(({ key, ...draft }) => builtIn(keyOfHazard(key ?? draft.name), draft));
  const methodRows = methods.map((draft) => builtIn(keyOfLabMethod(draft.title), draft));
  const undeletedKeys = new Set<string>();
  for (const [name, rows] of [
    ['hazard', hazardRows],
    ['labMethod', methodRows],
  ] as const) {
    const resource = registry.named(name);
    await adoptRows(tx, resource, builtInIds, rows);
    await storeItems(name, rows);
    const ids = await undeletedIds(
      tx,
      resource,
      rows.map(({ key }) => builtInIds.get(key) as number),
    );
    for (const { key } of rows) if (ids.has(builtInIds.get(key) as number)) undeletedKeys.add(key);
  }
  const idOf = (key: string): number | undefined => {
    const id = builtInIds.get(key);
    if (id === undefined) throw new Error(`the library has no ${key}`);
    return undeletedKeys.has(key) ? id : undefined;
  };
  const names = new Map(library.hazards.map(({ key, name }) => [key ?? name, name]));
  await storeLimits({ storeItems, idOf }, library);
  await storeItems(
    'labMethodItem',
    libraryItems(library).flatMap((libraryItem) => {
      const [hazardId, methodId] = [idOf(keyOfHazard(libraryItem.hazard)), idOf(keyOfLabMethod(libraryItem.method))];
      if (hazardId === undefined || methodId === undefined) return [];
      const itemName = `${titles.get(keyOfLabMethod(libraryItem.method)) ?? ''} ${names.get(libraryItem.hazard) ?? ''}`;
      return [
        {
          key: keyOfItem(libraryItem),
          draft: { ...libraryItem, hazard: hazardId, method: methodId },
          otherColumns: { itemName },
        },
      ];
    }),
  );
  await storeLists({ storeItems, idOf }, library);
  // Rows that people edited stay. This version's values for them are offered like a loaded update.
  if ([...builtInIds.keys()].some((key) => key.startsWith('library:'))) {
    const content = libraryContent(
      library,
      `随程序版本 ${edition.slice(8, 16)}`,
      '本机构修改过的资料与本版程序所带资料的差异，以及本版不再列入的资料',
    );
    await offerUpdate(tx, registry, {
      content: { ...content, rows: [...content.rows, ...removedRows(builtInIds.keys(), content.rows)] },
      origin: 'shipped',
      signer: null,
      actor: seedActor,
    });
  }
  await noteEdition(tx, builtInIds, edition);
}
