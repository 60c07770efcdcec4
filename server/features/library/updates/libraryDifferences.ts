import { and, inArray, isNull } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { fixedDictionaries, isFixedDictionary } from '@contract/dictionaries';
import { type Entity, labelOf } from '@contract/entity';
import { type LibraryFileRow, libraryFileTexts, librarySubjects } from '@contract/features/library/libraryFile';
import type { Field } from '@contract/field';
import { differenceOf } from '@server/audit/auditTrail';
import type { BuiltInIds } from '@server/builtIn/builtInRows';
import { linksOf, type Titles, titlesOf, wireColumns } from '@server/crud/presentRows';
import type { Registry, Resource } from '@server/crud/resource';
import type { Orm } from '@server/db/orm';
import { reportProgress } from '@server/http/longWorkProgress';

interface LibraryDifference {
  readonly row: LibraryFileRow;
  /** Id of the row that is changed or ended; null for a new one. */
  readonly rowId: number | null;
  readonly change: 'added' | 'changed' | 'ended';
  /** Fields to write; references still use keys. */
  readonly values: Readonly<Record<string, unknown>>;
  /** Displayed values of the row before the change; `after` holds those after it. */
  readonly before: string;
  readonly after: string;
}

/** Names of the rows that others refer to: of stored ones by id, of those in the same file by key. */
interface RowNames {
  readonly registry: Registry;
  readonly titles: Titles;
  readonly inFile: ReadonlyMap<string, string>;
}

const isReference = (field: Field | undefined): field is Extract<Field, { kind: 'ref' | 'refs' }> =>
  field?.kind === 'ref' || field?.kind === 'refs';

/** Writes one value as people read it: labels of fixed dictionaries, names of the rows that it refers to. */
function valueText({ registry, titles, inFile }: RowNames, field: Field | undefined, value: unknown): string {
  if (field?.kind === 'dict' && isFixedDictionary(field.dict))
    return fixedDictionaries[field.dict].find((entry) => entry.value === value)?.label ?? String(value);
  if (field?.kind === 'flag') return value === true ? '是' : '否';
  if (!isReference(field)) return String(value);
  if (typeof value === 'number') return titles.get(registry.named(field.to))?.get(value) ?? libraryFileTexts.gone;
  return inFile.get(String(value)) ?? String(value).replace(/^[a-zA-Z]+:/, '');
}

const fieldText = (names: RowNames, field: Field | undefined, value: unknown): string =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && !value.length)
    ? '—'
    : Array.isArray(value)
      ? value.map((item) => valueText(names, field, item)).join('、')
      : valueText(names, field, value);

const describeValues = (names: RowNames, entity: Entity, values: Readonly<Record<string, unknown>>): string =>
  Object.entries(values)
    .filter(([name]) => entity.fields[name])
    .map(([name, value]) => `${labelOf(entity, name)}：${fieldText(names, entity.fields[name], value)}`)
    .join('\n')
    .slice(0, 4000);

/** Looks up the names of the rows that the given values refer to by id. */
async function namesOf(
  orm: Orm,
  registry: Registry,
  entity: Entity,
  values: readonly Readonly<Record<string, unknown>>[],
  inFile: RowNames['inFile'],
): Promise<RowNames> {
  const idsByResource = new Map<Resource, Set<number>>();
  for (const [name, field] of Object.entries(entity.fields)) {
    if (!isReference(field)) continue;
    const targetResource = registry.named(field.to);
    const ids = values.flatMap((row) => row[name] ?? []).filter((id) => typeof id === 'number');
    idsByResource.set(targetResource, new Set([...(idsByResource.get(targetResource) ?? []), ...ids]));
  }
  return { registry, titles: await titlesOf(orm, idsByResource, false), inFile };
}

