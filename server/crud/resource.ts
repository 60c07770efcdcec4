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

/** An entity with its table, its join tables and its policy: all that the generic operations need. */
export interface Resource {
  readonly entity: Entity;
  readonly table: PgTable;
  readonly columns: HousekeepingColumns & Readonly<Record<string, AnyPgColumn>>;
  /** Join tables of the `refs` fields. */
  readonly joins: Readonly<Record<string, JoinTable>>;
  readonly policy: Policy;
}

/** The resource of an entity; its tables are those of `server/db/schema.ts`, or made here. */
export function resource(entity: Entity, policy: Policy = {}): Resource {
  const { table, joins } = tablesOf(entity);
  return { entity, table, columns: table as unknown as Resource['columns'], joins, policy };
}

export interface Registry {
  readonly all: readonly Resource[];
  named(entityName: string): Resource;
  /** Notifies people that a row was returned to them; absent for entities without such a notice. */
  readonly tellReturned?: TellReturned | undefined;
}

/** A row that a move sent back to the person who had handed it on. */
interface ReturnedRow {
  readonly entity: Entity;
  readonly row: AnyRow;
  /** What came back, where it is not the row itself. */
  readonly what?: string | undefined;
  /** Ids of rows whose step the move undid. */
  readonly people: readonly number[];
  /** Label of the move, e.g. 退回. */
  readonly move: string;
  readonly reason: string;
}

/**
 * Stores a message in the transaction of the move.
 * @returns what to do after the commit
 */
export type TellReturned = (
  services: Services,
  tx: Orm,
  call: Call<unknown>,
  returned: ReturnedRow,
) => Promise<() => Promise<void>>;

/** Returns the registry of all resources. */
export function registryOf(all: readonly Resource[], tellReturned?: TellReturned): Registry {
  const byName = new Map(all.map((one) => [one.entity.name, one]));
  return {
    all,
    tellReturned,
    named(entityName) {
      const found = byName.get(entityName);
      if (!found) throw new Error(`no resource is called ${entityName}`);
      return found;
    },
  };
}
