import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { AnyRow } from '@contract/entity';
import { labSheet } from '@contract/features/laboratory/entities/labSheet';
import {
  firstHead,
  sharedHeadChanges,
  missingHead,
  sheetGroupTexts,
  groupingProblem,
} from '@contract/features/laboratory/sheets/sheetGroup';
import { actorOf, recordAudit } from '@server/audit/auditTrail';
import { assertSeenVersion, idOf, type RowReference } from '@server/crud/assertSeenVersion';
import type { CrudContext } from '@server/crud/crudContext';
import { findVisibleRows, updateRow } from '@server/crud/operations';
import type { Orm } from '@server/db/orm';
import { labMethodTable, labSheetRowTable, labSheetTable, sampleTable } from '@server/db/schema';
import { badRequest, conflict } from '@server/http/errors';
import type { Call } from '@server/http/route';
import { openSheet, type StoredSheet } from '../openSheet';
import { membersOf } from './groupMembers';

const numberOf = ({ sheetNo }: Pick<StoredSheet, 'sheetNo'>): string => sheetNo ?? '';

/** Opens records for writing, in the order of their ids. */
async function openSheets(
  { registry }: CrudContext,
  tx: Orm,
  call: Call<unknown>,
  ids: readonly number[],
): Promise<StoredSheet[]> {
  const sheets: StoredSheet[] = [];
  for (const id of [...new Set(ids)].sort((a, b) => a - b)) sheets.push(await openSheet(tx, registry, call, id));
  return sheets;
}

/** Returns the media of the records' samples, by default those of their methods. */
async function collectorsOf(tx: Orm, ids: readonly number[]): Promise<string[]> {
  const medium = sql<string | null>`coalesce(${sampleTable.medium}, ${labMethodTable.medium})`;
  const rows = await tx
    .selectDistinct({ medium })
    .from(labSheetRowTable)
    .innerJoin(labSheetTable, eq(labSheetTable.id, labSheetRowTable.sheet))
    .innerJoin(sampleTable, eq(sampleTable.id, labSheetRowTable.sample))
    .innerJoin(labMethodTable, eq(labMethodTable.id, labSheetTable.method))
    .where(and(inArray(labSheetRowTable.sheet, [...ids]), isNull(labSheetRowTable.deleteTime)));
  return rows.flatMap((row) => row.medium ?? []);
}

/** Writes the number of the common original record into records, with their audit lines. */
async function setGroup(
  { services }: CrudContext,
  tx: Orm,
  call: Call<unknown>,
  sheets: readonly StoredSheet[],
  groupNo: string | null,
): Promise<void> {
  const changedSheets = sheets.filter((sheet) => sheet.groupNo !== groupNo);
  if (!changedSheets.length) return;
  await tx
    .update(labSheetTable)
    .set({
      groupNo,
      version: sql`${labSheetTable.version} + 1`,
      updateBy: call.viewer.user.id,
      updateTime: services.now(),
    })
    .where(
      inArray(
        labSheetTable.id,
        changedSheets.map(({ id }) => id),
      ),
    );
  await recordAudit(
    tx,
    actorOf(call),
    changedSheets.map((sheet) => ({
      action: 'edit' as const,
      entity: labSheet,
      entityId: sheet.id,
      title: numberOf(sheet),
      organizationId: sheet.organizationId,
      before: { groupNo: sheet.groupNo },
      after: { groupNo },
    })),
  );
}

/** Writes values into the heads of records, as a person would. */
async function writeHeads(
  { services, registry }: CrudContext,
  tx: Orm,
  call: Call<unknown>,
  ids: readonly number[],
  changesOf: (row: AnyRow) => Record<string, unknown>,
): Promise<void> {
  const context = { services, registry, resource: registry.named('labSheet'), call };
  for (const id of ids) {
    const [row] = await findVisibleRows(context, tx, [id], true);
    if (!row) continue;
    const changes = changesOf(row);
    if (Object.keys(changes).length) await updateRow(context, tx, row, changes, { action: 'edit' });
  }
}

/** The original record that several records form. */
interface MadeGroup {
  readonly no: string;
  readonly names: readonly string[];
}

/**
 * Makes one original record of several draft records; those that share one with a chosen record join it. The first
 * value of each field of the head applies to all.
 * @param shownRows each record with the version that the person saw
 * @throws Refusal 400 for records that can't form one original record; 404; 409
 */
