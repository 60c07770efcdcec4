import { and, eq, gt, max, sql } from 'drizzle-orm';
import type { AnyRow } from '@contract/entity';
import { importSteps, longTaskTexts } from '@contract/features/system/jobs/longTasks';
import { type AuditAction, actorOf, recordAudit, recordInserted } from '@server/audit/auditTrail';
import { yieldToEventLoop } from '@server/base/yieldToEventLoop';
import type { Orm } from '@server/db/orm';
import { insertsOf } from '@server/db/writeMany';
import { invalid, notFound } from '@server/http/errors';
import { reportProgress } from '@server/http/longWorkProgress';
import { readQuery } from '@server/http/route';
import { checkedDraft } from '../checkReferences';
import type { Resource } from '../resource';
import { assertOwned, assertWritable, undeletedRows, organizationForNew } from '../rowScope';
import { once } from '../runOnce';
import {
  columnsOf,
  duplicateOf,
  duplicatedIn,
  rowEvent,
  initialsOf,
  pinyinFor,
  saveJoins,
  insertedRowAudit,
  wireFields,
  withInitials,
} from '../storedValues';
import { type OperationContext, isId, zoneOf } from './operationContext';
import { findVisibleRows } from './readRows';

export interface SaveOptions {
  readonly action: AuditAction;
}

/**
 * Returns the organization of a new row. A part (`partOf`) has the organization of the row that contains it.
 * @param draft validated values, which name the containing row
 * @param organizationId organization of an entity that is no part; null for a common row
 * @throws Refusal 404 where that row is missing or deleted
 */
export async function organizationOfNewRow(
  { resource, registry, call }: OperationContext,
  tx: Orm,
  draft: Readonly<Record<string, unknown>>,
  organizationId: number | null,
): Promise<number | null> {
  const name = resource.policy.partOf;
  const field = name === undefined ? undefined : resource.entity.fields[name];
  if (name === undefined || field?.kind !== 'ref') return organizationId;
  const wholeResource = registry.named(field.to);
  const [wholeRow] = await tx
    .select({ organizationId: wholeResource.columns.organizationId })
    .from(wholeResource.table)
    .where(and(eq(wholeResource.columns.id, draft[name] as number), undeletedRows(wholeResource)));
  if (!wholeRow) throw notFound(`所选${field.label}不存在或已被删除`);
  const owner = wholeRow.organizationId as number | null;
  if (call.maybeViewer) assertWritable(resource, call.maybeViewer, { organizationId: owner });
  return owner;
}

/**
 * Inserts a validated draft with the columns that the policy adds.
 * @param draft validated values
 * @param organizationId organization of the row; null for a common row
 * @param action action that the policy sees
 * @returns the id; the caller writes the audit line
 * @throws Refusal 409 for a value that must be unique, or by a rule of the entity
 */
export async function insertDraft(
  context: OperationContext,
  tx: Orm,
  draft: Readonly<Record<string, unknown>>,
  organizationId: number | null,
  action: AuditAction = 'add',
): Promise<number> {
  const { resource, call, services } = context;
  assertOwned(resource, organizationId);
  const policyValues =
    (await resource.policy.beforeSave?.({ ...draft }, { ...context, tx, before: null, organizationId, action })) ?? {};
  const values = { ...withInitials(initialsOf(resource), draft), ...policyValues };
  const userId = call.maybeViewer?.user.id ?? null;
  // Moves and edits use the same clock, so that the creation never has a later time than they have.
  const now = services.now();
  try {
    const [insertedRow] = await tx
      .insert(resource.table)
      .values({
        ...columnsOf(resource, values, services.env.zone),
        ...pinyinFor(resource, values),
        organizationId,
        createBy: userId,
        updateBy: userId,
        createTime: now,
        updateTime: now,
      } as never)
      .returning({ id: resource.columns.id });
    const id = insertedRow?.id as number;
    await saveJoins(tx, resource, id, values);
    return id;
  } catch (error) {
    throw duplicateOf(error, resource, values);
  }
}

/**
 * Inserts one validated draft in the caller's transaction and writes the audit line.
 * @param options.action action of the audit line
 * @param draft validated values
 * @param organizationOfCaller organization of the row unless the policy decides it; null for a common row
 * @throws Refusal for a value that must be unique, or by a rule of the entity; 404 where the creator may not see the
 * row
 */
export async function insertRow(
  context: OperationContext,
  tx: Orm,
  draft: Readonly<Record<string, unknown>>,
  { action }: SaveOptions,
  organizationOfCaller: number | null,
): Promise<AnyRow> {
  const { resource, call } = context;
  const organizationId = await organizationOfNewRow(context, tx, draft, organizationOfCaller);
  const id = await insertDraft(context, tx, draft, organizationId, action);
  const [row] = await findVisibleRows(context, tx, [id], false);
  // If the creator can't see the new row, its scope is wrong and the row would be lost. The insert is then refused.
  if (!row) throw notFound();
  try {
    await resource.policy.afterSave?.(row, { ...context, tx, before: null, organizationId });
    await resource.policy.updateDependents?.([id], { ...context, tx }, true);
  } catch (error) {
    throw duplicateOf(error, resource, draft);
  }
  await recordAudit(tx, actorOf(call), [rowEvent(resource, action, row, { after: wireFields(resource, row) })]);
  return row;
}

/** Number of rows per statement. The embedded database runs in this thread, so a long statement blocks everybody. */
const rowsPerStatement = { postgres: 1000, pglite: 80 } as const;

/** Maximum number of ids that one statement reads. */
const maxRead = 1000;

/**
 * Returns the ids of the rows that this transaction inserted into a table.
 * @param last highest id of the table before the insert
 */
