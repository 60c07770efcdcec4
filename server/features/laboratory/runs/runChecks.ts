import { and, eq, inArray, isNull } from 'drizzle-orm';
import { labCheck } from '@contract/features/laboratory/entities/labCheck';
import { runTexts } from '@contract/features/laboratory/runs/runTexts';
import { sheetOf } from '@contract/features/laboratory/sheets/labWork';
import { actorOf, recordAudit } from '@server/audit/auditTrail';
import type { CrudContext } from '@server/crud/crudContext';
import { insertRow } from '@server/crud/operations';
import type { Orm } from '@server/db/orm';
import { labCheckTable, labSheetTable } from '@server/db/schema';
import type { Call } from '@server/http/route';
import type { RunReading, StoredRun } from './readRun';
import { midpointsOf } from './runCurves';

const markOf = ({ runNo }: StoredRun): string => runTexts.checkFrom(runNo ?? '');

/**
 * Adds the mid-points of a run to the quality-control page of each record that receives readings, if the record's
 * method has that page. The curve of the record judges them.
 */
export async function writeMidpoints(
  { services, registry }: CrudContext,
  tx: Orm,
  call: Call<unknown>,
  run: StoredRun,
  reading: RunReading,
  sheets: readonly number[],
): Promise<void> {
  if (sheets.length === 0) return;
  const storedLines = await tx
    .select()
    .from(labSheetTable)
    .where(inArray(labSheetTable.id, [...sheets]));
  const midpointSets = await midpointsOf(tx, run, reading, storedLines);
  const context = { services, registry, resource: registry.named('labCheck'), call };
  for (const { sheet, midpoints } of midpointSets) {
    const facts = { methodKind: sheet.methodKind, layout: sheet.layout, variant: sheet.variant };
    if (!(sheetOf(facts).checks as readonly string[]).includes('midpoint')) continue;
    for (const { name, theory, response } of midpoints)
      await insertRow(
        context,
        tx,
        {
          sheet: sheet.id,
          checkKind: 'midpoint',
          sampleNo: name,
          values: { theory, response },
          remark: markOf(run),
        },
        { action: 'add' },
        sheet.organizationId,
      );
  }
}

/** Removes a run's mid-points from its records. A mid-point that a person has changed since stays. */
export async function takeMidpointsBack(
  { services }: CrudContext,
  tx: Orm,
  call: Call<unknown>,
  run: StoredRun,
  sheets: readonly number[],
): Promise<void> {
  if (sheets.length === 0) return;
  const deletedRows = await tx
    .update(labCheckTable)
    .set({ deleteTime: services.now(), deleteBy: call.viewer.user.id })
    .where(
      and(
        inArray(labCheckTable.sheet, [...sheets]),
        eq(labCheckTable.checkKind, 'midpoint'),
        eq(labCheckTable.remark, markOf(run)),
        eq(labCheckTable.version, 1),
        isNull(labCheckTable.deleteTime),
      ),
    )
    .returning();
  await recordAudit(
    tx,
    actorOf(call),
    deletedRows.map((row) => ({
      action: 'del' as const,
      entity: labCheck,
      entityId: row.id,
      title: row.sampleNo,
      organizationId: row.organizationId,
      before: { sheet: row.sheet, values: row.values },
      reason: markOf(run),
    })),
  );
}
