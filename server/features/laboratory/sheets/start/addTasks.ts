import { labSheetTexts, recalculationTexts } from '@contract/features/laboratory/sheetTexts';
import type { CrudContext } from '@server/crud/crudContext';
import type { Orm } from '@server/db/orm';
import { conflict } from '@server/http/errors';
import type { Call } from '@server/http/route';
import { openSheet } from '../openSheet';
import { recalculationCause, recalculateSheet } from '../recalculate';
import { addTasksToSheet } from './addTasksToSheet';
import { tasksFor } from './tasksFor';

/**
 * Adds samples to a draft record.
 * @returns number of added samples
 * @throws Refusal 404, 409
 */
export async function addTasks(
  context: CrudContext,
  tx: Orm,
  call: Call<unknown>,
  sheetId: number,
  ids: readonly number[],
): Promise<number> {
  const sheet = await openSheet(tx, context.registry, call, sheetId);
  const tasks = await tasksFor(context, tx, call, ids);
  for (const [name, message] of [
    ['project', labSheetTexts.mixedProjects],
    ['hazard', labSheetTexts.mixedHazards],
    ['method', labSheetTexts.mixedMethods],
    ['variant', labSheetTexts.mixedVariants],
  ] as const) {
    if (tasks.some((task) => task[name] !== sheet[name])) throw conflict(message);
  }
  await addTasksToSheet(context, tx, call, sheet, tasks);
  await recalculateSheet(tx, sheetId, recalculationCause(call, recalculationTexts.rowsAdded));
  return tasks.length;
}
