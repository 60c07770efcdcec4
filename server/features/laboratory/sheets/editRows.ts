import { and, eq, inArray, isNull } from 'drizzle-orm';
import { parseResult } from '@contract/arithmetic/numbers/censoredResults';
import { Decimal } from '@contract/arithmetic/numbers/decimalNumbers';
import type { AnyRow } from '@contract/entity';
import { efficiencyLabel } from '@contract/features/laboratory/detection/determinationForms';
import { labSheetRow } from '@contract/features/laboratory/entities/labSheetRow';
import { layoutOfSheet, methodOf, variantOf } from '@contract/features/laboratory/sheets/labWork';
import type { LabWork } from '@contract/features/laboratory/sheets/labWork';
import { gridRow, readingKeys, readingsIn, rowEntityOf } from '@contract/features/laboratory/sheets/rowEntity';
import { labSheetTexts, recalculationTexts } from '@contract/features/laboratory/sheetTexts';
import { failures } from '@contract/messages';
import { checkDraft, type FieldError } from '@contract/schema';
import { type RowToSave, unknownKeys } from '@contract/workbook/saveMany';
import { actorOf, type AuditEvent, differenceOf, recordAudit } from '@server/audit/auditTrail';
import { assertSeenVersion, idOf, type RowReference } from '@server/crud/assertSeenVersion';
import type { CrudContext } from '@server/crud/crudContext';
import type { Orm } from '@server/db/orm';
import { labSheetRowTable, labTaskTable } from '@server/db/schema';
import { updateEach } from '@server/db/writeMany';
import { badRequest, conflict, invalid, Refusal } from '@server/http/errors';
import type { Call } from '@server/http/route';
import { moveRows } from '@server/workflow/moveRows';
import { lockTasks, movedTask } from '../tasks/movedTask';
import { moveSamplesToTaskState } from '../tasks/sampleStates';
import { openSheet, type StoredSheet } from './openSheet';
import { recalculationCause, causedByReadings, recalculateSheet } from './recalculate';
import { fillEfficiencies, startingEfficiencies } from './sheetEfficiencies';
import { auditAddedRows } from './sheetRows';
import { workRows } from './sheetWork';

type StoredRow = typeof labSheetRowTable.$inferSelect;
type SheetFacts = Pick<LabWork['sheet'], 'methodKind' | 'layout' | 'variant'>;

const factsOf = (sheet: StoredSheet): SheetFacts => ({
  methodKind: sheet.methodKind,
  layout: sheet.layout,
  variant: sheet.variant,
});

/** Returns the typed content of a row as flat fields: the readings beside the remark and the correction. */
const writtenFields = (row: StoredRow): Record<string, unknown> => ({
  ...row.readings,
  standardVolume: row.standardVolume,
  remark: row.remark,
  overrideText: row.overrideText,
  overrideReason: row.overrideReason,
});

/** Locks the grid rows named by one request. All must belong to one record. */
async function lockedRows(tx: Orm, ids: readonly number[]): Promise<{ rows: Map<number, StoredRow>; sheet: number }> {
  const rows = await tx
    .select()
    .from(labSheetRowTable)
    .where(and(inArray(labSheetRowTable.id, [...ids]), isNull(labSheetRowTable.deleteTime)))
    .orderBy(labSheetRowTable.id);
  const goneIndexes = ids.flatMap((id, index) => (rows.some((row) => row.id === id) ? [] : [index]));
  if (goneIndexes.length)
    throw new Refusal(404, 'gone', failures.someGone, {
      errors: goneIndexes.map((at) => ({ field: `rows[${at}]`, message: failures.notFound })),
    });
  const [sheet, ...others] = [...new Set(rows.map((row) => row.sheet))];
  if (sheet === undefined || others.length) throw badRequest(labSheetTexts.otherSheetRows);
  return { rows: new Map(rows.map((row) => [row.id, row])), sheet };
}

/**
 * Checks whether a result is impossible: no concentration is below 0, none is reported as 0, and nothing is less than
 * 0 (DOMAIN §4.3). An instrument reading may be 0.
 */
