import { and, asc, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Orm } from '@server/db/orm';
import { labMethodItemTable } from '@server/db/schema';

/**
 * Condition for common items of methods that an organization has replaced by its own item; only its own item counts.
 */
export function replacedByOwnItem(organizationId: number): SQL {
  const [itemTable, ownItem] = [labMethodItemTable, alias(labMethodItemTable, 'own')];
  return sql`(${itemTable.organizationId} is null and exists (select 1 from ${itemTable} ${ownItem} where ${ownItem.organizationId} = ${organizationId}
    and ${ownItem.method} = ${itemTable.method} and ${ownItem.hazard} = ${itemTable.hazard}
    and ${ownItem.deleteTime} is null))`;
}

type StoredMethodItem = typeof labMethodItemTable.$inferSelect;

interface ItemRequest {
  readonly method: number;
  readonly hazard: number;
  /** Organization whose own item has priority over the common one; null for only the common one. */
  readonly organizationId: number | null;
}

/**
 * Returns the entry of 方法库 for a hazard by a method: the organization's own, else the common one; never another
 * organization's.
 */
export async function methodItemOf(orm: Orm, request: ItemRequest): Promise<StoredMethodItem | null> {
  const { method, hazard, organizationId } = request;
  const itemTable = labMethodItemTable;
  const commonCondition = isNull(itemTable.organizationId);
  const owner =
    organizationId === null ? commonCondition : or(commonCondition, eq(itemTable.organizationId, organizationId));
  const [itemRow] = await orm
    .select()
    .from(itemTable)
    .where(and(eq(itemTable.method, method), eq(itemTable.hazard, hazard), isNull(itemTable.deleteTime), owner))
    .orderBy(sql`${itemTable.organizationId} is null`, asc(itemTable.id))
    .limit(1);
  return itemRow ?? null;
}
