import { and, eq, inArray } from 'drizzle-orm';
import type { AnyRow } from '@contract/entity';
import { publicityStatus, publicityTexts } from '@contract/features/publicity/publicityWire';
import { actorOf, recordAudit } from '@server/audit/auditTrail';
import { assertSeenVersion, idOf, titleIn, type RowReference } from '@server/crud/assertSeenVersion';
import type { OperationContext } from '@server/crud/operations';
import { presentRows, wireColumns } from '@server/crud/presentRows';
import { undeletedRows, scopeOf, withIds } from '@server/crud/rowScope';
import type { Orm } from '@server/db/orm';
import { conflict, invalid, notFound } from '@server/http/errors';

interface PublicationChange {
  readonly status: string;
  readonly publishTime?: Date;
  readonly withdrawTime: Date | null;
  readonly withdrawReason: string | null;
}

/**
 * Locks all of the rows.
 * @throws Refusal 404 if one is missing
 */
async function lockRows(
  { resource, registry, services, call }: OperationContext,
  tx: Orm,
  requestedRows: readonly RowReference[],
): Promise<AnyRow[]> {
  const wantedIds = [...new Set(requestedRows.map(idOf))];
  const rows = await tx
    .select(wireColumns(resource))
    .from(resource.table)
    .where(and(withIds(resource, wantedIds), undeletedRows(resource), scopeOf(resource, call.viewer)))
    .orderBy(resource.columns.id)
    .for('update');
  if (rows.length !== wantedIds.length) throw notFound('所选数据中有已删除的，未做任何修改，请刷新后重新选择');
  return presentRows(tx, registry, resource, rows, services.env.zone);
}

async function changeRows(
  { resource, services, call }: OperationContext,
  tx: Orm,
  rows: readonly AnyRow[],
  to: PublicationChange,
): Promise<void> {
  for (const row of rows) {
    const stamp = { version: row.version + 1, updateBy: call.maybeViewer?.user.id ?? null, updateTime: services.now() };
    await tx
      .update(resource.table)
      .set({ ...to, ...stamp } as never)
      .where(inArray(resource.columns.id, [row.id]));
  }
  await recordAudit(
    tx,
    { ...actorOf(call), ...(to.withdrawReason ? { reason: to.withdrawReason } : {}) },
    rows.map((row) => ({
      action: 'status',
      entity: resource.entity,
      entityId: row.id,
      title: String(row[resource.entity.titleField]),
      organizationId: row.organizationId,
      before: { status: row.status },
      after: { status: to.status },
    })),
  );
}

/**
 * Publishes new, draft or withdrawn rows in the caller's transaction.
 * @param check throws a Refusal for an incomplete row; then no row is published
 */
export async function publishPublicRows(
  context: OperationContext,
  tx: Orm,
  requestedRows: readonly RowReference[],
  check: (row: AnyRow) => Promise<void> = async () => undefined,
): Promise<void> {
  const rows = await lockRows(context, tx, requestedRows);
  const publishedRow = rows.find((row) => row.status === publicityStatus.published);
  if (publishedRow) throw conflict(publicityTexts.alreadyPublished(String(publishedRow.title)));
  assertSeenVersion(rows, requestedRows, titleIn(context.resource));
  for (const row of rows) await check(row);
  await changeRows(context, tx, rows, {
    status: publicityStatus.published,
    publishTime: context.services.now(),
    withdrawTime: null,
    withdrawReason: null,
  });
}

/**
 * Removes a row from the public pages because its subject changed. Requires only the permission for that change. Does
 * nothing if the row is not public.
 */
export async function removeFromPublicPages(
  context: OperationContext,
  tx: Orm,
  id: number,
  reason: string,
): Promise<void> {
  const { resource, registry, services } = context;
  const rows = await tx
    .select(wireColumns(resource))
    .from(resource.table)
    .where(and(eq(resource.columns.id, id), undeletedRows(resource)))
    .for('update');
  const publishedRows = (await presentRows(tx, registry, resource, rows, services.env.zone)).filter(
    ({ status }) => status === publicityStatus.published,
  );
  if (publishedRows.length)
    await changeRows(context, tx, publishedRows, {
      status: publicityStatus.withdrawn,
      withdrawTime: services.now(),
      withdrawReason: reason,
    });
}

/**
 * Withdraws rows from the public at once. Visitors of their address read that they were withdrawn.
 * @throws Refusal 400 without a reason; 409 for a row that is not published
 */
export async function withdrawPublicRows(
  context: OperationContext,
  tx: Orm,
  requestedRows: readonly RowReference[],
  reason: string,
): Promise<void> {
  const trimmedReason = reason.trim();
  if (!trimmedReason) throw invalid([{ field: 'reason', message: publicityTexts.noReason }]);
  const rows = await lockRows(context, tx, requestedRows);
  const unpublishedRow = rows.find((row) => row.status !== publicityStatus.published);
  if (unpublishedRow) throw conflict(publicityTexts.notPublished(String(unpublishedRow.title)));
  assertSeenVersion(rows, requestedRows, titleIn(context.resource));
  await changeRows(context, tx, rows, {
    status: publicityStatus.withdrawn,
    withdrawTime: context.services.now(),
    withdrawReason: trimmedReason,
  });
}

/** Refuses changes of published rows (PRODUCT §2). */
export async function assertUnpublished(row: AnyRow | { readonly status: string | null }): Promise<void> {
  if (row.status === publicityStatus.published) throw conflict(publicityTexts.locked, 'locked');
}