function isNothing(text: string, air: boolean): boolean {
  const { num, censored } = parseResult(text);
  const value = new Decimal(num);
  return value.isNegative() || (value.isZero() && (censored || air));
}

/** Requires a correction together with its reason. The correction follows the same rules as a calculated result. */
function overrideFaults(index: number, draft: Readonly<Record<string, unknown>>, air: boolean): FieldError[] {
  if (draft['overrideText'] && isNothing(String(draft['overrideText']), air))
    return [{ field: `rows[${index}].overrideText`, message: labSheetTexts.overrideNothing }];
  if (draft['overrideText'] && !draft['overrideReason'])
    return [{ field: `rows[${index}].overrideReason`, message: labSheetTexts.overrideReason }];
  if (!draft['overrideText'] && draft['overrideReason'])
    return [{ field: `rows[${index}].overrideText`, message: labSheetTexts.overrideText }];
  return [];
}

/** Returns rows of the grid in the form of the page, in the requested order. */
async function answerRows(orm: Orm, sheetId: number, ids: readonly number[]): Promise<AnyRow[]> {
  const byId = new Map((await workRows(orm, sheetId)).map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    return row ? [gridRow(row, sheetId) as AnyRow] : [];
  });
}

/** Refuses rows without an id, which only a sample creates, and rows that were sent twice. */
function idsToSave(sentRows: readonly RowToSave[]): number[] {
  if (sentRows.some(({ id }) => typeof id !== 'number'))
    throw badRequest('检测记录的行来自样品，请用“加入样品”或“新增平行样”');
  const ids = sentRows.map(({ id }) => id as number);
  if (new Set(ids).size !== ids.length)
    throw invalid([{ field: 'rows', message: '同一行数据出现了多次，请刷新后重试' }]);
  return ids;
}

/** Refuses rows that were changed since the person saw them, with their current content. */
async function assertNotStale(
  tx: Orm,
  sheetId: number,
  sentRows: readonly RowToSave[],
  rows: ReadonlyMap<number, StoredRow>,
): Promise<void> {
  const staleIds = sentRows.flatMap(({ id, version }) =>
    rows.get(id as number)?.version === version ? [] : [id as number],
  );
  if (staleIds.length)
    throw new Refusal(409, 'stale', failures.stale, { current: await answerRows(tx, sheetId, staleIds) });
}

interface RowDraft {
  readonly before: StoredRow;
  readonly draft: Readonly<Record<string, unknown>>;
}

/**
 * Checks the sent rows and returns them with the stored ones.
 * @throws Refusal 400 with every faulty field
 */
function draftsOf(
  sheetFacts: ReturnType<typeof factsOf>,
  sentRows: readonly RowToSave[],
  rows: ReadonlyMap<number, StoredRow>,
): RowDraft[] {
  const entity = rowEntityOf(methodOf(sheetFacts), sheetFacts.layout ?? undefined, variantOf(sheetFacts));
  const { dependsOnAirVolume } = layoutOfSheet(sheetFacts).family;
  const unknownFields = unknownKeys([entity, labSheetRow], sentRows);
  if (unknownFields.length) throw invalid(unknownFields);
  const errors: FieldError[] = [];
  const drafts = sentRows.map((sentRow, index): RowDraft => {
    const before = rows.get(sentRow.id as number) as StoredRow;
    const checkedRow = checkDraft(entity, { ...writtenFields(before), ...sentRow });
    if (!checkedRow.ok) {
      errors.push(...checkedRow.errors.map(({ field, message }) => ({ field: `rows[${index}].${field}`, message })));
      return { before, draft: {} };
    }
    const draft = checkedRow.value as Record<string, unknown>;
    errors.push(...overrideFaults(index, draft, dependsOnAirVolume));
    return { before, draft };
  });
  if (errors.length) throw invalid(errors);
  return drafts;
}

/** Returns the audit line of a changed row; none for a row that stays as it was. */
function changeEvent(previousStoredRow: StoredRow, next: Partial<StoredRow>): AuditEvent[] {
  const [previous, current] = [writtenFields(previousStoredRow), writtenFields({ ...previousStoredRow, ...next })];
  const names = [...new Set([...Object.keys(previous), ...Object.keys(current)])];
  const difference = differenceOf(previous, current, names);
  return difference.changed.length
    ? [
        {
          action: 'edit',
          entity: labSheetRow,
          entityId: previousStoredRow.id,
          title: previousStoredRow.sampleNo,
          organizationId: previousStoredRow.organizationId,
          before: difference.before,
          after: difference.after,
        },
      ]
    : [];
}

