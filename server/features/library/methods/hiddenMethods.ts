import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { labMethod } from '@contract/features/library/entities/labMethod';
import { hiddenTexts } from '@contract/features/library/hiddenMethodTexts';
import { failures } from '@contract/messages';
import { permissionOf } from '@contract/permissions';
import { actorOf, recordAudit } from '@server/audit/auditTrail';
import { rowsBody, type RowReference } from '@server/crud/assertSeenVersion';
import { type OperationContext, findAll } from '@server/crud/operations';
import type { Registry } from '@server/crud/resource';
import { ok } from '@server/crud/routes';
import { once } from '@server/crud/runOnce';
import type { Orm } from '@server/db/orm';
import { hiddenMethodTable, labMethodTable } from '@server/db/schema';
import { conflict, Refusal } from '@server/http/errors';
import { type Route, route } from '@server/http/route';
import type { Services } from '@server/services';

const { method, organizationId: ownerOrganization } = hiddenMethodTable;

/** Condition for the common methods that an organization has hidden. */
export const hiddenBy = (organizationId: number): SQL =>
  sql`${labMethodTable.id} in (select ${method} from ${hiddenMethodTable}
    where ${ownerOrganization} = ${organizationId})`;

/** Returns the ids of the common methods that an organization has hidden. */
export async function hiddenMethodsOf(orm: Orm, organizationId: number): Promise<ReadonlySet<number>> {
  const rows = await orm.select({ id: method }).from(hiddenMethodTable).where(eq(ownerOrganization, organizationId));
  return new Set(rows.map(({ id }) => id));
}

/**
 * Requires that no method of the organization has the name of a common method that is to be shown again.
 * @throws Refusal 409 that names it
 */
async function assertFreeTitles(tx: Orm, organizationId: number, titles: readonly string[]): Promise<void> {
  const { title, organizationId: ownerColumn, deleteTime } = labMethodTable;
  const [ownMethod] = await tx
    .select({ title })
    .from(labMethodTable)
    .where(and(eq(ownerColumn, organizationId), inArray(title, [...titles]), isNull(deleteTime)))
    .limit(1);
  if (ownMethod) throw conflict(hiddenTexts.ownOfSameName(ownMethod.title));
}

/**
 * Hides common methods from the viewer's organization, or shows them again; all or none. Existing rows that use them
 * stay.
 * @throws Refusal 400 without an organization; 404 for a method that the viewer may not see; 409 for the
 * organization's own method, or if an own method has the same name
 */
async function setHidden(
  context: OperationContext,
  tx: Orm,
  shownRows: readonly RowReference[],
  shouldHide: boolean,
): Promise<void> {
  const { call } = context;
  const { organizationId } = call.viewer;
  if (organizationId === null) throw new Refusal(400, 'noOrganization', failures.noOrganization);
  const rows = await findAll(context, tx, shownRows);
  const ownRow = rows.find((row) => row.organizationId !== null);
  if (ownRow) throw conflict(hiddenTexts.own(String(ownRow.title)));
  const hiddenIds = await hiddenMethodsOf(tx, organizationId);
  const changedRows = rows.filter(({ id }) => hiddenIds.has(id) !== shouldHide);
  if (!changedRows.length) return;
  const ids = changedRows.map(({ id }) => id);
  if (shouldHide)
    await tx
      .insert(hiddenMethodTable)
      .values(ids.map((id) => ({ organizationId, method: id, createBy: call.viewer.user.id })))
      .onConflictDoNothing();
  else {
    await assertFreeTitles(
      tx,
      organizationId,
      changedRows.map((row) => String(row.title)),
    );
    await tx.delete(hiddenMethodTable).where(and(eq(ownerOrganization, organizationId), inArray(method, ids)));
  }
  await recordAudit(
    tx,
    actorOf(call),
    changedRows.map((row) => ({
      action: 'status' as const,
      entity: labMethod,
      entityId: row.id,
      title: String(row.title),
      organizationId,
      before: { hidden: !shouldHide },
      after: { hidden: shouldHide },
    })),
  );
}

const hideBody = z.object({ rows: rowsBody, hidden: z.boolean({ error: () => '请求不完整，请刷新页面后重试' }) });

/** Route by which an organization hides common methods, or shows them again. */
export function hiddenMethodRoutes(services: Services, registry: Registry): Route[] {
  const { database } = services;
  return [
    route({
      method: 'PUT',
      path: `${labMethod.path}/hidden`,
      permission: [permissionOf(labMethod, 'status')],
      tag: labMethod.label,
      summary: '在本机构隐藏或恢复显示公共检测方法',
      body: hideBody,
      handle: async (call) => {
        const context: OperationContext = { services, registry, resource: registry.named(labMethod.name), call };
        await database.transaction((tx) =>
          once(tx, call, async () => {
            await setHidden(context, tx, call.body.rows, call.body.hidden);
            return null;
          }),
        );
        const { length } = call.body.rows;
        return ok(call.body.hidden ? hiddenTexts.hidden(length) : hiddenTexts.shown(length));
      },
    }),
  ];
}
