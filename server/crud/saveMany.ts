import type { AnyRow } from '@contract/entity';
import { failures } from '@contract/messages';
import { mayAny, permissionOf } from '@contract/permissions';
import { checkDraft, type FieldError } from '@contract/schema';
import { type SavedTogether, unknownKeys } from '@contract/workbook/saveMany';
import { actorOf, type AuditEvent, recordAudit } from '@server/audit/auditTrail';
import type { Orm } from '../db/orm';
import { forbidden, invalid, notFound, Refusal } from '../http/errors';
import { referenceFaults } from './checkReferences';
import {
  type OperationContext,
  findVisibleRows,
  ownerOf,
  removeRows,
  updateFromDraft,
  insertDraft,
} from './operations';
import { assertUnlocked, assertWritable, organizationForNew } from './rowScope';
import { once } from './runOnce';
import { changeEvents, rowEvent, initialsOf, writtenValues, wireFields } from './storedValues';

type SentRow = SavedTogether['rows'][number];
type RemovedRow = SavedTogether['removed'][number];

/** A sent row: a new one, or a change of the stored row `before`. `requestIndex` is its index in the request. */
interface RowWork {
  readonly requestIndex: number;
  readonly before: AnyRow | null;
  readonly draft: Record<string, unknown>;
}

function assertPermissions(
  { resource: { entity }, call: { viewer } }: OperationContext,
  { rows, removed }: SavedTogether,
): void {
  const neededActions = [
    ...(rows.some(({ id }) => id === undefined) ? (['add'] as const) : []),
    ...(rows.some(({ id }) => id !== undefined) ? (['edit'] as const) : []),
    ...(removed.length ? (['del'] as const) : []),
  ];
  for (const action of neededActions)
    if (!mayAny(viewer.permissions, [permissionOf(entity, action)])) throw forbidden();
}

/**
 * Locks the stored rows that are changed or removed. Missing and stale rows are reported for the whole request at
 * once.
 */
async function lockStoredRows(
  context: OperationContext,
  tx: Orm,
  rows: readonly SentRow[],
  removedRows: readonly RemovedRow[],
): Promise<ReadonlyMap<number, AnyRow>> {
  const requestedRows = [
    ...rows.map((row, index) => ({ ...row, where: `rows[${index}]` })),
    ...removedRows.map((row, index) => ({ ...row, where: `removed[${index}]` })),
  ];
  const existingRows = requestedRows.flatMap(({ id, version, where }) =>
    typeof id === 'number' ? [{ id, version, where }] : [],
  );
  if (new Set(existingRows.map(({ id }) => id)).size !== existingRows.length)
    throw invalid([{ field: 'rows', message: '同一行数据出现了多次，请刷新后重试' }]);
  const storedById = new Map(
    (existingRows.length
      ? await findVisibleRows(
          context,
          tx,
          existingRows.map(({ id }) => id),
          true,
        )
      : []
    ).map((row) => [row.id, row]),
  );
  const goneRows = existingRows.filter(({ id }) => !storedById.has(id));
  if (goneRows.length)
    throw new Refusal(404, 'gone', failures.someGone, {
      errors: goneRows.map(({ where }) => ({ field: where, message: failures.notFound })),
    });
  const staleRows = existingRows.flatMap(({ id, version }) => {
    const row = storedById.get(id);
    return row && row.version !== version ? [row] : [];
  });
  if (staleRows.length) throw new Refusal(409, 'stale', failures.stale, { current: staleRows });
  return storedById;
}

/** Finds two rows of one request with the same unique value; the database would report only one. */
function repeatedValues({ resource: { entity } }: OperationContext, rowChanges: readonly RowWork[]): FieldError[] {
  return Object.entries(entity.fields).flatMap(([name, field]) => {
    if (!field.unique) return [];
    const seenValues = new Set<string>();
    return rowChanges.flatMap(({ requestIndex, draft }) => {
      const value = draft[name];
      if (value === null || value === undefined) return [];
      const isRepeated = seenValues.has(String(value));
      seenValues.add(String(value));
      return isRepeated
        ? [{ field: `rows[${requestIndex}].${name}`, message: `${field.label}“${String(value)}”重复` }]
        : [];
    });
  });
}

/** Validates every row by its fields' rules and its references, and reports all faults at their cells. */
async function checkRows(
  context: OperationContext,
  tx: Orm,
  rows: readonly SentRow[],
  storedById: ReadonlyMap<number, AnyRow>,
): Promise<RowWork[]> {
  const { resource } = context;
  const errors: FieldError[] = [];
  const rowChanges: RowWork[] = [];
  /** Invalid rows, whose references are checked as well. */
  const invalidRows: RowWork[] = [];
  for (const [index, row] of rows.entries()) {
    const before = (row.id === undefined ? undefined : storedById.get(row.id)) ?? null;
    const checkedRow = checkDraft(resource.entity, { ...(before ?? initialsOf(resource)), ...row });
    if (checkedRow.ok)
      rowChanges.push({
        requestIndex: index,
        before,
        draft: before ? writtenValues(resource, checkedRow.value) : checkedRow.value,
      });
    else {
      invalidRows.push({ requestIndex: index, before, draft: checkedRow.validFields });
      errors.push(...checkedRow.errors.map(({ field, message }) => ({ field: `rows[${index}].${field}`, message })));
    }
  }
  const checkedRows = [...rowChanges, ...invalidRows];
  for (const { lineIndex, field, message } of await referenceFaults(context, tx, checkedRows))
    errors.push({ field: `rows[${checkedRows[lineIndex]?.requestIndex ?? lineIndex}].${field}`, message });
  errors.push(...repeatedValues(context, rowChanges));
  if (errors.length) throw invalid(errors);
  return rowChanges;
}

