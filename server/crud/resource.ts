import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Entity } from '@contract/entity';
import type { joinTableOf } from '../db/tableOf';
import type { Policy } from './policy';

export type JoinTable = ReturnType<typeof joinTableOf>;

/** Columns that every entity's table has. */
export interface HousekeepingColumns {
  id: AnyPgColumn;
  organizationId: AnyPgColumn;
  version: AnyPgColumn;
  createBy: AnyPgColumn;
  createTime: AnyPgColumn;
  updateBy: AnyPgColumn;
  updateTime: AnyPgColumn;
  deleteTime: AnyPgColumn;
  deleteBy: AnyPgColumn;
  pinyin: AnyPgColumn;
  initials: AnyPgColumn;
}

/** An entity with its table, join tables and policy: all that the generic operations need. */
export interface Resource {
  readonly entity: Entity;
  readonly table: PgTable;
  readonly columns: HousekeepingColumns & Readonly<Record<string, AnyPgColumn>>;
  /** Join tables of the `refs` fields. */
  readonly joins: Readonly<Record<string, JoinTable>>;
  readonly policy: Policy;
}

/** Combines an entity with its table, join tables and policy. */
export function resource(
  entity: Entity,
  table: PgTable,
  options: { joins?: Record<string, JoinTable>; policy?: Policy } = {},
): Resource {
  return {
    entity,
    table,
    columns: table as unknown as Resource['columns'],
    joins: options.joins ?? {},
    policy: options.policy ?? {},
  };
}

export interface Registry {
  readonly all: readonly Resource[];
  named(entityName: string): Resource;
}

/** Makes the registry of all resources, found by entity name. */
export function registryOf(all: readonly Resource[]): Registry {
  const byName = new Map(all.map((one) => [one.entity.name, one]));
  return {
    all,
    named(entityName) {
      const found = byName.get(entityName);
      if (!found) throw new Error(`no resource is called ${entityName}`);
      return found;
    },
  };
}
