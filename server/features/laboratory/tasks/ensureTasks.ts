import { and, asc, inArray, isNull } from 'drizzle-orm';
import { chooseMethod } from '@contract/features/fieldwork/plan/chooseMethod';
import { isRespirable, type MethodFact } from '@contract/features/fieldwork/plan/planFacts';
import { labTask } from '@contract/features/laboratory/entities/labTask';
import { taskDueOn } from '@contract/features/laboratory/tasks/labTasks';
import { actorOf, recordAudit } from '@server/audit/auditTrail';
import { pinyinOf } from '@server/base/pinyin';
import { formatDay } from '@server/base/zone';
import type { Orm } from '@server/db/orm';
import { valuesById } from '@server/db/readRows';
import {
  hazardTable,
  labTaskTable,
  projectTable,
  sampleAlongWithTable,
  sampleSiteHazardAlongWithTable,
  sampleSiteHazardTable,
  sampleTable,
} from '@server/db/schema';
import { methodsOfHazards } from '@server/features/library/methods/methodsOfHazards';
import type { Call } from '@server/http/route';
import type { Services } from '@server/services';

type StoredSample = typeof sampleTable.$inferSelect;
type MethodLibrary = Awaited<ReturnType<typeof methodsOfHazards>> & { readonly day: string };

/** States of samples in the laboratory until their tests end; earlier states and voided samples are excluded. */
const inLaboratory = ['received', 'distributed', 'testing'];
const batchSize = 500;

/** Returns the hazards of each owner in a join table, in the order given. */
async function hazardsAlongWith(
  tx: Orm,
  join: typeof sampleAlongWithTable | typeof sampleSiteHazardAlongWithTable,
  owners: readonly number[],
): Promise<ReadonlyMap<number, number[]>> {
  const hazardsByOwner = new Map<number, number[]>();
  if (!owners.length) return hazardsByOwner;
  const rows = await tx
    .select({ owner: join.ownerId, hazard: join.targetId })
    .from(join)
    .where(inArray(join.ownerId, [...owners]))
    .orderBy(asc(join.ownerId), asc(join.position));
  for (const { owner, hazard } of rows) hazardsByOwner.set(owner, [...(hazardsByOwner.get(owner) ?? []), hazard]);
  return hazardsByOwner;
}

/**
 * Returns the sample's own method if it measures the hazard or the sample was taken for it; otherwise the library's
 * method for the same kind of dust.
 */
function methodFor(
  library: MethodLibrary,
  hazardId: number,
  mainHazard: number,
  preferredId: number | null,
): MethodFact | undefined {
  const preferredMethod = library.methods.find(({ id }) => id === preferredId);
  if (
    preferredMethod &&
    (hazardId === mainHazard ||
      library.items.some((item) => item.method === preferredMethod.id && item.hazard === hazardId))
  )
    return preferredMethod;
  const dust =
    library.hazards.get(hazardId)?.category === 'dust' && preferredMethod
      ? isRespirable(preferredMethod)
        ? 'respirable'
        : 'total'
      : undefined;
  return chooseMethod(library, { hazard: hazardId, ...(dust ? { dust } : {}) });
}

/**
 * Returns the received samples and locks them until the transaction ends, so that two simultaneous receptions do not
 * create a task twice.
 */
function lockedSamples(tx: Orm, ids: readonly number[]): Promise<StoredSample[]> {
  return tx
    .select()
    .from(sampleTable)
    .where(and(inArray(sampleTable.id, ids), inArray(sampleTable.state, inLaboratory), isNull(sampleTable.deleteTime)))
    .orderBy(asc(sampleTable.id))
    .for('update');
}

interface SampleTests {
  /** Hazards to be tested in a sample, the main hazard first. */
  readonly hazardsOf: (sample: StoredSample) => number[];
  /** Method that the sample or its plan row names. */
  readonly methodOf: (sample: StoredSample) => number | null;
}

/** Reads hazards and methods of samples and of their plan rows. */
async function testsOf(tx: Orm, samples: readonly StoredSample[]): Promise<SampleTests> {
  const planRowIds = [...new Set(samples.flatMap(({ sampleSiteHazardId }) => sampleSiteHazardId ?? []))];
  const methodByPlanRow = await valuesById(tx, sampleSiteHazardTable, sampleSiteHazardTable.method, planRowIds);
  const [hazardsBySample, hazardsByPlanRow] = [
    await hazardsAlongWith(
      tx,
      sampleAlongWithTable,
      samples.map(({ id }) => id),
    ),
    await hazardsAlongWith(tx, sampleSiteHazardAlongWithTable, planRowIds),
  ];
  return {
    hazardsOf: (storedSample) => [
      ...new Set([
        storedSample.hazard,
        ...(hazardsBySample.get(storedSample.id) ?? []),
        ...(hazardsByPlanRow.get(storedSample.sampleSiteHazardId ?? 0) ?? []),
      ]),
    ],
    methodOf: (storedSample) =>
      storedSample.method ?? methodByPlanRow.get(storedSample.sampleSiteHazardId ?? 0) ?? null,
  };
}

interface MissingTask {
  readonly sample: StoredSample;
  readonly hazard: number;
}

