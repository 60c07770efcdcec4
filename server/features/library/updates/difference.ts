import { and, inArray, isNull } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { fixedDictionaries, isFixed } from '@contract/dictionaries';
import { type Entity, labelOf } from '@contract/entity';
import { type LibraryFileRow, libraryFileTexts, librarySubjects } from '@contract/features/library/libraryFile';
import type { Field } from '@contract/field';
import { differenceOf } from '@server/audit/trail';
import type { BuiltInIds } from '@server/builtIn/builtIns';
import { wireColumns } from '@server/crud/present';
import type { Registry, Resource } from '@server/crud/resource';
import type { Orm } from '@server/db/orm';

interface LibraryDifference {
  readonly row: LibraryFileRow;
  /** Id of the row that is changed or ended; null for a new one. */
  readonly rowId: number | null;
  readonly change: 'added' | 'changed' | 'ended';
  /** Fields to write, references still by key. */
  readonly values: Readonly<Record<string, unknown>>;
  /** Displayed values of the row before and after. */
  readonly before: string;
  readonly after: string;
}

/** Writes one value as people read it: labels of fixed dictionaries, names in place of keys of other rows. */
function one(field: Field | undefined, value: unknown): string {
  if (field?.kind === 'dict' && isFixed(field.dict))
    return fixedDictionaries[field.dict].find((entry) => entry.value === value)?.label ?? String(value);
  if (field?.kind === 'flag') return value === true ? '是' : '否';
  return field?.kind === 'ref' || field?.kind === 'refs' ? String(value).replace(/^[a-zA-Z]+:/, '') : String(value);
}

const shown = (field: Field | undefined, value: unknown): string =>
  value === null || value === undefined || value === ''
    ? '—'
    : Array.isArray(value)
      ? value.map((each) => one(field, each)).join('、')
      : one(field, value);

const described = (entity: Entity, values: Readonly<Record<string, unknown>>): string =>
  Object.entries(values)
    .filter(([name]) => entity.fields[name])
    .map(([name, value]) => `${labelOf(entity, name)}：${shown(entity.fields[name], value)}`)
    .join('\n')
    .slice(0, 4000);

/** Replaces keys of other rows by ids; a key whose row is not there yet stays, so that it differs. */
export function resolved(
  entity: Entity,
  fields: LibraryFileRow['fields'],
  brought: BuiltInIds,
): Record<string, unknown> {
  const pairs: [string, unknown][] = [];
  for (const [name, value] of Object.entries(fields)) {
    const kind = entity.fields[name]?.kind;
    if (kind === 'ref') pairs.push([name, typeof value === 'string' ? (brought.get(value) ?? value) : value]);
    else if (kind === 'refs')
      pairs.push([name, (Array.isArray(value) ? value : []).map((key) => brought.get(key) ?? key)]);
    else if (kind !== undefined) pairs.push([name, value]);
  }
  return Object.fromEntries(pairs);
}

const ends = ['effectiveUntil', 'validUntil'];

/** A row ends where it gets a last day, or a method is switched off. */
const isEnd = (before: Readonly<Record<string, unknown>>, after: Readonly<Record<string, unknown>>): boolean =>
  ends.some((name) => name in after && before[name] == null && after[name] != null) ||
  (before['status'] === '1' && after['status'] === '0');

/** Returns common rows that people typed before the library knew them, by title. */
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

/** Offers a row that an earlier edition brought by mistake for removal; one that is not there is no difference. */
function removalOf(
  entity: Entity,
  row: LibraryFileRow,
  present: Readonly<Record<string, unknown>> | undefined,
): LibraryDifference[] {
  if (!present || present['deleteTime'] != null) return [];
  // Its title names the hazard and method; ids would tell nobody anything.
  const told = Object.entries(entity.fields).flatMap(([name, { kind, readonly }]) =>
    kind !== 'ref' && kind !== 'refs' && !readonly && present[name] != null && present[name] !== '' ? [name] : [],
  );
  return [
    {
      row: { ...row, title: String(present[entity.titleField] ?? row.title) },
      rowId: present['id'] as number,
      change: 'ended',
      values: {},
      before: described(entity, Object.fromEntries(told.map((name) => [name, present[name]]))),
      after: libraryFileTexts.removed,
    },
  ];
}

async function differencesOf(
  orm: Orm,
  resource: Resource,
  brought: BuiltInIds,
  rows: readonly LibraryFileRow[],
): Promise<LibraryDifference[]> {
  const { entity, table, columns } = resource;
  const strange = rows.filter(({ key }) => !brought.has(key)).map(({ title }) => title);
  const titled = await sameTitles(orm, resource, strange);
  const idOf = ({ key, title }: LibraryFileRow): number | undefined => brought.get(key) ?? titled.get(title);
  const ids = rows.flatMap((row) => idOf(row) ?? []);
  const stored = new Map(
    (ids.length
      ? await orm
          .select(wireColumns(resource))
          .from(table)
          .where(and(inArray(columns.id, ids), isNull(columns.organizationId)))
      : []
    ).map((row) => [row['id'] as number, row]),
  );
  return rows.flatMap((row): LibraryDifference[] => {
    const id = idOf(row);
    const present = id === undefined ? undefined : stored.get(id);
    if (row.removed) return removalOf(entity, row, present);
    const wanted = resolved(entity, row.fields, brought);
    // A row that people deleted stays deleted.
    if (id !== undefined && (!present || present['deleteTime'] != null)) return [];
    if (!present)
      return [{ row, rowId: null, change: 'added', values: wanted, before: '', after: described(entity, row.fields) }];
    const names = Object.keys(wanted).filter((name) => columns[name]);
    const { changed, before, after } = differenceOf(present, wanted, names);
    if (!changed.length) return [];
    const told = Object.fromEntries(changed.map((name) => [name, row.fields[name]]));
    return [
      {
        row,
        rowId: id ?? null,
        change: isEnd(before, after) ? 'ended' : 'changed',
        values: after,
        before: described(entity, before),
        after: described(entity, told),
      },
    ];
  });
}

/** Compares rows of an update with the common rows of the library; rows of organizations are never touched. */
export async function libraryDifferences(
  orm: Orm,
  registry: Registry,
  brought: BuiltInIds,
  rows: readonly LibraryFileRow[],
): Promise<LibraryDifference[]> {
  const found: LibraryDifference[] = [];
  for (const subject of librarySubjects) {
    const of = rows.filter((row) => row.subject === subject);
    if (of.length) found.push(...(await differencesOf(orm, registry.named(subject), brought, of)));
  }
  return found;
}
