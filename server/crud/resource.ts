import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { AnyRow, Entity } from '@contract/entity';
import '../db/schema';
import type { Orm } from '../db/orm';
import { type JoinTable, tablesOf } from '../db/tableOf';
import type { Call } from '../http/route';
import type { Services } from '../services';
import type { Policy } from './policy';

/** Columns that every entity's table has. */
interface HousekeepingColumns {
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

/** An entity with its table, its join tables and its policy, as the generic operations need them. */
export interface Resource {
  readonly entity: Entity;
  readonly table: PgTable;
  readonly columns: HousekeepingColumns & Readonly<Record<string, AnyPgColumn>>;
  /** Join tables of the `refs` fields. */
  readonly joins: Readonly<Record<string, JoinTable>>;
  readonly policy: Policy;
}

/** Returns the resource of an entity. Its tables are those of `server/db/schema.ts`, or are created here. */
export function resource(entity: Entity, policy: Policy = {}): Resource {
  const { table, joins } = tablesOf(entity);
  return { entity, table, columns: table as unknown as Resource['columns'], joins, policy };
}

export interface Registry {
  readonly all: readonly Resource[];
  named(entityName: string): Resource;
  /** Notifies people that a row was returned to them; absent in registries without such a notice. */
  readonly tellReturned?: TellReturned | undefined;
}

/** A row that a move returned to the person who had submitted it. */
interface ReturnedRow {
  readonly entity: Entity;
  readonly row: AnyRow;
  /** Name of the returned object, where it is not the row itself. */
  readonly what?: string | undefined;
  /** Ids of the people whose step the move cancelled. */
  readonly people: readonly number[];
  /** Label of the move, e.g. 退回. */
  readonly move: string;
  readonly reason: string;
}

/**
 * Stores a message in the transaction of the move.
 * @returns a function to be called after the commit
 */
export type TellReturned = (
  services: Services,
  tx: Orm,
  call: Call<unknown>,
  returnedRow: ReturnedRow,
) => Promise<() => Promise<void>>;

/** Returns the registry of all resources. */
export function registryOf(resources: readonly Resource[], tellReturned?: TellReturned): Registry {
  const byName = new Map(resources.map((registered) => [registered.entity.name, registered]));
  return {
    all: resources,
    tellReturned,
    named(entityName) {
      const matchingResource = byName.get(entityName);
      if (!matchingResource) throw new Error(`no resource is called ${entityName}`);
      return matchingResource;
    },
  };
}