/** Returns the tasks that the samples still lack. */
async function missingTasks(
  tx: Orm,
  samples: readonly StoredSample[],
  { hazardsOf }: SampleTests,
): Promise<MissingTask[]> {
  const presentKeys = new Set(
    (
      await tx
        .select({ sample: labTaskTable.sample, hazard: labTaskTable.hazard })
        .from(labTaskTable)
        .where(
          and(
            inArray(
              labTaskTable.sample,
              samples.map(({ id }) => id),
            ),
            isNull(labTaskTable.deleteTime),
          ),
        )
    ).map(({ sample, hazard }) => `${sample} ${hazard}`),
  );
  return samples.flatMap((storedSample) =>
    hazardsOf(storedSample)
      .filter((hazardId) => !presentKeys.has(`${storedSample.id} ${hazardId}`))
      .map((hazardId) => ({ sample: storedSample, hazard: hazardId })),
  );
}

/** Returns the new rows, each with its method and due date. */
async function draftsOf(
  services: Pick<Services, 'now' | 'env'>,
  tx: Orm,
  call: Call<unknown>,
  samples: readonly StoredSample[],
  tasksToAdd: readonly MissingTask[],
  { methodOf }: SampleTests,
) {
  const day = formatDay(services.now(), services.env.zone);
  const hazardIds = [...new Set(tasksToAdd.map(({ hazard }) => hazard))];
  const projects = new Map(
    (
      await tx
        .select({ id: projectTable.id, dueOn: projectTable.dueOn, incoming: projectTable.incoming })
        .from(projectTable)
        .where(inArray(projectTable.id, [...new Set(tasksToAdd.map(({ sample }) => sample.project))]))
    ).map((row) => [row.id, row]),
  );
  const hazardRows = await tx
    .select({ id: hazardTable.id, name: hazardTable.name })
    .from(hazardTable)
    .where(inArray(hazardTable.id, hazardIds));
  const names = new Map(hazardRows.map(({ id, name }) => [id, name]));
  const library: MethodLibrary = {
    ...(await methodsOfHazards(tx, {
      hazards: hazardIds,
      methods: samples.flatMap((sample) => methodOf(sample) ?? []),
      organizationId: samples[0]?.organizationId ?? null,
    })),
    day,
  };
  const { id: userId } = call.viewer.user;
  return tasksToAdd.map(({ sample, hazard }) => {
    const method = methodFor(library, hazard, sample.hazard, methodOf(sample));
    const project = projects.get(sample.project);
    return {
      ...pinyinOf(sample.sampleNo),
      project: sample.project,
      sample: sample.id,
      sampleNo: sample.sampleNo,
      sampleKind: sample.sampleKind,
      variant: project?.incoming ? 'incoming' : 'ordinary',
      sampleSiteHazardId: sample.sampleSiteHazardId,
      hazard,
      hazardName: names.get(hazard) ?? '',
      method: method?.id ?? null,
      methodKind: method?.methodKind ?? null,
      state: 'waiting',
      dueOn: taskDueOn(project?.dueOn ?? null, day),
      keepUntil: sample.keepUntil,
      effective: true,
      organizationId: sample.organizationId,
      createBy: userId,
      updateBy: userId,
      createTime: services.now(),
      updateTime: services.now(),
    };
  });
}

/** Inserts the tasks with an audit line each. */
async function insertTasks(
  tx: Orm,
  call: Call<unknown>,
  drafts: Awaited<ReturnType<typeof draftsOf>>,
): Promise<number[]> {
  const newIds: number[] = [];
  for (let from = 0; from < drafts.length; from += batchSize) {
    const batch = drafts.slice(from, from + batchSize);
    const insertedRows = await tx.insert(labTaskTable).values(batch).returning({ id: labTaskTable.id });
    newIds.push(...insertedRows.map(({ id }) => id));
    await recordAudit(
      tx,
      actorOf(call),
      insertedRows.map(({ id }, index) => {
        const { sampleNo, hazardName, method, dueOn, organizationId } = batch[index] as (typeof drafts)[number];
        return {
          action: 'add' as const,
          entity: labTask,
          entityId: id,
          title: sampleNo,
          organizationId,
          after: { sampleNo, hazardName, method, dueOn, state: 'waiting' },
        };
      }),
    );
  }
  return newIds;
}

/**
 * Creates the tasks of received samples and blanks: one for the hazard that a sample was taken for, and one for each
 * hazard tested along with it. A repeated call adds missing tasks and changes nothing else. Direct readings get
 * tasks, too: their sample is the place of the reading, and the reading is typed on a generic-test record.
 * @returns ids of the new tasks
 */
export async function ensureTasks(
  services: Pick<Services, 'now' | 'env'>,
  tx: Orm,
  call: Call<unknown>,
  sampleIds: readonly number[],
): Promise<number[]> {
  const ids = [...new Set(sampleIds)];
  if (!ids.length) return [];
  const samples = await lockedSamples(tx, ids);
  if (!samples.length) return [];
  const tests = await testsOf(tx, samples);
  const tasksToAdd = await missingTasks(tx, samples, tests);
  if (!tasksToAdd.length) return [];
  return insertTasks(tx, call, await draftsOf(services, tx, call, samples, tasksToAdd, tests));
}
