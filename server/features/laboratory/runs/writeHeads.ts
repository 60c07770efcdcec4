import { and, eq, inArray, isNotNull, isNull } from 'drizzle-orm';
import { runTexts } from '@contract/features/laboratory/runs/runTexts';
import type { CrudContext } from '@server/crud/crudContext';
import { findVisibleRows, updateRow } from '@server/crud/operations';
import type { Orm } from '@server/db/orm';
import {
  labCurveTable,
  labRunCurvesTable,
  labRunInjectionTable,
  labSheetRowTable,
  labSheetTable,
} from '@server/db/schema';
import { badRequest } from '@server/http/errors';
import type { Call } from '@server/http/route';
import { fillSolutionVolumes } from './fillSolutionVolumes';
import { assertCurrentReading, methodsOfRun, openSheets, type RunReading, type StoredRun, visibleRun } from './readRun';
import { writeRunChecks } from './runChecks';

interface WrittenHeads {
  readonly records: number;
  /** Number of records that now use a curve of this run. */
  readonly curves: number;
}

/** Returns the viewer's open records that have a sample of the run's sequence. */
export async function recordsOf(
  { registry }: CrudContext,
  tx: Orm,
  call: Call<unknown>,
  storedRun: StoredRun,
): Promise<number[]> {
  const editableSheets = await openSheets(tx, registry, call, await methodsOfRun(tx, storedRun.id));
  if (editableSheets.length === 0) return [];
  const rows = await tx
    .selectDistinct({ sheet: labSheetRowTable.sheet })
    .from(labSheetRowTable)
    .innerJoin(labRunInjectionTable, eq(labRunInjectionTable.sample, labSheetRowTable.sample))
    .where(
      and(
        eq(labRunInjectionTable.run, storedRun.id),
        isNotNull(labRunInjectionTable.sample),
        isNull(labRunInjectionTable.deleteTime),
        isNull(labSheetRowTable.deleteTime),
        inArray(
          labSheetRowTable.sheet,
          editableSheets.map(({ id }) => id),
        ),
      ),
    );
  return rows.map(({ sheet }) => sheet).sort((a, b) => a - b);
}

/** Returns the approved curves that were created from a run, by method and hazard. */
async function approvedCurves(tx: Orm, runId: number): Promise<ReadonlyMap<string, number>> {
  const rows = await tx
    .select({ id: labCurveTable.id, method: labCurveTable.method, hazard: labCurveTable.hazard })
    .from(labRunCurvesTable)
    .innerJoin(labCurveTable, eq(labCurveTable.id, labRunCurvesTable.targetId))
    .where(
      and(eq(labRunCurvesTable.ownerId, runId), eq(labCurveTable.state, 'approved'), isNull(labCurveTable.deleteTime)),
    );
  return new Map(rows.map(({ id, method, hazard }) => [`${method} ${hazard}`, id]));
}

/** Returns the fields of a record's head that the run states. Other fields of the record stay as they are. */
function headOf(storedRun: StoredRun, curveId: number | undefined): Record<string, unknown> {
  const { runDate, instrument, standard, envTemperature, envHumidity } = storedRun;
  const headValues = { testDate: runDate, instrument, standard, envTemperature, envHumidity, curve: curveId ?? null };
  return Object.fromEntries(Object.entries(headValues).filter(([, value]) => value !== null));
}

/**
 * Writes day, instrument, standard, environment and approved curves of a run into the heads of all its records.
 * Values that a record took over from another record stay marked until somebody saves its own head.
 * Then the curve and the volumes give the contents of the run's checks.
 * @param reading the run's files; null before they are written
 * @throws Refusal 400 if the run has no records; and the refusals of a record's head, naming the record
 */
export async function writeHeads(
  context: CrudContext,
  tx: Orm,
  call: Call<unknown>,
  id: number,
  reading: RunReading | null,
): Promise<WrittenHeads> {
  const { services, registry } = context;
  const run = await visibleRun(tx, registry, call, id, 'update');
  if (reading) await assertCurrentReading(tx, run, reading);
  const ids = await recordsOf(context, tx, call, run);
  if (ids.length === 0) throw badRequest(runTexts.noRecords);
  const curves = await approvedCurves(tx, run.id);
  const operationContext = { services, registry, resource: registry.named('labSheet'), call };
  const carried = await tx
    .select({ id: labSheetTable.id, carriedFrom: labSheetTable.carriedFrom })
    .from(labSheetTable)
    .where(and(inArray(labSheetTable.id, ids), isNotNull(labSheetTable.carriedFrom)));
  let curveCount = 0;
  for (const recordId of ids) {
    // Records of one group share a head: saving the first has changed the others.
    const [before] = await findVisibleRows(operationContext, tx, [recordId], true);
    if (!before) continue;
    const curveId = curves.get(`${String(before.method)} ${String(before.hazard)}`);
    const after = await updateRow(operationContext, tx, before, headOf(run, curveId), { action: 'edit' });
    if (curveId !== undefined && after.curve === curveId && before.curve !== curveId) curveCount += 1;
  }
  await fillSolutionVolumes(context, tx, call, run, ids);
  // A head that nobody has looked at stays marked.
  for (const { id: recordId, carriedFrom } of carried)
    await tx.update(labSheetTable).set({ carriedFrom }).where(eq(labSheetTable.id, recordId));
  if (run.state === 'written' && reading) await writeRunChecks(context, tx, call, run, reading, ids);
  return { records: ids.length, curves: curveCount };
}