/**
 * Saves the changed rows of the grid, all or none, and recalculates the record. Rows arrive flat, with the fields of
 * the layout (`rowEntityOf`); calculated values in the request are ignored (DOMAIN §0, 5). Returns the rows in the
 * order of the request.
 */
export async function saveRows(
  context: CrudContext,
  tx: Orm,
  call: Call<unknown>,
  sentRows: readonly RowToSave[],
): Promise<AnyRow[]> {
  const ids = idsToSave(sentRows);
  const sheetId = (await lockedRows(tx, ids)).sheet;
  const sheet = await openSheet(tx, context.registry, call, sheetId);
  // The rows are read again after locking the record, which every writer of rows locks first.
  const { rows } = await lockedRows(tx, ids);
  await assertNotStale(tx, sheetId, sentRows, rows);
  const sheetFacts = factsOf(sheet);
  const drafts = draftsOf(sheetFacts, sentRows, rows);
  const keys = readingKeys(methodOf(sheetFacts), sheetFacts.layout ?? undefined);
  const incoming = variantOf(sheetFacts) === 'incoming';
  const efficiencies = await efficienciesFor(tx, sheet, drafts);
  const auditEvents: AuditEvent[] = [];
  const now = context.services.now();
  const changedRows = drafts.map(({ before, draft }) => {
    const efficiency = efficiencies.get(before.id);
    const textOf = (name: string) => (draft[name] as string | null) ?? null;
    const next = {
      readings: { ...readingsIn(draft, keys), ...(efficiency ? { efficiency } : {}) },
      remark: textOf('remark'),
      overrideText: textOf('overrideText'),
      overrideReason: textOf('overrideReason'),
      ...(incoming ? { standardVolume: textOf('standardVolume') } : {}),
    };
    auditEvents.push(...changeEvent(before, next));
    return {
      id: before.id,
      set: { ...next, version: before.version + 1, updateBy: call.viewer.user.id, updateTime: now },
    };
  });
  await updateEach(tx, labSheetRowTable, changedRows);
  await recordAudit(tx, actorOf(call), auditEvents);
  await recalculateSheet(tx, sheetId, await causedByReadings(tx, call, sheetId));
  return answerRows(tx, sheetId, ids);
}

interface RowDraft {
  readonly before: StoredRow;
  readonly draft: Readonly<Record<string, unknown>>;
}

/** Returns by row the efficiencies of the samples' lots, for rows without a typed efficiency. */
async function efficienciesFor(
  tx: Orm,
  sheet: StoredSheet,
  drafts: readonly RowDraft[],
): Promise<ReadonlyMap<number, string>> {
  const rowsWithoutEfficiency = drafts.filter(
    ({ before, draft }) => before.rowKind !== 'blank' && !draft['efficiency'],
  );
  if (!rowsWithoutEfficiency.length || efficiencyLabel({ sheet }) === null) return new Map();
  const knownEfficiencies = await startingEfficiencies(
    tx,
    sheet,
    rowsWithoutEfficiency.map(({ before }) => before.sample),
  );
  return new Map(
    rowsWithoutEfficiency.flatMap(({ before: { id, sample } }): [number, string][] => {
      const efficiency = knownEfficiencies.get(sample);
      return efficiency ? [[id, efficiency]] : [];
    }),
  );
}

