import { eq, inArray } from 'drizzle-orm';
import { blankNumber, fieldSampleNumber } from '@contract/arithmetic/air/fieldSampleNumber';
import { CalculationProblem } from '@contract/arithmetic/numbers/calculationProblem';
import type { AnyRow } from '@contract/entity';
import { codeInNumber } from '@contract/features/fieldwork/plan/plannedSamples';
import type { VoidBody } from '@contract/features/fieldwork/samples/recordFields';
import { sampleMachine } from '@contract/features/fieldwork/samples/sampleMachine';
import { siteTexts } from '@contract/features/fieldwork/samples/siteTexts';
import { type OperationContext, findVisibleRows } from '@server/crud/operations';
import { once } from '@server/crud/runOnce';
import type { Orm } from '@server/db/orm';
import { sampleTable, samplingDayTable } from '@server/db/schema';
import { measuredAtPlace } from '@server/features/laboratory/sheets/measuredAtPlace';
import { dropFromRecords } from '@server/features/laboratory/sheets/recalculate';
import { voidTasksOf } from '@server/features/laboratory/tasks/movedTask';
import { assertEditableStage, whileSampling } from '@server/features/projects/projectPart';
import type { StoredProject } from '@server/features/projects/projectStage';
import { conflict } from '@server/http/errors';
import { lockRows, moveRows } from '@server/workflow/moveRows';
import { sampleRuleOf } from './sampleNumberRule';
import { insertSamples, type NewSample } from './samplesOfDay';

type StoredSample = typeof sampleTable.$inferSelect;

/**
 * Returns the next number after the existing ones of the same factor, day and point; voided and deleted samples
 * count.
 * @throws Refusal 409 for a number outside the series, or above 99 points
 */
export async function nextSampleNumberLike(
  tx: Orm,
  project: StoredProject,
  sample: StoredSample,
): Promise<{ sampleNo: string; turn: number }> {
  const [day] =
    sample.samplingDay === null
      ? []
      : await tx
          .select({ dayNo: samplingDayTable.dayNo })
          .from(samplingDayTable)
          .where(eq(samplingDayTable.id, sample.samplingDay));
  const code = project.code ?? String(project.id);
  const rule = await sampleRuleOf(tx, project.id);
  const factor = day?.dayNo ? codeInNumber(sample.sampleNo, code, day.dayNo, rule) : undefined;
  if (!factor || !day?.dayNo) throw conflict(siteTexts.notInSeries(sample.sampleNo));
  const numberParts = { project: code, factor, day: day.dayNo };
  const givenNumbers = new Set(
    (await tx.select({ no: sampleTable.sampleNo }).from(sampleTable).where(eq(sampleTable.project, project.id))).map(
      ({ no }) => no,
    ),
  );
  for (let nextTurn = (sample.turn ?? 1) + 1; ; nextTurn += 1) {
    try {
      const sampleNo =
        sample.sampleKind === 'blank'
          ? blankNumber({ ...numberParts, blank: nextTurn }, rule)
          : fieldSampleNumber({ ...numberParts, point: Number(sample.siteNo), turn: nextTurn }, rule);
      if (!givenNumbers.has(sampleNo)) return { sampleNo, turn: nextTurn };
    } catch (error) {
      if (error instanceof CalculationProblem) throw conflict(siteTexts.tooManyPoints);
      throw error;
    }
  }
}

/** Returns the planned fields of a sample, without its readings. */
export const replannedFields = (
  sample: StoredSample,
  nextNumber: { sampleNo: string; turn: number },
): Omit<NewSample, 'organizationId'> => ({
  ...nextNumber,
  state: 'planned',
  lateEntry: false,
  project: sample.project,
  sampleKind: sample.sampleKind,
  sampleSiteHazardId: sample.sampleSiteHazardId,
  siteHazardId: sample.siteHazardId,
  samplingDay: sample.samplingDay,
  siteNo: sample.siteNo,
  workshop: sample.workshop,
  place: sample.place,
  hazard: sample.hazard,
  hazardName: sample.hazardName,
  method: sample.method,
  mode: sample.mode,
  period: sample.period,
  medium: sample.medium,
  plannedFlow: sample.plannedFlow,
  plannedMinutes: sample.plannedMinutes,
  person: sample.person,
  equipment: sample.equipment,
  representedHours: sample.representedHours,
  hoursPerDay: sample.hoursPerDay,
});

/**
 * Voids samples of the site with a reason, all or none; each keeps its number. Returns the voided samples and their
 * replacements.
 * @throws Refusal 409 for samples of another project or of the laboratory
 */
export function voidSamples(
  context: OperationContext,
  { rows: shownRows, reason, again = false }: VoidBody,
): Promise<{ voided: AnyRow[]; added: AnyRow[] }> {
  const { services, registry, resource, call } = context;
  const movedResource = { machine: sampleMachine, resource, stateField: 'state' } as const;
  return services.database.transaction((tx) =>
    once(tx, call, async () => {
      const rows = await lockRows(movedResource, tx, call, shownRows);
      const projectIds = new Set(rows.map(({ project }) => Number(project)));
      const [projectId] = projectIds;
      if (projectIds.size !== 1 || projectId === undefined) throw conflict(siteTexts.wrongProject);
      const project = await assertEditableStage(tx, registry, call, projectId, whileSampling);
      const awayIds = rows
        .filter(({ state }) => state !== 'planned' && state !== 'collected' && state !== 'voided')
        .map(({ id }) => id);
      const measuredIds = await measuredAtPlace(tx, { ids: awayIds });
      if (awayIds.some((id) => !measuredIds.has(id))) throw conflict(siteTexts.voidOnlySite);
      await moveRows(services, tx, call, movedResource, rows, 'void', {
        reason,
        changes: { stateReason: reason.trim() },
      });
      await voidTasksOf({ services, registry }, tx, call, awayIds, reason);
      await dropFromRecords(services, tx, call, awayIds, reason);
      const addedIds: number[] = [];
      if (again) {
        const storedSamples = await tx
          .select()
          .from(sampleTable)
          .where(
            inArray(
              sampleTable.id,
              rows.map(({ id }) => id),
            ),
          )
          .orderBy(sampleTable.id);
        for (const sample of storedSamples)
          addedIds.push(
            ...(await insertSamples(services, tx, call, project, [
              replannedFields(sample, await nextSampleNumberLike(tx, project, sample)),
            ])),
          );
      }
      return {
        voided: await findVisibleRows(
          context,
          tx,
          shownRows.map(({ id }) => id),
          false,
        ),
        added: addedIds.length ? await findVisibleRows(context, tx, addedIds, false) : [],
      };
    }),
  );
}
