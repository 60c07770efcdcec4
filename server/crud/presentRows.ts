import { asc, inArray, type SQL, sql } from 'drizzle-orm';
import { type AnyPgColumn, unionAll } from 'drizzle-orm/pg-core';
import type { AnyRow } from '@contract/entity';
import { formatDay, formatMoment } from '@server/base/zone';
import { distinctName } from '@server/db/distinctNames';
import type { Orm } from '@server/db/orm';
import type { Registry, Resource } from './resource';

const housekeepingColumns = [
  'id',
  'organizationId',
  'version',
  'createBy',
  'createTime',
  'updateBy',
  'updateTime',
  'deleteTime',
] as const;

/**
 * Returns the columns that the API returns: the entity's fields and the housekeeping columns, without internal ones.
 */
export function wireColumns({ entity, columns }: Resource): Record<string, AnyPgColumn> {
  const pickedColumns: Record<string, AnyPgColumn> = {};
  for (const name of housekeepingColumns) pickedColumns[name] = columns[name];
  for (const name of Object.keys(entity.fields)) if (columns[name]) pickedColumns[name] = columns[name];
  return pickedColumns;
}

const idsOf = (rows: readonly Record<string, unknown>[], name: string): number[] => [
  ...new Set(rows.flatMap((row) => (typeof row[name] === 'number' ? [row[name]] : []))),
];

/** Titles of rows by entity and id. */
export type Titles = ReadonlyMap<Resource, ReadonlyMap<number, string>>;

/**
 * Returns the name of a row in a selection: its title. For rows with the same title in an organization it adds the
 * field that distinguishes them (`Entity.apartBy`): `梁俊杰（liangjunjie2）`.
 */
export function choiceName({ entity, columns, table }: Resource): SQL<string> {
  const title = columns[entity.titleField] as AnyPgColumn;
  const apartColumn = entity.apartBy === undefined ? undefined : columns[entity.apartBy];
  if (apartColumn === undefined) return sql<string>`${title}::text`;
  return distinctName(table, {
    id: columns.id,
    title,
    apart: apartColumn,
    organizationId: columns.organizationId as AnyPgColumn,
    deleteTime: columns.deleteTime,
  });
}

/**
 * Looks up the titles of ids in all tables with one statement, because a statement costs more than the look-up.
 * @param wantedIds ids by resource
 * @param shouldTellApart whether people of one name get a distinguishing detail
 * @returns titles by resource and id; deleted rows keep theirs
 */
export async function titlesOf(
  orm: Orm,
  wantedIds: ReadonlyMap<Resource, ReadonlySet<number>>,
  shouldTellApart: boolean,
): Promise<Titles> {
  const targets = [...wantedIds].filter(([, ids]) => ids.size > 0);
  const selects = targets.map(([target, ids], index) =>
    orm
      .select({
        at: sql<number>`${index}::int`.as('at'),
        id: sql<number>`${target.columns.id}`.as('id'),
        title: (shouldTellApart
          ? choiceName(target)
          : sql<string>`${target.columns[target.entity.titleField]}::text`
        ).as('title'),
      })
      .from(target.table)
      .where(inArray(target.columns.id, [...ids])),
  );
  const [firstSelect, secondSelect, ...otherSelects] = selects;
  const titleRows = !firstSelect
    ? []
    : secondSelect
      ? await unionAll(firstSelect, secondSelect, ...otherSelects)
      : await firstSelect;
  const titles = new Map(targets.map(([target]) => [target, new Map<number, string>()]));
  for (const { at, id, title } of titleRows) {
    const target = targets[at]?.[0];
    if (target) titles.get(target)?.set(id, title);
  }
  return titles;
}

/**
 * Converts stored rows to API rows: moments as text in the time zone, and for each id the title as `<field>Name`.
 * @param shouldTellApart whether rows with the same title are distinguished, as in selections; papers have plain names
 */
export async function presentRows(
  orm: Orm,
  registry: Registry,
  resource: Resource,
  storedRows: readonly Record<string, unknown>[],
  zone: string,
  shouldTellApart = false,
): Promise<AnyRow[]> {
  const rows = storedRows.map((row) => {
    const wireRow: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(row))
      wireRow[name] = value instanceof Date ? formatMoment(value, zone) : value;
    return wireRow;
  });
  const links = new Map<string, ReferencedIds>();
  const wantedIds = new Map<Resource, Set<number>>();
  const want = (target: Resource, ids: readonly number[]) =>
    wantedIds.set(target, new Set([...(wantedIds.get(target) ?? []), ...ids]));
  for (const [name, field] of Object.entries(resource.entity.fields)) {
    if (field.kind === 'ref') want(registry.named(field.to), idsOf(rows, name));
    else if (field.kind === 'refs') {
      const linkedIds = await linksOf(orm, resource, name, idsOf(rows, 'id'));
      links.set(name, linkedIds);
      want(registry.named(field.to), [...linkedIds.values()].flat());
    }
  }
  const people = registry.named('user');
  for (const name of ['createBy', 'updateBy']) want(people, idsOf(rows, name));
  const organizations = resource.entity.scope === 'shared' ? registry.named('organization') : undefined;
  if (organizations) want(organizations, idsOf(rows, 'organizationId'));

  const titles = await titlesOf(orm, wantedIds, shouldTellApart);
  const titleOf = (target: Resource, id: unknown): string | null => titles.get(target)?.get(id as number) ?? null;
  for (const row of rows) {
    for (const [name, field] of Object.entries(resource.entity.fields)) {
      if (field.kind === 'ref') {
        // A field of that name takes precedence: a sample's 检测项目 lists all its factors, 危害因素 only the first.
        if (!Object.hasOwn(resource.entity.fields, `${name}Name`))
          row[`${name}Name`] = titleOf(registry.named(field.to), row[name]);
      } else if (field.kind === 'refs') {
        const targetIds = links.get(name)?.get(row.id as number) ?? [];
        row[name] = targetIds;
        row[`${name}Name`] = targetIds.map((id) => titleOf(registry.named(field.to), id) ?? '');
      }
    }
    if (organizations) row.organizationIdName = titleOf(organizations, row.organizationId);
    row.createByName = titleOf(people, row.createBy);
    row.updateByName = titleOf(people, row.updateBy);
  }
  const extraValues = rows.length
    ? await resource.policy.addDisplayValues?.(orm, rows as AnyRow[], formatDay(new Date(), zone))
    : undefined;
  return (extraValues ? rows.map((row, index) => ({ ...row, ...extraValues[index] })) : rows) as AnyRow[];
}

/** Ids that each row references, in order. */
type ReferencedIds = ReadonlyMap<number, number[]>;

/**
 * Returns the ids that rows reference by a field of kind `refs`.
 * @param name name of the field
 * @param owners ids of the rows with the field
 */
export async function linksOf(
  orm: Orm,
  resource: Resource,
  name: string,
  owners: readonly number[],
): Promise<ReferencedIds> {
  const join = resource.joins[name];
  const byOwner = new Map<number, number[]>();
  if (!join || !owners.length) return byOwner;
  for (const { ownerId, targetId } of await orm
    .select()
    .from(join)
    .where(inArray(join.ownerId, [...owners]))
    .orderBy(asc(join.ownerId), asc(join.position))) {
    const targetIds = byOwner.get(ownerId);
    if (targetIds) targetIds.push(targetId);
    else byOwner.set(ownerId, [targetId]);
  }
  return byOwner;
}
