import { and, eq, inArray, notInArray } from 'drizzle-orm';
import type { AnyRow } from '@contract/entity';
import { actorOf, recordAudit } from '@server/audit/auditTrail';
import type { Orm } from '@server/db/orm';
import { conflict } from '@server/http/errors';
import type { RowReference } from '../assertSeenVersion';
import { assertReferences } from '../checkReferences';
import type { Resource } from '../resource';
import { assertUnlocked, assertWritable, undeletedRows, withIds } from '../rowScope';
import { once } from '../runOnce';
import { duplicateOf, rowEvent, wireFields } from '../storedValues';
import type { OperationContext } from './operationContext';
import { findAll } from './readRows';

/**
 * Soft-deletes rows: they leave every list and can be restored.
 * @throws Refusal 404; 409 where a row was changed meanwhile, is locked or is referenced
 */
export async function deleteRows(context: OperationContext, rows: readonly RowReference[]): Promise<void> {
  const { services, call } = context;
  await services.database.transaction((tx) =>
    once(tx, call, async () => {
      await removeRows(context, tx, await findAll(context, tx, rows));
      return null;
    }),
  );
}

interface RemoveOptions {
  /** Entities whose references do not prevent the deletion. */
  readonly ignoredEntities?: readonly string[];
  /** Whether the caller has checked the locks of the rows. */
  readonly unlocked?: boolean;
}

/**
 * Soft-deletes locked, visible rows in the caller's transaction and writes the audit lines.
 * @param options.ignoredEntities entities whose references do not prevent the deletion
 * @param options.unlocked true if the caller has checked the locks of the rows
 * @param rows locked, visible rows
 */
export async function removeRows(
  operationContext: OperationContext,
  tx: Orm,
  rows: readonly AnyRow[],
  { ignoredEntities = [], unlocked = false }: RemoveOptions = {},
): Promise<void> {
  const { resource, services, call } = operationContext;
  const context = { ...operationContext, tx };
  for (const row of rows) {
    assertWritable(resource, call.viewer, row);
    await resource.policy.assertOpen?.(row, context);
    if (!unlocked) assertUnlocked(resource, row, 'del');
  }
  await resource.policy.beforeDelete?.(rows, context);
  await assertUnreferenced(operationContext, tx, rows, ignoredEntities);
  await tx
    .update(resource.table)
    .set({ deleteTime: services.now(), deleteBy: call.viewer.user.id } as never)
    .where(
      withIds(
        resource,
        rows.map((row) => row.id),
      ),
    );
  await resource.policy.afterDelete?.(rows, context);
  await recordAudit(
    tx,
    actorOf(call),
    rows.map((row) => rowEvent(resource, 'del', row, { before: wireFields(resource, row) })),
  );
}

/** Refuses to delete a row to which another undeleted row refers. */
async function assertUnreferenced(
  { registry, resource }: OperationContext,
  tx: Orm,
  rows: readonly AnyRow[],
  ignoredEntities: readonly string[],
): Promise<void> {
  const ids = rows.map((row) => row.id);
  for (const otherResource of registry.all) {
    if (ignoredEntities.includes(otherResource.entity.name)) continue;
    for (const [name, field] of Object.entries(otherResource.entity.fields)) {
      if (field.kind === 'ref' && field.to === resource.entity.name) {
        const column = otherResource.columns[name];
        if (!column) continue;
        const [user] = await tx
          .select({ id: otherResource.columns.id })
          .from(otherResource.table)
          .where(
            and(
              inArray(column, ids),
              undeletedRows(otherResource),
              otherResource === resource ? notInArray(otherResource.columns.id, ids) : undefined,
            ),
          )
          .limit(1);
        if (user)
          throw conflict(
            `${resource.entity.label}已被${otherResource.entity.label}使用，不能删除；不再使用时请停用`,
            'referenced',
          );
      }
    }
  }
}

/** Returns the references that must exist to restore a row; lists of ids (roles, units) may have lost some. */
const referencesOf = ({ entity }: Resource, row: AnyRow) =>
  Object.fromEntries(
    Object.entries(entity.fields).flatMap(([name, field]) => (field.kind === 'ref' ? [[name, row[name]]] : [])),
  );

/**
 * Restores deleted rows.
 * @throws Refusal 404 where a referenced row was deleted meanwhile; 409 where a row was changed meanwhile or a unique
 * value is in use
 */
export async function restoreRows(context: OperationContext, shownRows: readonly RowReference[]): Promise<void> {
  const { resource, services, call } = context;
  await services.database.transaction((tx) =>
    once(tx, call, async () => {
      const rows = await findAll(context, tx, shownRows, true);
      for (const row of rows) {
        assertWritable(resource, call.viewer, row);
        await resource.policy.assertOpen?.(row, { ...context, tx });
        assertUnlocked(resource, row, 'edit');
        await assertReferences(context, tx, referencesOf(resource, row), null);
        try {
          await tx
            .update(resource.table)
            .set({ deleteTime: null, deleteBy: null, version: row.version + 1 } as never)
            .where(eq(resource.columns.id, row.id));
        } catch (error) {
          throw duplicateOf(error, resource, row);
        }
      }
      await resource.policy.afterRestore?.(rows, { ...context, tx });
      await recordAudit(
        tx,
        actorOf(call),
        rows.map((row) => rowEvent(resource, 'restore', row, { after: wireFields(resource, row) })),
      );
      return null;
    }),
  );
}
