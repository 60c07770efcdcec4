import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import { labCheck } from '@contract/features/laboratory/entities/labCheck';
import type { CheckKind } from '@contract/features/laboratory/methods/sheets/methodChecks';
import {
  controlValues,
  solventValues,
  spikeValues,
  valuesOfRows,
} from '@contract/features/laboratory/runs/runCheckValues';
import { runTexts } from '@contract/features/laboratory/runs/runTexts';
import { sheetOf } from '@contract/features/laboratory/sheets/labWork';
import { actorOf, recordAudit } from '@server/audit/auditTrail';
import type { CrudContext } from '@server/crud/crudContext';
import { insertRow } from '@server/crud/operations';
import type { Orm } from '@server/db/orm';
import { labCheckTable, labSheetTable, standardTable } from '@server/db/schema';
import { hazardsOfStandards } from '@server/features/stock/purposeFitness';
import type { Call } from '@server/http/route';
import { type CheckFacts, checkFacts } from '../sheets/sheetChecks';
import type { RunReading, StoredRun } from './readRun';
import { runChecksOf, type SheetChecks } from './runCurves';

type StoredCheck = typeof labCheckTable.$inferSelect;

/** A check of a record with values from a run. Its remark names the run, and the injection where it has one. */
interface DraftCheck {
  readonly checkKind: CheckKind;
  readonly sampleNo: string | null;
  readonly standard?: number;
  readonly values: Readonly<Record<string, string>>;
  readonly remark: string;
}

const markOf = ({ runNo }: StoredRun): string => runTexts.checkFrom(runNo ?? '');

/** Control samples by id, each with the hazards that it certifies. */
type StandardsById = ReadonlyMap<number, { readonly unit: string | null; readonly hazards: ReadonlySet<number> }>;

async function standardsOf(tx: Orm, checks: readonly SheetChecks[]): Promise<StandardsById> {
  const ids = [...new Set(checks.flatMap(({ controls }) => controls.map(({ standard }) => standard)))];
  if (!ids.length) return new Map();
  const rows = await tx.select().from(standardTable).where(inArray(standardTable.id, ids));
  const hazards = await hazardsOfStandards(tx, rows);
  return new Map(
    rows.map(({ id, certifiedUnit }) => [
      id,
      { unit: certifiedUnit, hazards: new Set((hazards.get(id) ?? []).map((hazard) => hazard.id)) },
    ]),
  );
}

/** Returns the checks of one record from the readings of a run. */
function draftsOf(
  storedRun: StoredRun,
  sheetChecks: SheetChecks,
  { work, context }: CheckFacts,
  standards: StandardsById,
) {
  const runMark = markOf(storedRun);
  const midpoints = sheetChecks.midpoints.map(({ name, theory, response }): DraftCheck => ({
    checkKind: 'midpoint',
    sampleNo: name,
    values: { theory, response },
    remark: runMark,
  }));
  const spikes = sheetChecks.spikes.flatMap((spike): DraftCheck[] => {
    const foundValues = spikeValues(work, sheetChecks.readings, spike);
    return foundValues ? [{ checkKind: 'spike', ...foundValues, remark: `${runMark} ${spike.name}` }] : [];
  });
  const controls = sheetChecks.controls.flatMap(({ name, standard, responses }): DraftCheck[] => {
    const certified = standards.get(standard);
    if (!certified?.hazards.has(sheetChecks.sheet.hazard)) return [];
    const values = controlValues(context, responses, certified.unit, storedRun.solutionVolume);
    return [{ checkKind: 'control', sampleNo: null, standard, values, remark: `${runMark} ${name}` }];
  });
  const solvents = sheetChecks.solvents.map(({ name, responses }): DraftCheck => ({
    checkKind: 'blank',
    sampleNo: name,
    values: solventValues(responses),
    remark: runMark,
  }));
  const ofRows = (['blank', 'parallel'] as const).flatMap((checkKind) =>
    valuesOfRows(work, checkKind, sheetChecks.samples[checkKind]).map(({ sampleNo, values }): DraftCheck => ({
      checkKind,
      sampleNo,
      values,
      remark: runMark,
    })),
  );
  const kinds: readonly string[] = sheetOf(sheetChecks.sheet).checks;
  return [...solvents, ...ofRows, ...midpoints, ...spikes, ...controls].filter(({ checkKind }) =>
    kinds.includes(checkKind),
  );
}

const checksOf = (tx: Orm, sheets: readonly number[]): Promise<StoredCheck[]> =>
  tx
    .select()
    .from(labCheckTable)
    .where(and(inArray(labCheckTable.sheet, [...sheets]), isNull(labCheckTable.deleteTime)))
    .orderBy(asc(labCheckTable.id));

