import type { AnyRow } from '@contract/entity';
import { asc, inArray } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { userTable } from '../db/schema';
import type { Orm } from '../db/orm';
import { formatMoment } from '../zone';
import type { Registry, Resource } from './resource';

const housekeeping = ['id', 'organizationId', 'version', 'createBy', 'createTime', 'updateBy', 'updateTime', 'deleteTime'] as const;

/** The columns that leave the server: the entity's fields and the housekeeping ones, and nothing that was added for the server's own use. */
export function wireColumns({ entity, columns }: Resource): Record<string, AnyPgColumn> {
  const picked: Record<string, AnyPgColumn> = {};
  for (const name of housekeeping) picked[name] = columns[name];
  for (const name of Object.keys(entity.fields)) if (columns[name]) picked[name] = columns[name];
  return picked;
}

const idsOf = (rows: readonly Record<string, unknown>[], name: string): number[] => [
  ...new Set(rows.flatMap((row) => (typeof row[name] === 'number' ? [row[name]] : []))),
];

async function titlesOf(orm: Orm, target: Resource, ids: readonly number[]): Promise<Map<number, string>> {
  if (!ids.length) return new Map();
  const title = target.columns[target.entity.titleField] as AnyPgColumn;
  const found = await orm.select({ id: target.columns.id, title }).from(target.table).where(inArray(target.columns.id, [...ids]));
  return new Map(found.map((row) => [row.id as number, String(row.title)]));
}

/** Stored rows as the wire wants them: moments as text in the zone, and beside each id the name that people know it by. */
export async function present(
  orm: Orm,
  registry: Registry,
  resource: Resource,
  stored: readonly Record<string, unknown>[],
  zone: string,
): Promise<AnyRow[]> {
  const rows = stored.map((row) => {
    const out: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(row)) out[name] = value instanceof Date ? formatMoment(value, zone) : value;
    return out;
  });
  for (const [name, field] of Object.entries(resource.entity.fields)) {
    if (field.kind === 'ref') {
      const titles = await titlesOf(orm, registry.named(field.to), idsOf(rows, name));
      for (const row of rows) row[`${name}Name`] = titles.get(row[name] as number) ?? null;
    } else if (field.kind === 'refs') {
      await presentJoin(orm, registry.named(field.to), resource, name, rows);
    }
  }
  if (resource.entity.scope === 'shared') {
    const titles = await titlesOf(orm, registry.named('organization'), idsOf(rows, 'organizationId'));
    for (const row of rows) row.organizationIdName = titles.get(row.organizationId as number) ?? null;
  }
  const people = [...new Set([...idsOf(rows, 'createBy'), ...idsOf(rows, 'updateBy')])];
  const names = people.length
    ? new Map((await orm.select({ id: userTable.id, name: userTable.nickName }).from(userTable).where(inArray(userTable.id, people))).map((one) => [one.id, one.name]))
    : new Map<number, string>();
  for (const row of rows) {
    row.createByName = names.get(row.createBy as number) ?? null;
    row.updateByName = names.get(row.updateBy as number) ?? null;
  }
  return rows as AnyRow[];
}

async function presentJoin(orm: Orm, target: Resource, resource: Resource, name: string, rows: Record<string, unknown>[]): Promise<void> {
  const join = resource.joins[name];
  const owners = idsOf(rows, 'id');
  const links = join && owners.length
    ? await orm.select().from(join).where(inArray(join.ownerId, owners)).orderBy(asc(join.ownerId), asc(join.position))
    : [];
  const titles = await titlesOf(orm, target, [...new Set(links.map((link) => link.targetId))]);
  const byOwner = new Map<number, typeof links>();
  for (const link of links) byOwner.set(link.ownerId, [...(byOwner.get(link.ownerId) ?? []), link]);
  for (const row of rows) {
    const own = byOwner.get(row.id as number) ?? [];
    row[name] = own.map((link) => link.targetId);
    row[`${name}Name`] = own.map((link) => titles.get(link.targetId) ?? '');
  }
}