/** Converts a policy's error to an error of the row in the request. */
function errorAtRow(error: unknown, index: number): unknown {
  if (!(error instanceof Refusal)) return error;
  const errors = error.details.errors?.map(({ field, message }) => ({ field: `rows[${index}].${field}`, message })) ?? [
    { field: `rows[${index}]`, message: error.message },
  ];
  return new Refusal(error.status, error.code, error.message, { ...error.details, errors });
}

/**
 * Runs the work for each row. Validation errors of the policy are collected; any other error stops the work at once.
 */
async function runForEachRow<T>(
  rowChanges: readonly RowWork[],
  work: (one: RowWork, index: number) => Promise<T>,
): Promise<T[]> {
  const errors: FieldError[] = [];
  const results: T[] = [];
  for (const [index, rowChange] of rowChanges.entries()) {
    try {
      results.push(await work(rowChange, index));
    } catch (thrownError) {
      const error = errorAtRow(thrownError, rowChange.requestIndex);
      if (!(error instanceof Refusal && error.status === 400)) throw error;
      errors.push(...(error.details.errors ?? []));
    }
  }
  if (errors.length) throw invalid(errors);
  return results;
}

/** Returns a function that gives the organization of new rows, with one query per parent. */
function ownerLookup(context: OperationContext, tx: Orm) {
  const { resource, call } = context;
  const part = resource.policy.partOf;
  const ownerByWhole = new Map<unknown, number | null>();
  return async (draft: Readonly<Record<string, unknown>>, wantedId: unknown): Promise<number | null> => {
    const wholeId = part === undefined ? wantedId : draft[part];
    const knownOwner = ownerByWhole.get(wholeId);
    if (knownOwner !== undefined) return knownOwner;
    const callers = organizationForNew(resource, call.viewer, wantedId);
    if (part === undefined) assertWritable(resource, call.viewer, { organizationId: callers });
    const owner = await ownerOf(context, tx, draft, callers);
    ownerByWhole.set(wholeId, owner);
    return owner;
  };
}

/**
 * Saves the rows of an entry grid: removes, changes and adds in one transaction, all or none. References are looked
 * up together. The policy's hooks run for each row; `afterSave` runs after all rows are written.
 * @returns the saved rows in the order in which they were sent
 * @throws Refusal 400 with every faulty cell as `rows[3].post`; 404 `gone` and 409 `stale` (with the current rows)
 * for all such rows at once
 */
export function saveMany(context: OperationContext, request: SavedTogether): Promise<AnyRow[]> {
  const { resource, services, call } = context;
  const { rows, removed } = request;
  assertPermissions(context, request);
  const unknownFields = unknownKeys([resource.entity], rows);
  if (unknownFields.length) throw invalid(unknownFields);
  return services.database.transaction((tx) =>
    once(tx, call, async () => {
      const storedById = await lockStoredRows(context, tx, rows, removed);
      const removedRows = removed.flatMap(({ id }) => storedById.get(id) ?? []);
      if (removedRows.length) await removeRows(context, tx, removedRows);
      const rowChanges = await checkRows(context, tx, rows, storedById);
      const ownerFor = ownerLookup(context, tx);
      const ids = await runForEachRow(rowChanges, async ({ requestIndex, before, draft }) => {
        if (!before) return insertDraft(context, tx, draft, await ownerFor(draft, rows[requestIndex]?.organizationId));
        assertWritable(resource, call.viewer, before);
        await resource.policy.assertOpen?.(before, { ...context, tx });
        assertUnlocked(resource, before, 'edit');
        await updateFromDraft(context, tx, before, draft);
        return before.id;
      });
      const byId = new Map(
        (ids.length ? await findVisibleRows(context, tx, ids, false) : []).map((row) => [row.id, row]),
      );
      const savedRows = ids.map((id) => {
        const row = byId.get(id);
        // If the creator can't see the row, the scope is wrong and the row would be lost. The save is then refused.
        if (!row) throw notFound();
        return row;
      });
      const auditEvents: AuditEvent[] = [];
      await runForEachRow(rowChanges, async (rowWork, index) => {
        const after = savedRows[index];
        if (!after) return;
        await resource.policy.afterSave?.(after, {
          ...context,
          tx,
          before: rowWork.before,
          organizationId: after.organizationId,
        });
        auditEvents.push(
          ...(rowWork.before
            ? changeEvents(resource, 'edit', rowWork.before, after, rowWork.draft)
            : [rowEvent(resource, 'add', after, { after: wireFields(resource, after) })]),
        );
      });
      await recordAudit(tx, actorOf(call), auditEvents);
      return savedRows;
    }),
  );
}