/** Returns whether a check came from a run. */
const isFrom = (run: StoredRun, { remark }: StoredCheck): boolean =>
  remark === markOf(run) || Boolean(remark?.startsWith(`${markOf(run)} `));

/** A person has copied the blank or the parallel from the record. */
const isTaken = (otherChecks: readonly StoredCheck[], { checkKind, sampleNo }: DraftCheck): boolean =>
  (checkKind === 'blank' || checkKind === 'parallel') &&
  otherChecks.some((row) => row.checkKind === checkKind && row.sampleNo === sampleNo);

/** Deletes checks with their audit lines. */
async function deleteChecks(
  { services }: CrudContext,
  tx: Orm,
  call: Call<unknown>,
  storedRun: StoredRun,
  ids: readonly number[],
): Promise<void> {
  if (!ids.length) return;
  const deletedRows = await tx
    .update(labCheckTable)
    .set({ deleteTime: services.now(), deleteBy: call.viewer.user.id })
    .where(and(inArray(labCheckTable.id, [...ids]), eq(labCheckTable.version, 1)))
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
      reason: markOf(storedRun),
    })),
  );
}

/** Returns the checks that nobody has changed or tested again since they came from the run. */
function untouchedChecks(rows: readonly StoredCheck[]): StoredCheck[] {
  const retestedIds = new Set(rows.map(({ retestOf }) => retestOf));
  return rows.filter(({ id, version, retestOf }) => version === 1 && retestOf === null && !retestedIds.has(id));
}

/** Returns whether a check has the values of a draft. A check without a verdict is judged again. */
const isSame = ({ values, ...row }: StoredCheck, draft: DraftCheck): boolean =>
  row.problem === null &&
  row.checkKind === draft.checkKind &&
  row.remark === draft.remark &&
  (draft.sampleNo === null || row.sampleNo === draft.sampleNo) &&
  Object.entries(draft.values).every(([key, value]) => values?.[key] === value);

/**
 * Writes the blanks, parallels, mid-points, spiked samples and control samples of a run to the quality-control page of
 * its records, where the record's method has the check. Called again after the heads of the records were written,
 * because the curve and the volume of the solution give the contents. A check that a person has changed since stays as
 * it is.
 * @param sheets ids of the records
 * @throws Refusal of a control sample that has expired or is not in use
 */
export async function writeRunChecks(
  context: CrudContext,
  tx: Orm,
  call: Call<unknown>,
  storedRun: StoredRun,
  reading: RunReading,
  sheets: readonly number[],
): Promise<void> {
  if (sheets.length === 0) return;
  const { services, registry } = context;
  const storedSheets = await tx
    .select()
    .from(labSheetTable)
    .where(inArray(labSheetTable.id, [...sheets]));
  const checks = await runChecksOf(tx, storedRun, reading, storedSheets);
  if (!checks.length) return;
  const standards = await standardsOf(tx, checks);
  const storedChecks = await checksOf(tx, sheets);
  const existingChecks = storedChecks.filter((row) => isFrom(storedRun, row));
  const removableIds = new Set(untouchedChecks(existingChecks).map(({ id }) => id));
  const operation = { services, registry, resource: registry.named('labCheck'), call };
  for (const sheetChecks of checks) {
    const { id: sheet, organizationId } = sheetChecks.sheet;
    const ownChecks = existingChecks.filter((row) => row.sheet === sheet);
    const otherChecks = storedChecks.filter((row) => row.sheet === sheet && !isFrom(storedRun, row));
    for (const draft of draftsOf(storedRun, sheetChecks, await checkFacts(tx, sheet), standards)) {
      const earlierChecks = ownChecks.filter(
        ({ checkKind, remark, sampleNo }) =>
          checkKind === draft.checkKind &&
          remark === draft.remark &&
          (draft.sampleNo === null || sampleNo === draft.sampleNo),
      );
      if (isTaken(otherChecks, draft) || earlierChecks.some((row) => isSame(row, draft) || !removableIds.has(row.id)))
        continue;
      await deleteChecks(
        context,
        tx,
        call,
        storedRun,
        earlierChecks.map(({ id }) => id),
      );
      await insertRow(operation, tx, { sheet, ...draft }, { action: 'add' }, organizationId);
    }
  }
}

/** Removes a run's checks from its records. A check that a person has changed since stays. */
export async function takeChecksBack(
  context: CrudContext,
  tx: Orm,
  call: Call<unknown>,
  storedRun: StoredRun,
  sheets: readonly number[],
): Promise<void> {
  if (sheets.length === 0) return;
  const rows = untouchedChecks((await checksOf(tx, sheets)).filter((row) => isFrom(storedRun, row)));
  await deleteChecks(
    context,
    tx,
    call,
    storedRun,
    rows.map(({ id }) => id),
  );
}
