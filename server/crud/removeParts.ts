import { and, inArray, isNull } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { AnyRow, Entity } from '@contract/entity';
import { actorOf, type AuditAction, recordAudit } from '@server/audit/auditTrail';
import type { DeleteContext } from './policy';
import { wireFields } from './storedValues';

type PartTable = PgTable & { readonly deleteTime: AnyPgColumn };

/**
 * Writes audit lines for parts that are deleted or restored together with their parent, one for each (QUALITY AUD1).
 * @param entity entity of the parts
 * @param action what happened to them
 * @param rows the parts with their columns
 */
export async function auditParts(
  { tx, call }: Pick<DeleteContext, 'tx' | 'call'>,
  entity: Entity,
  action: Extract<AuditAction, 'del' | 'restore'>,
  rows: readonly Readonly<Record<string, unknown>>[],
): Promise<void> {
  await recordAudit(
    tx,
    actorOf(call),
    (rows as readonly AnyRow[]).map((row) => ({
      action,
      entity,
      entityId: row.id,
      title: String(row[entity.titleField] ?? ''),
      organizationId: row.organizationId,
      [action === 'del' ? 'before' : 'after']: wireFields({ entity }, row),
    })),
  );
}

/**
 * Soft-deletes the parts of the given parents, each with its audit line.
 * @param ids ids of the parents
 */
export async function removeParts(
  context: DeleteContext,
  {
    entity,
    table,
    parentColumn,
  }: { readonly entity: Entity; readonly table: PartTable; readonly parentColumn: AnyPgColumn },
  ids: readonly number[],
): Promise<void> {
  const { tx, call, services } = context;
  const deletedRows = await tx
    .update(table)
    .set({ deleteTime: services.now(), deleteBy: call.viewer.user.id } as never)
    .where(and(inArray(parentColumn, [...ids]), isNull(table.deleteTime)))
    .returning();
  await auditParts(context, entity, 'del', deletedRows as Record<string, unknown>[]);
}
