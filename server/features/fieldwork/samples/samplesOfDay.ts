import { and, eq, inArray, isNull } from 'drizzle-orm';
import { CalculationProblem } from '@contract/arithmetic/numbers/calculationProblem';
import { sample } from '@contract/features/fieldwork/entities/sample';
import { type PlannedSample, plannedSamples } from '@contract/features/fieldwork/plan/plannedSamples';
import { siteTexts } from '@contract/features/fieldwork/samples/siteTexts';
import { actorOf, recordAudit } from '@server/audit/auditTrail';
import { pinyinOf } from '@server/base/pinyin';
import type { Orm } from '@server/db/orm';
import { sampleTable } from '@server/db/schema';
import type { StoredProject } from '@server/features/projects/projectStage';
import { conflict } from '@server/http/errors';
import type { Call } from '@server/http/route';
import type { Services } from '@server/services';
import { codesOf, planRowsForSampling } from './planRowsForSampling';
import { sampleRuleOf } from './sampleNumberRule';

interface StoredDay {
  readonly id: number;
  readonly dayNo: number;
}

const batchSize = 200;

function planSamples(work: () => PlannedSample[]): PlannedSample[] {
  try {
    return work();
  } catch (error) {
    if (error instanceof CalculationProblem) throw conflict(siteTexts.tooManyPoints);
    throw error;
  }
}

export type NewSample = typeof sampleTable.$inferInsert;

/** Inserts planned samples, each with an audit line. */
export async function insertSamples(
  services: Services,
  tx: Orm,
  call: Call<unknown>,
  project: StoredProject,
  rows: readonly Omit<NewSample, 'organizationId'>[],
): Promise<number[]> {
  const { id: userId } = call.viewer.user;
  const ids: number[] = [];
  for (let from = 0; from < rows.length; from += batchSize) {
    const part = rows.slice(from, from + batchSize).map((row) => ({
      ...row,
      ...pinyinOf(row.sampleNo),
      organizationId: project.organizationId,
      createBy: userId,
      updateBy: userId,
      createTime: services.now(),
      updateTime: services.now(),
    }));
    const insertedRows = await tx
      .insert(sampleTable)
      .values(part)
      .returning({ id: sampleTable.id, sampleNo: sampleTable.sampleNo });
    ids.push(...insertedRows.map(({ id }) => id));
    await recordAudit(
      tx,
      actorOf(call),
      insertedRows.map(({ id, sampleNo }, index) => ({
        action: 'add' as const,
        entity: sample,
        entityId: id,
        title: sampleNo,
        organizationId: project.organizationId,
        after: {
          sampleNo,
          hazardName: part[index]?.hazardName ?? null,
          place: part[index]?.place ?? null,
          sampleKind: part[index]?.sampleKind ?? null,
        },
      })),
    );
  }
  return ids;
}

async function numbersTaken(tx: Orm, project: StoredProject, numbers: string[]) {
  return new Set(
    (
      await tx
        .select({ no: sampleTable.sampleNo })
        .from(sampleTable)
        .where(
          and(
            eq(sampleTable.project, project.id),
            inArray(sampleTable.sampleNo, numbers),
            isNull(sampleTable.deleteTime),
          ),
        )
    ).map(({ no }) => no),
  );
}

/**
 * Creates the missing samples that the plan requires on a day; a repeated call adds nothing. The caller has to lock
 * the plan.
 * @throws Refusal 409 where the plan has no samples for the day
 */
export async function makeSamplesOfDay(
  services: Services,
  tx: Orm,
  call: Call<unknown>,
  project: StoredProject,
  day: StoredDay,
): Promise<number> {
  const rows = await planRowsForSampling(tx, project.id);
  if (!rows.length) throw conflict(siteTexts.planEmpty);
  const code = project.code ?? String(project.id);
  const codes = await codesOf(tx, { id: project.id, code }, rows);
  const rule = await sampleRuleOf(tx, project.id);
  const wantedSamples = planSamples(() => plannedSamples(rows, { project: code, dayNo: day.dayNo, codes, rule }));
  if (!wantedSamples.length) throw conflict(siteTexts.dayNotInPlan(day.dayNo));
  const numbers = wantedSamples.map(({ sampleNo }) => sampleNo);
  const takenNumbers = await numbersTaken(tx, project, numbers);
  const missingSamples = wantedSamples.filter(({ sampleNo }) => !takenNumbers.has(sampleNo));
  await insertSamples(
    services,
    tx,
    call,
    project,
    missingSamples.map(({ row, sampleNo, sampleKind, siteNo, turn, representedHours }) => {
      const blank = sampleKind === 'blank';
      return {
        project: project.id,
        sampleNo,
        sampleKind,
        state: 'planned',
        sampleSiteHazardId: row.id,
        siteHazardId: row.siteHazardId,
        samplingDay: day.id,
        siteNo,
        turn,
        workshop: blank ? null : row.workshop,
        place: blank ? null : row.place,
        hazard: row.hazard,
        hazardName: row.hazardName,
        method: row.method,
        mode: row.mode,
        period: row.period,
        medium: row.medium,
        plannedFlow: blank ? null : row.flow,
        plannedMinutes: blank ? null : row.minutes,
        representedHours,
        hoursPerDay: blank ? null : row.hoursPerDay,
        lateEntry: false,
      };
    }),
  );
  return missingSamples.length;
}
