import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import { sampleMachine } from '@contract/features/fieldwork/samples/sampleMachine';
import { takeOverTexts, type TakeOverStage } from '@contract/features/projects/projectTakeOver';
import { parseMoment } from '@server/base/zone';
import { insertRow } from '@server/crud/operations';
import type { Orm } from '@server/db/orm';
import { broughtSampleTable, hazardTable, sampleAlongWithTable, sampleTable } from '@server/db/schema';
import { insertSamples } from '@server/features/fieldwork/samples/samplesOfDay';
import { ensureTasks } from '@server/features/laboratory/tasks/ensureTasks';
import { movedSample } from '@server/features/laboratory/tasks/movedTask';
import type { StoredProject } from '@server/features/projects/projectStage';
import { conflict } from '@server/http/errors';
import type { MoveContext } from '@server/workflow/moveRoutes';
import { lockRows, moveRows } from '@server/workflow/moveRows';

type BroughtRow = typeof broughtSampleTable.$inferSelect;

/** Returns the samples of a job that is taken over, in their order. */
const broughtSamples = (tx: Orm, projectId: number): Promise<BroughtRow[]> =>
  tx
    .select()
    .from(broughtSampleTable)
    .where(and(eq(broughtSampleTable.project, projectId), isNull(broughtSampleTable.deleteTime)))
    .orderBy(asc(broughtSampleTable.rowSort), asc(broughtSampleTable.id));

/**
 * Groups the rows by sample. Each row is one test; the first row of a sample also describes the sample.
 * @throws Refusal 409 for a test that is listed twice, and for rows of one sample that differ
 */
function bySample(rows: readonly BroughtRow[]): BroughtRow[][] {
  const rowsByNumber = new Map<string, BroughtRow[]>();
  for (const row of rows) {
    const ownRows = rowsByNumber.get(row.sampleNo) ?? [];
    if (ownRows.some(({ hazard }) => hazard === row.hazard)) throw conflict(takeOverTexts.twice(row.sampleNo));
    if (ownRows.some(({ sampledOn, sampleKind }) => sampledOn !== row.sampledOn || sampleKind !== row.sampleKind))
      throw conflict(takeOverTexts.differs(row.sampleNo));
    rowsByNumber.set(row.sampleNo, [...ownRows, row]);
  }
  return [...rowsByNumber.values()];
}

/**
 * Creates the sampling days of the samples and returns their ids by date. The plan creates no samples for these days.
 */
async function makeDays(
  { services, registry, tx, call }: MoveContext,
  project: StoredProject,
  dates: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const resource = registry.named('samplingDay');
  const dayIds = new Map<string, number>();
  for (const sampledOn of dates) {
    const policy = {
      ...resource.policy,
      // The production conditions are recorded on the paper.
      beforeSave: async () => ({ dayNo: dayIds.size + 1, production: null }),
      afterSave: async () => undefined,
    };
    const row = await insertRow(
      { services, registry, resource: { ...resource, policy }, call },
      tx,
      { project: project.id, sampledOn, remark: takeOverTexts.reason },
      { action: 'add' },
      project.organizationId,
    );
    dayIds.set(sampledOn, row.id);
  }
  return dayIds;
}

async function assertNumbersFree(tx: Orm, organizationId: number | null, numbers: readonly string[]): Promise<void> {
  const [takenSample] = await tx
    .select({ no: sampleTable.sampleNo })
    .from(sampleTable)
    .where(
      and(
        inArray(sampleTable.sampleNo, [...numbers]),
        organizationId === null ? isNull(sampleTable.organizationId) : eq(sampleTable.organizationId, organizationId),
        isNull(sampleTable.deleteTime),
      ),
    )
    .limit(1);
  if (takenSample) throw conflict(takeOverTexts.numberTaken(takenSample.no));
}

