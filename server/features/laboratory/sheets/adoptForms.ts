import { and, eq, inArray, isNull, or } from 'drizzle-orm';
import { formFor } from '@contract/features/laboratory/methods/physical/physicalForms';
import { startReadings } from '@contract/features/laboratory/methods/physical/startReadings';
import type { Orm } from '@server/db/orm';
import { hazardTable, labSheetRowTable, labSheetTable, sampleTable } from '@server/db/schema';
import { updateEach } from '@server/db/writeMany';
import { type Cause, recalculateSheet } from './recalculate';

/** Condition for draft general records with the common layout, created before physical factors had forms. */
const draftCondition = and(
  eq(labSheetTable.methodKind, 'genericTest'),
  eq(labSheetTable.state, 'drafting'),
  or(isNull(labSheetTable.layout), eq(labSheetTable.layout, 'main')),
  isNull(labSheetTable.deleteTime),
);

/**
 * Moves a draft record of a physical factor to its form. The record gets the unit of the form, readings that the form
 * has stay, and the results are recalculated. Submitted and approved records stay as they are.
 */
export async function adoptForm(tx: Orm, sheetId: number, cause: Cause): Promise<void> {
  const [sheet] = await tx
    .select({ kind: labSheetTable.methodKind, name: hazardTable.name, category: hazardTable.category })
    .from(labSheetTable)
    .innerJoin(hazardTable, eq(hazardTable.id, labSheetTable.hazard))
    .where(and(eq(labSheetTable.id, sheetId), draftCondition));
  const form = sheet && formFor(sheet.kind, sheet);
  if (!form) return;
  const rows = await tx
    .select({
      id: labSheetRowTable.id,
      readings: labSheetRowTable.readings,
      mode: sampleTable.mode,
      measured: sampleTable.measured,
    })
    .from(labSheetRowTable)
    .innerJoin(sampleTable, eq(sampleTable.id, labSheetRowTable.sample))
    .where(and(eq(labSheetRowTable.sheet, sheetId), isNull(labSheetRowTable.deleteTime)));
  await tx.update(labSheetTable).set({ layout: form.key }).where(eq(labSheetTable.id, sheetId));
  await updateEach(
    tx,
    labSheetRowTable,
    rows.map(({ id, readings, mode, measured }) => ({
      id,
      set: { readings: startReadings(form, mode, { ...measured, ...readings }) },
    })),
  );
  await recalculateSheet(tx, sheetId, cause);
}

/** Moves every draft record to the form of its factor, if the factor has one now. */
export async function adoptForms(tx: Orm, cause: Cause): Promise<void> {
  const draftRows = await tx
    .select({ id: labSheetTable.id })
    .from(labSheetTable)
    .where(draftCondition)
    .orderBy(labSheetTable.id);
  const ids = draftRows.map(({ id }) => id);
  if (!ids.length) return;
  await tx
    .select({ id: labSheetTable.id })
    .from(labSheetTable)
    .where(inArray(labSheetTable.id, ids))
    .orderBy(labSheetTable.id)
    .for('update');
  for (const id of ids) await adoptForm(tx, id, cause);
}
