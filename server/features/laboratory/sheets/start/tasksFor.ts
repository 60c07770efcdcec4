import { eq, inArray } from 'drizzle-orm';
import { fixedDictionaries } from '@contract/dictionaries';
import type { AnyRow } from '@contract/entity';
import { labSheetTexts } from '@contract/features/laboratory/sheetTexts';
import { measuringStages, testingStages } from '@contract/features/laboratory/testingStages';
import type { EditableStages } from '@contract/features/projects/editableStages';
import type { CrudContext } from '@server/crud/crudContext';
import { personName } from '@server/db/distinctNames';
import type { Orm } from '@server/db/orm';
import { labSheetTable, labTaskTable, userTable } from '@server/db/schema';
import { conflict } from '@server/http/errors';
import type { Call } from '@server/http/route';
import { lockTasks } from '../../tasks/movedTask';
import { measuredAtPlace } from '../measuredAtPlace';

const taskLabels: ReadonlyMap<string, string> = new Map(
  fixedDictionaries.labTaskState.map(({ value, label }) => [value, label]),
);

/**
 * Returns the tasks that may go on a record of one person: the tasks distributed to that person. The caller has
 * locked the project of the tasks.
 * @throws Refusal 404, 409
 */
export async function tasksFor(
  context: CrudContext,
  tx: Orm,
  call: Call<unknown>,
  ids: readonly number[],
): Promise<AnyRow[]> {
  const { tasks: rows } = await lockTasks(context, tx, call, ids);
  for (const row of rows) {
    const no = String(row.sampleNo);
    if (row.state === 'testing' || row.state === 'completed') {
      const [sheet] = await tx
        .select({ no: labSheetTable.sheetNo })
        .from(labSheetTable)
        .where(eq(labSheetTable.id, Number(row.sheet)));
      throw conflict(labSheetTexts.onSheet(no, String(row.hazardName), String(sheet?.no ?? '')), 'onSheet');
    }
    if (row.state !== 'distributed')
      throw conflict(labSheetTexts.notDistributed(no, taskLabels.get(String(row.state)) ?? ''), 'notDistributed');
    if (row.analyst !== call.viewer.user.id) {
      const [analyst] = await tx
        .select({ name: personName() })
        .from(userTable)
        .where(eq(userTable.id, Number(row.analyst)));
      throw conflict(labSheetTexts.notYours(no, analyst?.name ?? ''), 'notYours');
    }
  }
  return rows;
}

/** Returns the stages in which a record can start. Samples have to be handed over, unless they are measured on site. */
export async function stagesAllowingStart(tx: Orm, taskIds: readonly number[]): Promise<EditableStages> {
  const sampleIds = [
    ...new Set(
      (
        await tx
          .select({ id: labTaskTable.sample })
          .from(labTaskTable)
          .where(inArray(labTaskTable.id, [...taskIds]))
      ).map(({ id }) => id),
    ),
  ];
  const measuredIds = await measuredAtPlace(tx, { ids: sampleIds });
  return sampleIds.every((id) => measuredIds.has(id)) ? measuringStages : testingStages;
}