/** Adds a second row for samples that are measured twice. */
export async function addParallels(
  context: CrudContext,
  tx: Orm,
  call: Call<unknown>,
  sheetId: number,
  ids: readonly number[],
): Promise<number> {
  const sheet = await openSheet(tx, context.registry, call, sheetId);
  const { rows, sheet: ownSheetId } = await lockedRows(tx, ids);
  if (ownSheetId !== sheet.id) throw conflict(labSheetTexts.otherSheetRows);
  const insertedRows = await tx
    .insert(labSheetRowTable)
    .values(
      [...rows.values()].map((row) => ({
        organizationId: row.organizationId,
        sheet: row.sheet,
        task: null,
        sample: row.sample,
        sampleNo: row.sampleNo,
        rowKind: row.rowKind === 'blank' ? 'blank' : 'parallel',
        rowSort: (row.rowSort ?? 0) + 1,
        readings: {},
        censored: false,
        standardVolume: row.standardVolume,
        createBy: call.viewer.user.id,
        updateBy: call.viewer.user.id,
      })),
    )
    .returning();
  await auditAddedRows(tx, call, insertedRows);
  await fillEfficiencies(tx, call, sheet);
  await recalculateSheet(tx, sheetId, recalculationCause(call, recalculationTexts.parallels));
  return insertedRows.length;
}

/**
 * Removes rows from a record; their tasks return to the analyst's open tasks. The audit trail keeps the content.
 * @param shownRows each row with the version that the person saw
 * @throws Refusal 409 `stale` that names the first row that was changed meanwhile
 */
export async function removeRecordRows(
  context: CrudContext,
  tx: Orm,
  call: Call<unknown>,
  sheetId: number,
  shownRows: readonly RowReference[],
): Promise<number> {
  const sheet = await openSheet(tx, context.registry, call, sheetId);
  const { rows, sheet: ownSheetId } = await lockedRows(tx, shownRows.map(idOf));
  if (ownSheetId !== sheet.id) throw conflict(labSheetTexts.otherSheetRows);
  const chosenRows = [...rows.values()];
  assertSeenVersion(chosenRows, shownRows, ({ sampleNo }) => sampleNo);
  const sampleIds = new Set(chosenRows.filter(({ task }) => task !== null).map(({ sample }) => sample));
  const allRows = await tx
    .select()
    .from(labSheetRowTable)
    .where(and(eq(labSheetRowTable.sheet, sheetId), isNull(labSheetRowTable.deleteTime)));
  // Removing a sample also removes its parallels.
  const leavingRows = allRows.filter((row) => rows.has(row.id) || sampleIds.has(row.sample));
  if (!allRows.some((row) => row.rowKind === 'sample' && !leavingRows.includes(row)))
    throw conflict(labSheetTexts.lastSample);
  await returnRowsToTasks(context, tx, call, leavingRows);
  await recalculateSheet(tx, sheetId, recalculationCause(call, recalculationTexts.rowsRemoved));
  return leavingRows.length;
}

/** Removes rows and returns their tasks to the analyst's open tasks. */
export async function returnRowsToTasks(
  context: CrudContext,
  tx: Orm,
  call: Call<unknown>,
  leavingRows: readonly StoredRow[],
): Promise<void> {
  if (!leavingRows.length) return;
  const { services, registry } = context;
  await tx
    .update(labSheetRowTable)
    .set({ deleteTime: services.now(), deleteBy: call.viewer.user.id })
    .where(
      inArray(
        labSheetRowTable.id,
        leavingRows.map(({ id }) => id),
      ),
    );
  await recordAudit(
    tx,
    actorOf(call),
    leavingRows.map((row) => ({
      action: 'del' as const,
      entity: labSheetRow,
      entityId: row.id,
      title: row.sampleNo,
      organizationId: row.organizationId,
      before: { sheet: row.sheet, ...writtenFields(row) },
    })),
  );
  const taskIds = leavingRows.flatMap(({ task }) => task ?? []);
  if (!taskIds.length) return;
  const tasks = (await lockTasks(context, tx, call, taskIds)).tasks.filter(({ state }) => state === 'testing');
  await moveRows(services, tx, call, movedTask(registry), tasks, 'takeOff', { changes: { sheet: null } });
  await moveSamplesToTaskState(
    context,
    tx,
    call,
    tasks.map(({ id }) => id),
  );
}

/** Returns the undeleted tasks of a record with their states. */
export const tasksOfSheet = (orm: Orm, sheetId: number) =>
  orm
    .select({ id: labTaskTable.id, state: labTaskTable.state })
    .from(labTaskTable)
    .where(and(eq(labTaskTable.sheet, sheetId), isNull(labTaskTable.deleteTime)));
