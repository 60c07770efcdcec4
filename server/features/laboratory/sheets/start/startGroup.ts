import { and, asc } from 'drizzle-orm';
import type { AnyRow } from '@contract/entity';
import { sheetGroupTexts } from '@contract/features/laboratory/sheets/sheetGroup';
import { labSheetTexts } from '@contract/features/laboratory/sheetTexts';
import { labTaskTexts } from '@contract/features/laboratory/tasks/taskTexts';
import type { CrudContext } from '@server/crud/crudContext';
import { scopeOf, undeletedRows, withIds } from '@server/crud/rowScope';
import type { Orm } from '@server/db/orm';
import { labTaskTable } from '@server/db/schema';
import { badRequest, conflict, notFound } from '@server/http/errors';
import type { Call } from '@server/http/route';
import { formGroup } from '../group/sheetGroup';
import { startSheet } from './startSheet';

interface StartedTask {
  readonly id: number;
  readonly project: number;
  readonly hazard: number;
  readonly method: number | null;
  readonly variant: string | null;
}

/** Starts the records of tasks: one for each project, hazard, method and origin. */
export async function startRecordsByGroup(
  context: CrudContext,
  tx: Orm,
  call: Call<unknown>,
  tasks: readonly StartedTask[],
): Promise<AnyRow[]> {
  const tasksByKey = new Map<string, number[]>();
  for (const { id, project, hazard, method, variant } of tasks) {
    const key = [project, hazard, method, variant].join(' ');
    tasksByKey.set(key, [...(tasksByKey.get(key) ?? []), id]);
  }
  const sheets: AnyRow[] = [];
  for (const tasks of tasksByKey.values()) sheets.push(await startSheet(context, tx, call, { tasks }));
  return sheets;
}

/**
 * Starts the records of one project's tasks for several hazards, and makes one original record of them.
 * @returns the original record, and the first of its records
 * @throws as `startSheet` and `formGroup`
 */
export async function startGroup(
  context: CrudContext,
  tx: Orm,
  call: Call<unknown>,
  ids: readonly number[],
): Promise<{ readonly no: string; readonly names: readonly string[]; readonly sheet: AnyRow }> {
  const resource = context.registry.named('labTask');
  const wantedIds = [...new Set(ids)];
  const tasks = await tx
    .select()
    .from(labTaskTable)
    .where(and(withIds(resource, wantedIds), undeletedRows(resource), scopeOf(resource, call.viewer)))
    .orderBy(asc(labTaskTable.hazard), asc(labTaskTable.id));
  if (tasks.length < wantedIds.length) throw notFound(labTaskTexts.gone);
  if (new Set(tasks.map(({ project }) => project)).size > 1) throw conflict(labSheetTexts.mixedProjects);
  const sheets = await startRecordsByGroup(context, tx, call, tasks);
  const [sheet] = sheets;
  if (!sheet) throw badRequest(sheetGroupTexts.needsTwo);
  return {
    ...(await formGroup(
      context,
      tx,
      call,
      sheets.map(({ id }) => id),
    )),
    sheet,
  };
}
