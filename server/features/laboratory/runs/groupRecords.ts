import { inArray } from 'drizzle-orm';
import { runTexts } from '@contract/features/laboratory/runs/runTexts';
import type { CrudContext } from '@server/crud/crudContext';
import type { Orm } from '@server/db/orm';
import { labSheetTable } from '@server/db/schema';
import { badRequest, Refusal } from '@server/http/errors';
import type { Call } from '@server/http/route';
import { formGroup } from '../sheets/group/sheetGroup';
import { visibleRun } from './readRun';
import { recordsOf } from './writeHeads';

/**
 * Makes one original record of each project's records in a run, where they have one collector and instrument. Records
 * of two clients never share one.
 * @returns the numbers of the original records
 * @throws Refusal 400 with the reason if no records can share one
 */
export async function groupRecords(
  context: CrudContext,
  tx: Orm,
  call: Call<unknown>,
  id: number,
): Promise<readonly string[]> {
  const run = await visibleRun(tx, context.registry, call, id, 'update');
  const ids = await recordsOf(context, tx, call, run);
  if (ids.length === 0) throw badRequest(runTexts.noRecords);
  const sheets = await tx.select().from(labSheetTable).where(inArray(labSheetTable.id, ids)).orderBy(labSheetTable.id);
  const recordsByKey = new Map<string, number[]>();
  for (const { id: recordId, project, methodKind, layout, variant } of sheets) {
    const key = [project, methodKind, layout, variant].join(' ');
    recordsByKey.set(key, [...(recordsByKey.get(key) ?? []), recordId]);
  }
  const numbers: string[] = [];
  let reason: string = runTexts.nothingToGroup;
  for (const records of recordsByKey.values()) {
    if (records.length < 2) continue;
    try {
      numbers.push((await formGroup(context, tx, call, records)).no);
    } catch (error) {
      // It refuses before it writes anything.
      if (!(error instanceof Refusal) || error.status !== 400) throw error;
      reason = error.message;
    }
  }
  if (numbers.length === 0) throw badRequest(reason);
  return numbers;
}