/** Returns the columns of a sample, read from its rows. */
function columnsOfSample(
  project: StoredProject,
  rows: readonly BroughtRow[],
  names: ReadonlyMap<number, string>,
  dayColumns: { readonly samplingDay: number | null; readonly checkedAt: Date | null; readonly recordedAt: Date },
) {
  const [firstRow] = rows as [BroughtRow];
  return {
    project: project.id,
    sampleNo: firstRow.sampleNo,
    sampleKind: firstRow.sampleKind,
    state: sampleMachine.initial,
    siteNo: firstRow.siteNo,
    workshop: firstRow.workshop,
    place: firstRow.place,
    hazard: firstRow.hazard,
    hazardName: rows.map(({ hazard }) => names.get(hazard) ?? '').join('、'),
    method: firstRow.method,
    mode: firstRow.mode,
    period: firstRow.period,
    person: firstRow.person,
    minutes: firstRow.minutes,
    standardVolume: firstRow.standardVolume,
    representedHours: firstRow.representedHours,
    hoursPerDay: firstRow.hoursPerDay,
    remark: firstRow.remark,
    lateEntry: true,
    ...dayColumns,
  };
}

/**
 * Creates the samples of a job that is taken over, in the state that they had on paper: taken for 样品交接, received
 * with their tasks from 实验室检测 on.
 * @param receivedOn day on which the samples were handed over on paper; null if they were not
 * @returns the rows with the id of their sample
 * @throws Refusal 409 without samples, for a number that is in use, and for rows that contradict each other
 */
export async function makeBroughtSamples(
  context: MoveContext,
  project: StoredProject,
  stage: TakeOverStage,
  receivedOn: string | null,
): Promise<(BroughtRow & { readonly sample: number })[]> {
  const { services, registry, tx, call } = context;
  const rows = await broughtSamples(tx, project.id);
  if (!rows.length) throw conflict(takeOverTexts.samplesMissing);
  const groups = bySample(rows);
  await assertNumbersFree(
    tx,
    project.organizationId,
    groups.map(([first]) => first?.sampleNo ?? ''),
  );
  const hazardIds = [...new Set(rows.map(({ hazard }) => hazard))];
  const names = new Map(
    (
      await tx
        .select({ id: hazardTable.id, name: hazardTable.name })
        .from(hazardTable)
        .where(inArray(hazardTable.id, hazardIds))
    ).map(({ id, name }) => [id, name]),
  );
  const days = project.incoming
    ? new Map<string, number>()
    : await makeDays(context, project, [...new Set(rows.map(({ sampledOn }) => sampledOn))].sort());
  const checkedAt = receivedOn === null ? null : parseMoment(`${receivedOn} 12:00:00`, services.env.zone);
  const recordedAt = services.now();
  const ids = await insertSamples(
    services,
    tx,
    call,
    project,
    groups.map((groupRows) =>
      columnsOfSample(project, groupRows, names, {
        samplingDay: days.get(groupRows[0]?.sampledOn ?? '') ?? null,
        checkedAt,
        recordedAt,
      }),
    ),
  );
  const alongRows = groups.flatMap((groupRows, index) =>
    groupRows.slice(1).map(({ hazard }, position) => ({ ownerId: ids[index] ?? 0, targetId: hazard, position })),
  );
  if (alongRows.length) await tx.insert(sampleAlongWithTable).values(alongRows);
  const movedResource = movedSample(registry);
  const reason = takeOverTexts.reason;
  await moveRows(services, tx, call, movedResource, await lockRows(movedResource, tx, call, ids), 'collect', {
    reason,
  });
  if (stage !== 'handOver') {
    await moveRows(services, tx, call, movedResource, await lockRows(movedResource, tx, call, ids), 'takeOver', {
      reason,
    });
    await ensureTasks(services, tx, call, ids);
  }
  return groups.flatMap((groupRows, index) => groupRows.map((row) => ({ ...row, sample: ids[index] ?? 0 })));
}
