import { labSheetTexts, recalculationTexts } from '@contract/features/laboratory/sheetTexts';
import type { CrudContext } from '@server/crud/crudContext';
import type { Orm } from '@server/db/orm';
import { conflict } from '@server/http/errors';
import type { Call } from '@server/http/route';
import { openSheet } from '../openSheet';
import { recalculationCause, recalculateSheet } from '../recalculate';
import { insertTaskRows } from './insertTaskRows';
import { tasksFor } from './tasksFor';

/**
 * Adds tasks to a draft record and calculates its results again.
 * @param taskIds ids of the tasks, one for each sample to test
 * @returns number of added tasks
 * @throws Refusal 404 on a record or task that is not there or belongs to others; 409 on a closed record, and on a task
 * of another project, hazard, method or variant
 */
export async function addTasks(
  context: CrudContext,
  tx: Orm,
  call: Call<unknown>,
  sheetId: number,
  taskIds: readonly number[],
): Promise<number> {
  const sheet = await openSheet(tx, context.registry, call, sheetId);
  const tasks = await tasksFor(context, tx, call, taskIds);
  for (const [name, message] of [
    ['project', labSheetTexts.mixedProjects],
    ['hazard', labSheetTexts.mixedHazards],
    ['method', labSheetTexts.mixedMethods],
    ['variant', labSheetTexts.mixedVariants],
  ] as const) {
    if (tasks.some((task) => task[name] !== sheet[name])) throw conflict(message);
  }
  await insertTaskRows(context, tx, call, sheet, tasks);
  await recalculateSheet(tx, sheetId, recalculationCause(call, recalculationTexts.rowsAdded));
  return tasks.length;
}