async function insertedAfter(tx: Orm, { columns, table }: Resource, last: number): Promise<number[]> {
  const ids: number[] = [];
  for (;;) {
    const rows = await tx
      .select({ id: columns.id })
      .from(table)
      .where(and(gt(columns.id, ids.at(-1) ?? last), sql`${table}.xmin = pg_current_xact_id()::xid`))
      .orderBy(columns.id)
      .limit(maxRead);
    for (const row of rows) ids.push(row.id as number);
    if (rows.length < maxRead) return ids;
    await yieldToEventLoop();
  }
}

/**
 * Inserts many validated drafts (an import) in the caller's transaction: in batches, unless the policy has hooks for
 * each row. Every row gets its own audit line.
 * @param drafts validated values
 * @param organizationId organization of the rows; null for common rows
 * @returns the ids of the new rows
 * @throws Refusal 409 for a value that must be unique, or by a rule of the entity
 */
export async function insertRows(
  context: OperationContext,
  tx: Orm,
  drafts: readonly Readonly<Record<string, unknown>>[],
  organizationId: number | null,
): Promise<number[]> {
  const { resource, call, services } = context;
  if (resource.policy.beforeSave || resource.policy.afterSave || Object.keys(resource.joins).length) {
    const ids: number[] = [];
    for (const draft of drafts) {
      ids.push((await insertRow(context, tx, draft, { action: 'import' }, organizationId)).id);
      reportWritten(context, ids.length, drafts.length);
    }
    return ids;
  }
  assertOwned(resource, organizationId);
  const [lastRow] = await tx.select({ last: max(resource.columns.id) }).from(resource.table);
  const userId = call.maybeViewer?.user.id ?? null;
  const now = services.now();
  const initials = initialsOf(resource);
  const commonValues = { organizationId, createBy: userId, updateBy: userId, createTime: now, updateTime: now };
  const trailValues = insertedRowAudit(resource, zoneOf(context));
  const maxRows = rowsPerStatement[services.database.kind];
  for (let from = 0; from < drafts.length; from += maxRows) {
    await yieldToEventLoop();
    const values = drafts
      .slice(from, from + maxRows)
      .map((draft) =>
        Object.assign(
          columnsOf(resource, withInitials(initials, draft), zoneOf(context)),
          pinyinFor(resource, draft),
          commonValues,
        ),
      );
    try {
      for (const insert of insertsOf(resource.table, values))
        await recordInserted(tx, actorOf(call), { action: 'import', entity: resource.entity }, insert, trailValues);
    } catch (error) {
      throw duplicateOf(error, resource, duplicatedIn(error, resource));
    }
    reportWritten(context, Math.min(from + maxRows, drafts.length), drafts.length);
  }
  const ids = await insertedAfter(tx, resource, Number(lastRow?.last ?? 0));
  await resource.policy.updateDependents?.(ids, { ...context, tx }, true);
  return ids;
}

/**
 * Tells how many rows of an import are written.
 * @param done rows written
 * @param total rows of the import
 */
export const reportWritten = ({ resource }: Pick<OperationContext, 'resource'>, done: number, total: number): void =>
  reportProgress(done, total, longTaskTexts.importing(resource.entity.label), importSteps.write);

/**
 * Checks the organization that an administrator chose for a new row.
 * @throws Refusal 400 for an organization that does not exist
 */
async function assertOrganization(
  { resource, registry, call }: OperationContext,
  tx: Orm,
  wantedId: unknown,
): Promise<void> {
  if (!call.viewer.user.isAdmin || resource.entity.scope === 'platform' || wantedId === undefined || wantedId === null)
    return;
  const organizations = registry.named('organization');
  const organizationRows = isId(wantedId)
    ? await tx
        .select({ id: organizations.columns.id })
        .from(organizations.table)
        .where(and(eq(organizations.columns.id, wantedId), undeletedRows(organizations)))
    : [];
  if (!organizationRows.length) throw invalid([{ field: 'organizationId', message: '所属机构不存在或已被删除' }]);
}

/** Copies what belongs to the row that the query of a copy names, if the person sees that row. */
async function copyPartsTo(context: OperationContext, tx: Orm, copy: AnyRow): Promise<void> {
  const { resource, call } = context;
  const from = Number(readQuery(call.request.url).from ?? Number.NaN);
  if (!resource.policy.copyParts || !isId(from)) return;
  const [copiedRow] = await findVisibleRows(context, tx, [from], false);
  if (copiedRow) await resource.policy.copyParts(copiedRow.id, copy, { ...context, tx });
}

/**
 * Adds a row, or a copy of one. A copy needs its own permission and has its own audit action.
 * @param input fields as sent
 * @param action `copy` if the row is a copy
 * @throws Refusal 400 with the faulty fields; 404 for an unknown reference
 */
export async function addRow(
  context: OperationContext,
  input: Record<string, unknown>,
  action: 'add' | 'copy' = 'add',
): Promise<AnyRow> {
  const { resource, services, call } = context;
  return services.database.transaction((tx) =>
    once(tx, call, async () => {
      await assertOrganization(context, tx, input.organizationId);
      const organizationId = organizationForNew(resource, call.viewer, input.organizationId);
      assertWritable(resource, call.viewer, { organizationId });
      const row = await insertRow(
        context,
        tx,
        await checkedDraft(
          context,
          tx,
          {
            ...initialsOf(resource),
            ...(await resource.policy.initialValues?.(tx, services, organizationId)),
            ...input,
          },
          null,
          resource.policy.partOf ? null : organizationId,
        ),
        { action },
        organizationId,
      );
      if (action === 'copy') await copyPartsTo(context, tx, row);
      return row;
    }),
  );
}