/** Replaces keys of other rows by ids. The key of a row that does not exist yet stays, so that the value differs. */
export function withResolvedKeys(
  entity: Entity,
  fields: LibraryFileRow['fields'],
  builtInIds: BuiltInIds,
): Record<string, unknown> {
  const pairs: [string, unknown][] = [];
  for (const [name, value] of Object.entries(fields)) {
    const kind = entity.fields[name]?.kind;
    if (kind === 'ref') pairs.push([name, typeof value === 'string' ? (builtInIds.get(value) ?? value) : value]);
    else if (kind === 'refs')
      pairs.push([name, (Array.isArray(value) ? value : []).map((key) => builtInIds.get(key) ?? key)]);
    else if (kind !== undefined) pairs.push([name, value]);
  }
  return Object.fromEntries(pairs);
}

const endFields = ['effectiveUntil', 'validUntil'];

/** Checks whether a row ends: it gets a last day, or a method is switched off. */
const isEnd = (before: Readonly<Record<string, unknown>>, after: Readonly<Record<string, unknown>>): boolean =>
  endFields.some((name) => name in after && before[name] == null && after[name] != null) ||
  (before['status'] === '1' && after['status'] === '0');

/** Returns by title the common rows that people typed before the library contained them. */
async function sameTitles(orm: Orm, resource: Resource, titles: readonly string[]): Promise<Map<string, number>> {
  const { entity, columns, table } = resource;
  if (!entity.fields[entity.titleField]?.unique || !titles.length) return new Map();
  const column = columns[entity.titleField] as AnyPgColumn;
  const rows = await orm
    .select({ id: columns.id, title: column })
    .from(table)
    .where(and(inArray(column, [...titles]), isNull(columns.organizationId), isNull(columns.deleteTime)));
  return new Map(rows.map(({ id, title }) => [String(title), id as number]));
}

/** A difference whose values are not described yet. */
type RawDifference = Omit<LibraryDifference, 'before' | 'after'> & {
  readonly was: Readonly<Record<string, unknown>>;
  readonly becomes: Readonly<Record<string, unknown>>;
};

/** Offers to remove a row that an earlier edition added by mistake. A row that does not exist is no difference. */
function removalOf(
  entity: Entity,
  row: LibraryFileRow,
  presentRow: Readonly<Record<string, unknown>> | undefined,
): RawDifference[] {
  if (!presentRow || presentRow['deleteTime'] != null) return [];
  const describedFields = Object.entries(entity.fields).flatMap(([name, { readonly }]) =>
    !readonly && presentRow[name] != null && presentRow[name] !== '' ? [name] : [],
  );
  return [
    {
      row: { ...row, title: String(presentRow[entity.titleField] ?? row.title) },
      rowId: presentRow['id'] as number,
      change: 'ended',
      values: {},
      was: Object.fromEntries(describedFields.map((name) => [name, presentRow[name]])),
      becomes: {},
    },
  ];
}

/** Returns the stored common rows by id, with the ids that they refer to in ascending order. */
async function storedRows(
  orm: Orm,
  resource: Resource,
  ids: readonly number[],
): Promise<Map<number, Record<string, unknown>>> {
  const { entity, table, columns } = resource;
  const rows: Record<string, unknown>[] = ids.length
    ? await orm
        .select(wireColumns(resource))
        .from(table)
        .where(and(inArray(columns.id, [...ids]), isNull(columns.organizationId)))
    : [];
  for (const [name, { kind }] of Object.entries(entity.fields)) {
    if (kind !== 'refs') continue;
    const idsByOwner = await linksOf(orm, resource, name, ids);
    for (const row of rows) row[name] = [...(idsByOwner.get(row['id'] as number) ?? [])].sort((a, b) => a - b);
  }
  return new Map(rows.map((row) => [row['id'] as number, row]));
}

