import { eq } from 'drizzle-orm';
import type { AnyRow } from '@contract/entity';
import { type FieldError, fieldSchema } from '@contract/schema';
import { actorOf, recordAudit } from '@server/audit/auditTrail';
import type { Orm } from '@server/db/orm';
import { invalid, notFound, stale } from '@server/http/errors';
import type { RowReference } from '../assertSeenVersion';
import { checkedDraft } from '../checkReferences';
import { assertUnlocked, assertWritable } from '../rowScope';
import { once } from '../runOnce';
import { changeEvents, columnsOf, duplicateOf, pinyinFor, saveJoins } from '../storedValues';
import type { SaveOptions } from './addRows';
import { type OperationContext, isId } from './operationContext';
import { findVisibleRows, findAll } from './readRows';

/**
 * Updates a row with a validated draft and the columns that the policy adds; the caller writes the audit line.
 * @param before the locked row
 * @param draft validated values
 * @throws Refusal 409 for a value that must be unique, or by a rule of the entity
 */
export async function updateFromDraft(
  context: OperationContext,
  tx: Orm,
  before: AnyRow,
  draft: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { resource, call, services } = context;
  const policyValues =
    (await resource.policy.beforeSave?.(
      { ...draft },
      { ...context, tx, before, organizationId: before.organizationId },
    )) ?? {};
  const values = { ...draft, ...policyValues };
  try {
    await tx
      .update(resource.table)
      .set({
        ...columnsOf(resource, values, services.env.zone),
        ...pinyinFor(resource, { ...before, ...values }),
        version: before.version + 1,
        updateBy: call.maybeViewer?.user.id ?? null,
        updateTime: services.now(),
      } as never)
      .where(eq(resource.columns.id, before.id));
  } catch (error) {
    throw duplicateOf(error, resource, values);
  }
  await saveJoins(tx, resource, before.id, values);
}

/**
 * Updates a locked, visible row in the caller's transaction and writes the audit line. Fields that are absent in
 * `input` stay unchanged.
 * @param options.action action of the audit line
 * @param before the locked row
 * @param input fields to change
 * @throws Refusal 400 with the faulty fields; 404; 409 `locked`; refusals by rules of the entity
 */
export async function updateRow(
  operationContext: OperationContext,
  tx: Orm,
  before: AnyRow,
  input: Readonly<Record<string, unknown>>,
  { action }: SaveOptions,
): Promise<AnyRow> {
  const { resource, call } = operationContext;
  const context = { ...operationContext, tx, before, organizationId: before.organizationId };
  assertWritable(resource, call.viewer, before);
  await resource.policy.assertOpen?.(before, context);
  assertUnlocked(resource, before, 'edit');
  // Setting the value that a row already has writes nothing. Otherwise the row would get a new version without an
  // audit line.
  if (action === 'status' && Object.entries(input).every(([name, value]) => before[name] === value)) return before;
  const draft = await checkedDraft(operationContext, tx, { ...before, ...input }, before);
  await updateFromDraft(operationContext, tx, before, draft);
  const [after] = await findVisibleRows(operationContext, tx, [before.id], false);
  if (!after) throw notFound();
  await resource.policy.afterSave?.(after, context);
  await resource.policy.updateDependents?.([before.id], context, false);
  await recordAudit(tx, actorOf(call), changeEvents(resource, action, before, after, draft));
  return after;
}

/**
 * Edits one row whose `version` must be the stored one.
 * @throws Refusal 400 with the faulty fields; 404; 409 `stale` with the current row, `locked`
 */
export async function editRow(context: OperationContext, input: Record<string, unknown>): Promise<AnyRow> {
  const { id, version } = input;
  const errors: FieldError[] = [];
  if (!isId(id)) errors.push({ field: 'id', message: '请求不完整，请刷新页面后重试' });
  if (!Number.isInteger(version)) errors.push({ field: 'version', message: '缺少版本号，请刷新后重试' });
  if (errors.length) throw invalid(errors);
  return context.services.database.transaction((tx) =>
    once(tx, context.call, async () => {
      const [before] = await findVisibleRows(context, tx, [Number(id)], true);
      if (!before) throw notFound();
      if (before.version !== version) throw stale(before);
      return updateRow(context, tx, before, input, { action: 'edit' });
    }),
  );
}

/**
 * Returns one row to the state before anyone edited it.
 * @throws Refusal 404; refusals by the policy
 */
export async function resetRow(operationContext: OperationContext, id: number): Promise<void> {
  const { services, registry, call } = operationContext;
  const { policy } = operationContext.resource;
  await services.database.transaction((tx) =>
    once(tx, call, async () => {
      const [row] = await findVisibleRows(operationContext, tx, [id], true);
      if (!row) throw notFound();
      const context = { services, registry, tx, call };
      await policy.assertOpen?.(row, context);
      await policy.resets?.(row, context);
      return null;
    }),
  );
}

/**
 * Changes one field of many rows: of all or of none (SPEC §4, status change by ids).
 * @param rows ids with the versions that the person saw
 * @param field field to change, e.g. `enabled`
 * @param value its new value
 * @throws Refusal 400 for a field that can't be changed this way
 */
export async function setStatus(
  context: OperationContext,
  rows: readonly RowReference[],
  field: string,
  value: unknown,
): Promise<void> {
  const { resource, services } = context;
  const statusField = Object.hasOwn(resource.entity.fields, field) ? resource.entity.fields[field] : undefined;
  if (!statusField || statusField.readonly || (statusField.kind !== 'dict' && statusField.kind !== 'flag')) {
    throw invalid([{ field: 'field', message: '该字段不能批量变更' }]);
  }
  const result = fieldSchema(statusField).safeParse(value);
  if (!result.success) throw invalid([{ field: 'value', message: result.error.issues[0]?.message ?? '取值不正确' }]);
  await services.database.transaction((tx) =>
    once(tx, context.call, async () => {
      for (const row of await findAll(context, tx, rows))
        await updateRow(context, tx, row, { [field]: result.data }, { action: 'status' });
      return null;
    }),
  );
}
