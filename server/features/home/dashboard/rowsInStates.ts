import { and, asc, inArray } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { AnyRow } from '@contract/entity';
import type { Resource } from '@server/crud/resource';
import { scopeOf, undeletedRows } from '@server/crud/rowScope';
import type { Orm } from '@server/db/orm';
import type { Viewer } from '@server/http/viewer';

/** Returns the visible rows of an entity in some states of its machine, oldest first. */
export async function rowsInStates(
  orm: Orm,
  resource: Resource,
  viewer: Viewer,
  states: readonly string[],
  maxRows: number,
): Promise<AnyRow[]> {
  const { columns, table } = resource;
  return (await orm
    .select(columns as Record<string, AnyPgColumn>)
    .from(table)
    .where(and(undeletedRows(resource), scopeOf(resource, viewer), inArray(columns.state as AnyPgColumn, [...states])))
    .orderBy(asc(columns.id))
    .limit(maxRows)) as unknown as AnyRow[];
}