/** Sorts the ids of several references, and leaves out those of rows that people deleted. */
async function undeletedReferences(
  orm: Orm,
  registry: Registry,
  entity: Entity,
  rows: readonly Record<string, unknown>[],
): Promise<void> {
  for (const [name, field] of Object.entries(entity.fields)) {
    if (field.kind !== 'refs') continue;
    const { table, columns } = registry.named(field.to);
    const ids = rows
      .flatMap((row) => (row[name] as unknown[] | undefined) ?? [])
      .filter((id) => typeof id === 'number');
    if (!ids.length) continue;
    const aliveRows = await orm
      .select({ id: columns.id })
      .from(table)
      .where(and(inArray(columns.id, [...new Set(ids)]), isNull(columns.deleteTime)));
    const aliveIds = new Set<unknown>(aliveRows.map(({ id }) => id));
    for (const row of rows)
      if (Array.isArray(row[name]))
        row[name] = row[name]
          .filter((id) => typeof id === 'string' || aliveIds.has(id))
          .sort((a, b) => Number(a) - Number(b));
  }
}

async function differencesOf(
  orm: Orm,
  registry: Registry,
  resource: Resource,
  builtInIds: BuiltInIds,
  { rows, inFile }: { readonly rows: readonly LibraryFileRow[]; readonly inFile: RowNames['inFile'] },
): Promise<LibraryDifference[]> {
  const { entity, columns } = resource;
  const unknownTitles = rows.filter(({ key }) => !builtInIds.has(key)).map(({ title }) => title);
  const idByTitle = await sameTitles(orm, resource, unknownTitles);
  const idOf = ({ key, title }: LibraryFileRow): number | undefined => builtInIds.get(key) ?? idByTitle.get(title);
  const storedById = await storedRows(
    orm,
    resource,
    rows.flatMap((row) => idOf(row) ?? []),
  );
  const wantedOf = new Map(rows.map((row) => [row, withResolvedKeys(entity, row.fields, builtInIds)]));
  await undeletedReferences(orm, registry, entity, [...wantedOf.values()]);
  const rawDifferences = rows.flatMap((row): RawDifference[] => {
    const id = idOf(row);
    const presentRow = id === undefined ? undefined : storedById.get(id);
    if (row.removed) return removalOf(entity, row, presentRow);
    const wantedValues = wantedOf.get(row) ?? {};
    // A row that people deleted stays deleted.
    if (id !== undefined && (!presentRow || presentRow['deleteTime'] != null)) return [];
    if (!presentRow)
      return [{ row, rowId: null, change: 'added', values: wantedValues, was: {}, becomes: wantedValues }];
    const names = Object.keys(wantedValues).filter(
      (name) => !entity.fields[name]?.readonly && (columns[name] ?? resource.joins[name]),
    );
    const { changed, before, after } = differenceOf(presentRow, wantedValues, names);
    if (!changed.length) return [];
    const change = isEnd(before, after) ? 'ended' : 'changed';
    return [{ row, rowId: id ?? null, change, values: after, was: before, becomes: after }];
  });
  const changedValues = rawDifferences.flatMap(({ was, becomes }) => [was, becomes]);
  const names = await namesOf(orm, registry, entity, changedValues, inFile);
  return rawDifferences.map(({ was, becomes, ...one }) => ({
    ...one,
    before: one.rowId === null ? '' : describeValues(names, entity, was),
    after: one.row.removed ? libraryFileTexts.removed : describeValues(names, entity, becomes),
  }));
}

/** Compares rows of an update with the common rows of the library; rows of organizations are never touched. */
export async function libraryDifferences(
  orm: Orm,
  registry: Registry,
  builtInIds: BuiltInIds,
  rows: readonly LibraryFileRow[],
): Promise<LibraryDifference[]> {
  const differences: LibraryDifference[] = [];
  const inFile = new Map(rows.map(({ key, title }) => [key, title]));
  let comparedCount = 0;
  for (const subject of librarySubjects) {
    const subjectRows = rows.filter((row) => row.subject === subject);
    reportProgress(comparedCount, rows.length, libraryFileTexts.comparing);
    comparedCount += subjectRows.length;
    if (subjectRows.length)
      differences.push(
        ...(await differencesOf(orm, registry, registry.named(subject), builtInIds, { rows: subjectRows, inFile })),
      );
  }
  return differences;
}
