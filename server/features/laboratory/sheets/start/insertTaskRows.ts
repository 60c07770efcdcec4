import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { AnyRow } from '@contract/entity';
import type { CrudContext } from '@server/crud/crudContext';
import type { Orm } from '@server/db/orm';
import { labSheetRowTable, sampleTable } from '@server/db/schema';
import type { Call } from '@server/http/route';
import { moveRows } from '@server/workflow/moveRows';
import { movedTask } from '../../tasks/movedTask';
import { moveSamplesToTaskState } from '../../tasks/sampleStates';
import { auditAddedRows } from '../sheetRows';
import { firstReadings, type StartedSample, type StartedSheet } from './firstReadings';

async function samplesOf(tx: Orm, tasks: readonly AnyRow[]): Promise<ReadonlyMap<number, StartedSample>> {
  const { id, sampleKind, mode, measured, standardVolume } = sampleTable;
  const foundRows = await tx
    .select({ id, sampleKind, mode, measured, standardVolume })
    .from(sampleTable)
    .where(
      inArray(
        id,
        tasks.map(({ sample }) => Number(sample)),
      ),
    );
  return new Map(foundRows.map((row) => [row.id, row]));
}

async function lastRowSort(tx: Orm, sheetId: number): Promise<number> {
  const presentRows = await tx
    .select({ sort: labSheetRowTable.rowSort })
    .from(labSheetRowTable)
    .where(and(eq(labSheetRowTable.sheet, sheetId), isNull(labSheetRowTable.deleteTime)));
  return Math.max(0, ...presentRows.map(({ sort }) => sort ?? 0));
}

/** Returns the new rows: samples before blanks, each in the order of their numbers. */
async function newRows(tx: Orm, userId: number, sheet: StartedSheet, tasks: readonly AnyRow[]) {
  const samples = await samplesOf(tx, tasks);
  const readingsOf = await firstReadings(tx, sheet, [...samples.values()]);
  const isBlank = (task: AnyRow) => samples.get(Number(task.sample))?.sampleKind === 'blank';
  const sortedTasks = [...tasks].sort(
    (a, b) =>
      Number(isBlank(a)) - Number(isBlank(b)) ||
      String(a.sampleNo).localeCompare(String(b.sampleNo), 'en', { numeric: true }),
  );
  const lastSort = await lastRowSort(tx, sheet.id);
  return sortedTasks.map((task, index) => {
    const sample = samples.get(Number(task.sample));
    return {
      organizationId: sheet.organizationId,
      sheet: sheet.id,
      task: task.id,
      sample: Number(task.sample),
      sampleNo: String(task.sampleNo),
      rowKind: isBlank(task) ? 'blank' : 'sample',
      rowSort: lastSort + (index + 1) * 10,
      readings: readingsOf(sample),
      censored: false,
      standardVolume: sheet.variant === 'incoming' ? (sample?.standardVolume ?? null) : null,
      createBy: userId,
      updateBy: userId,
    };
  });
}

/** Inserts one row of a record for each task. The tasks and their samples move to 检测中. */
export async function insertTaskRows(
  context: CrudContext,
  tx: Orm,
  call: Call<unknown>,
  sheet: StartedSheet,
  tasks: readonly AnyRow[],
): Promise<void> {
  const { services, registry } = context;
  const rows = await newRows(tx, call.viewer.user.id, sheet, tasks);
  const insertedRows = await tx.insert(labSheetRowTable).values(rows).returning();
  await auditAddedRows(tx, call, insertedRows);
  await moveRows(services, tx, call, movedTask(registry), tasks, 'start', { changes: { sheet: sheet.id } });
  await moveSamplesToTaskState(
    context,
    tx,
    call,
    tasks.map(({ id }) => id),
  );
}
