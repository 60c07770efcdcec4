import { eq, inArray } from 'drizzle-orm';
import { blankNumber, sampleNumber } from '@contract/arithmetic/air/sampleNumber';
import { LabProblem } from '@contract/arithmetic/numbers/problem';
import type { AnyRow } from '@contract/entity';
import { codeInNumber } from '@contract/features/fieldwork/plan/plannedSamples';
import type { VoidBody } from '@contract/features/fieldwork/samples/recordFields';
import { sampleMachine } from '@contract/features/fieldwork/samples/sampleMachine';
import { siteTexts } from '@contract/features/fieldwork/samples/siteTexts';
import { once } from '@server/crud/idempotent';
import { type Desk, find } from '@server/crud/operations';
import type { Orm } from '@server/db/orm';
import { sampleTable, samplingDayTable } from '@server/db/schema';
import { measuredAtPlace } from '@server/features/laboratory/sheets/atPlace';
import { dropFromRecords } from '@server/features/laboratory/sheets/recalculate';
import { voidTasksOf } from '@server/features/laboratory/tasks/movedTask';
import { assertOpenWhile, whileSampling } from '@server/features/projects/projectPart';
import type { StoredProject } from '@server/features/projects/stage';
import { conflict } from '@server/http/errors';
import { lockRows, moveRows } from '@server/workflow/move';
import { sampleRuleOf } from './numberRule';
import { insertSamples, type NewSample } from './samplesOfDay';

type Stored = typeof sampleTable.$inferSelect;

/**
 * Returns the next number after the existing ones of the same factor, day and point; voided and deleted samples
 * count.
 * @throws Refusal 409 for a number outside the series, or above 99 points
 */
export async function nextLike(
  tx: Orm,
  project: StoredProject,
  one: Stored,
): Promise<{ sampleNo: string; turn: number }> {
  const [day] =
    one.samplingDay === null
      ? []
      : await tx
          .select({ dayNo: samplingDayTable.dayNo })
          .from(samplingDayTable)
          .where(eq(samplingDayTable.id, one.samplingDay));
  const code = project.code ?? String(project.id);
  const rule = await sampleRuleOf(tx, project.id);
  const factor = day?.dayNo ? codeInNumber(one.sampleNo, code, day.dayNo, rule) : undefined;
  if (!factor || !day?.dayNo) throw conflict(siteTexts.notInSeries(one.sampleNo));
  const stem = { project: code, factor, day: day.dayNo };
  const given = new Set(
    (await tx.select({ no: sampleTable.sampleNo }).from(sampleTable).where(eq(sampleTable.project, project.id))).map(
      ({ no }) => no,
    ),
  );
  for (let turn = (one.turn ?? 1) + 1; ; turn += 1) {
    try {
      const sampleNo =
        one.sampleKind === 'blank'
          ? blankNumber({ ...stem, blank: turn }, rule)
          : sampleNumber({ ...stem, point: Number(one.siteNo), turn }, rule);
      if (!given.has(sampleNo)) return { sampleNo, turn };
    } catch (error) {
      if (error instanceof LabProblem) throw conflict(siteTexts.tooManyPoints);
      throw error;
    }
  }
}

/** Returns the planned fields of a sample, without its readings. */
export const plannedAgain = (
  one: Stored,
  next: { sampleNo: string; turn: number },
): Omit<NewSample, 'organizationId'> => ({
  ...next,
  state: 'planned',
  lateEntry: false,
  project: one.project,
  sampleKind: one.sampleKind,
  sampleSiteHazardId: one.sampleSiteHazardId,
  siteHazardId: one.siteHazardId,
  samplingDay: one.samplingDay,
  siteNo: one.siteNo,
  workshop: one.workshop,
  place: one.place,
  hazard: one.hazard,
  hazardName: one.hazardName,
  method: one.method,
  mode: one.mode,
  period: one.period,
  medium: one.medium,
  plannedFlow: one.plannedFlow,
  plannedMinutes: one.plannedMinutes,
  person: one.person,
  equipment: one.equipment,
  representedHours: one.representedHours,
  hoursPerDay: one.hoursPerDay,
});

/**
 * Voids samples of the site with a reason, all or none; each keeps its number. Returns the voided samples and their
 * replacements.
 * @throws Refusal 409 for samples of another project or of the laboratory
 */
export function voidSamples(
  desk: Desk,
  { rows: shown, reason, again = false }: VoidBody,
): Promise<{ voided: AnyRow[]; added: AnyRow[] }> {
  const { services, registry, resource, call } = desk;
  const moved = { machine: sampleMachine, resource, stateField: 'state' } as const;
  return services.database.transaction((tx) =>
    once(tx, call, async () => {
      const rows = await lockRows(moved, tx, call, shown);
      const projects = new Set(rows.map(({ project }) => Number(project)));
      const [projectId] = projects;
      if (projects.size !== 1 || projectId === undefined) throw conflict(siteTexts.wrongProject);
      const project = await assertOpenWhile(tx, registry, call, projectId, whileSampling);
      const away = rows
        .filter(({ state }) => state !== 'planned' && state !== 'collected' && state !== 'voided')
        .map(({ id }) => id);
      const measured = await measuredAtPlace(tx, { ids: away });
      if (away.some((id) => !measured.has(id))) throw conflict(siteTexts.voidOnlySite);
      await moveRows(services, tx, call, moved, rows, 'void', { reason, changes: { stateReason: reason.trim() } });
      await voidTasksOf({ services, registry }, tx, call, away, reason);
      await dropFromRecords(services, tx, call, away, reason);
      const added: number[] = [];
      if (again) {
        const stored = await tx
          .select()
          .from(sampleTable)
          .where(
            inArray(
              sampleTable.id,
              rows.map(({ id }) => id),
            ),
          )
          .orderBy(sampleTable.id);
        for (const one of stored)
          added.push(
            ...(await insertSamples(services, tx, call, project, [
              plannedAgain(one, await nextLike(tx, project, one)),
            ])),
          );
      }
      return {
        voided: await find(
          desk,
          tx,
          shown.map(({ id }) => id),
          false,
        ),
        added: added.length ? await find(desk, tx, added, false) : [],
      };
    }),
  );
}
