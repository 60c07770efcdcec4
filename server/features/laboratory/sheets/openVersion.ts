import { and, asc, eq, isNull } from 'drizzle-orm';
import { labSheet } from '@contract/features/laboratory/entities/labSheet';
import { correctedNumber, recalculationTexts } from '@contract/features/laboratory/sheetTexts';
import { actorOf, recordAudit } from '@server/audit/auditTrail';
import type { Orm } from '@server/db/orm';
import {
  labAttachmentTable,
  labCheckTable,
  labDetectionTable,
  labSheetReagentsTable,
  labSheetRowTable,
  labSheetTable,
} from '@server/db/schema';
import type { MoveContext } from '@server/workflow/moveRoutes';
import { moveRows } from '@server/workflow/moveRows';
import { lockTasks, movedTask } from '../tasks/movedTask';
import { moveSamplesToTaskState } from '../tasks/sampleStates';
import { adoptForm } from './adoptForms';
import { tasksOfSheet } from './editRows';
import { visibleSheet } from './openSheet';
import { recalculationCause, recalculateSheet } from './recalculate';

interface StoredColumns {
  readonly id: number;
  readonly version: number;
  readonly createTime: Date;
  readonly updateTime: Date;
}

/** Returns the fields of a row that a copy keeps: everything typed or calculated. */
function writtenFields<T extends StoredColumns>({
  id: _id,
  version: _version,
  createTime: _created,
  updateTime: _updated,
  ...remainingColumns
}: T): Omit<T, keyof StoredColumns> {
  return remainingColumns;
}

/** Copies checks with their retests; a retest refers to the failed check. */
async function copyChecks(tx: Orm, from: number, to: number): Promise<void> {
  const checks = await tx
    .select()
    .from(labCheckTable)
    .where(and(eq(labCheckTable.sheet, from), isNull(labCheckTable.deleteTime)))
    .orderBy(asc(labCheckTable.id));
  const copies = new Map<number, number>();
  for (const check of checks) {
    const [copy] = await tx
      .insert(labCheckTable)
      .values({
        ...writtenFields(check),
        sheet: to,
        retestOf: check.retestOf === null ? null : (copies.get(check.retestOf) ?? null),
      })
      .returning({ id: labCheckTable.id });
    if (copy) copies.set(check.id, copy.id);
  }
}

async function copyParts(tx: Orm, from: number, to: number): Promise<void> {
  const rows = await tx
    .select()
    .from(labSheetRowTable)
    .where(and(eq(labSheetRowTable.sheet, from), isNull(labSheetRowTable.deleteTime)))
    .orderBy(asc(labSheetRowTable.id));
  if (rows.length) await tx.insert(labSheetRowTable).values(rows.map((row) => ({ ...writtenFields(row), sheet: to })));
  await copyChecks(tx, from, to);
  const detections = await tx
    .select()
    .from(labDetectionTable)
    .where(and(eq(labDetectionTable.sheet, from), isNull(labDetectionTable.deleteTime)))
    .orderBy(asc(labDetectionTable.id));
  if (detections.length)
    await tx.insert(labDetectionTable).values(detections.map((row) => ({ ...writtenFields(row), sheet: to })));
  const files = await tx
    .select()
    .from(labAttachmentTable)
    .where(and(eq(labAttachmentTable.sheet, from), isNull(labAttachmentTable.deleteTime)))
    .orderBy(asc(labAttachmentTable.id));
  if (files.length)
    await tx.insert(labAttachmentTable).values(files.map((row) => ({ ...writtenFields(row), sheet: to })));
  const reagents = await tx.select().from(labSheetReagentsTable).where(eq(labSheetReagentsTable.ownerId, from));
  if (reagents.length)
    await tx.insert(labSheetReagentsTable).values(reagents.map((reagent) => ({ ...reagent, ownerId: to })));
}

/**
 * Opens the version that replaces an approved record (PRODUCT §2): a new record with the content of the old one, to
 * be changed and signed again. The old record stays readable; its tasks and samples continue with the new one.
 */
export async function openVersion({ services, registry, tx, call, row, reason }: MoveContext): Promise<void> {
  const oldSheet = await visibleSheet(tx, registry, call, row.id);
  const { id: userId } = call.viewer.user;
  const sheetNo = correctedNumber(String(oldSheet.sheetNo));
  const [insertedRow] = await tx
    .insert(labSheetTable)
    .values({
      ...writtenFields(oldSheet),
      sheetNo,
      // The records of an original record are corrected together, so the new ones share one again.
      groupNo: oldSheet.groupNo && correctedNumber(oldSheet.groupNo),
      state: 'drafting',
      analyst: userId,
      previous: oldSheet.id,
      createBy: userId,
      updateBy: userId,
    })
    .returning({ id: labSheetTable.id });
  const newId = insertedRow?.id as number;
  await recordAudit(tx, actorOf(call), [
    {
      action: 'add',
      entity: labSheet,
      entityId: newId,
      title: sheetNo,
      organizationId: oldSheet.organizationId,
      after: { previous: oldSheet.id, state: 'drafting' },
      ...(reason ? { reason } : {}),
    },
  ]);
  await copyParts(tx, oldSheet.id, newId);
  const { tasks } = await lockTasks(
    { services, registry },
    tx,
    call,
    (await tasksOfSheet(tx, oldSheet.id)).map(({ id }) => id),
  );
  const completedTasks = tasks.filter(({ state }) => state === 'completed');
  await moveRows(services, tx, call, movedTask(registry), completedTasks, 'reopen', {
    reason,
    changes: { completedAt: null, sheet: newId },
  });
  await moveSamplesToTaskState(
    { services, registry },
    tx,
    call,
    completedTasks.map(({ id }) => id),
    reason,
  );
  await adoptForm(tx, newId, recalculationCause(call, recalculationTexts.corrected, reason));
  await recalculateSheet(tx, newId, recalculationCause(call, recalculationTexts.corrected, reason));
}