export async function formGroup(
  context: CrudContext,
  tx: Orm,
  call: Call<unknown>,
  shownRows: readonly RowReference[],
): Promise<MadeGroup> {
  const chosenSheets = await openSheets(context, tx, call, shownRows.map(idOf));
  assertSeenVersion(chosenSheets, shownRows, numberOf);
  const joinedIds: number[] = [];
  for (const sheet of chosenSheets) joinedIds.push(...(await membersOf(tx, sheet)).map(({ id }) => id));
  const sheets = await openSheets(context, tx, call, joinedIds);
  const collectors = await collectorsOf(
    tx,
    sheets.map(({ id }) => id),
  );
  const reason = groupingProblem(sheets as unknown as Parameters<typeof groupingProblem>[0], collectors);
  if (reason !== null) throw badRequest(reason);
  const [firstSheet] = sheets as [StoredSheet, ...StoredSheet[]];
  await setGroup(context, tx, call, sheets, numberOf(firstSheet));
  const operationContext = { ...context, resource: context.registry.named('labSheet'), call };
  const ids = sheets.map(({ id }) => id);
  const rows = (await findVisibleRows(operationContext, tx, ids, true)).sort((a, b) => a.id - b.id);
  const head = firstHead(rows);
  await writeHeads(context, tx, call, ids, (row) => missingHead(head, row));
  // A head that nobody has looked at stays marked.
  for (const { id, carriedFrom } of rows)
    if (carriedFrom !== null)
      await tx
        .update(labSheetTable)
        .set({ carriedFrom: Number(carriedFrom) })
        .where(eq(labSheetTable.id, id));
  return { no: numberOf(firstSheet), names: sheets.map(({ hazardName }) => hazardName ?? '') };
}

/** Removes records from their groups. A group whose first record leaves is numbered by its next one. */
async function removeFromGroups(
  context: CrudContext,
  tx: Orm,
  call: Call<unknown>,
  leavingSheets: readonly StoredSheet[],
): Promise<void> {
  const leavingIds = new Set(leavingSheets.map(({ id }) => id));
  const groups = new Map(
    leavingSheets.flatMap((sheet) => (sheet.groupNo === null ? [] : [[sheet.groupNo, sheet] as const])),
  );
  for (const sheet of groups.values()) {
    const members = await membersOf(tx, sheet, 'update');
    const stayingSheets = members.filter(({ id }) => !leavingIds.has(id));
    const [firstStayingSheet] = stayingSheets;
    await setGroup(
      context,
      tx,
      call,
      members.filter(({ id }) => leavingIds.has(id)),
      null,
    );
    await setGroup(
      context,
      tx,
      call,
      stayingSheets,
      firstStayingSheet && stayingSheets.length > 1 ? numberOf(firstStayingSheet) : null,
    );
  }
}

/**
 * Takes draft records out of their original records.
 * @param shownRows each record with the version that the person saw
 * @throws Refusal 404; 409 for a record that shares none, or that may not be changed
 */
export async function leaveGroup(
  context: CrudContext,
  tx: Orm,
  call: Call<unknown>,
  shownRows: readonly RowReference[],
): Promise<number> {
  const sheets = await openSheets(context, tx, call, shownRows.map(idOf));
  assertSeenVersion(sheets, shownRows, numberOf);
  const ungroupedSheet = sheets.find(({ groupNo }) => groupNo === null);
  if (ungroupedSheet) throw conflict(sheetGroupTexts.notGrouped(numberOf(ungroupedSheet)));
  await removeFromGroups(context, tx, call, sheets);
  return sheets.length;
}

/** Takes records that are about to be deleted out of their original records. */
export async function leaveGroupsOf(
  context: CrudContext,
  tx: Orm,
  call: Call<unknown>,
  rows: readonly AnyRow[],
): Promise<void> {
  const ids = rows.flatMap((row) => (row.groupNo ? [row.id] : []));
  if (!ids.length) return;
  await removeFromGroups(
    context,
    tx,
    call,
    await tx.select().from(labSheetTable).where(inArray(labSheetTable.id, ids)),
  );
}

/** Brings a change of a record's head to the other records of its group. */
export async function shareHead(
  context: CrudContext,
  tx: Orm,
  call: Call<unknown>,
  before: AnyRow,
  after: AnyRow,
): Promise<void> {
  const groupNo = (after.groupNo as string | null | undefined) ?? null;
  if (groupNo === null) return;
  const members = await membersOf(tx, { id: after.id, groupNo, organizationId: after.organizationId });
  const otherIds = members.flatMap(({ id }) => (id === after.id ? [] : [id]));
  await writeHeads(context, tx, call, otherIds, (other) => sharedHeadChanges(before, after, other));
  // Whoever saved the head of one record has checked the head of all.
  if (otherIds.length && before.carriedFrom !== null && after.carriedFrom === null)
    await tx.update(labSheetTable).set({ carriedFrom: null }).where(inArray(labSheetTable.id, otherIds));
}
