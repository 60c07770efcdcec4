import { and, desc, eq, gt, inArray, lt, lte, ne, sql } from 'drizzle-orm';
import { jobRun } from '@contract/features/system/entities/jobRun';
import { jobTexts } from '@contract/features/system/jobs/jobTexts';
import { type Actor, recordAudit } from '@server/audit/auditTrail';
import { pinyinOf } from '@server/base/pinyin';
import { formatDay } from '@server/base/zone';
import type { Orm } from '@server/db/orm';
import { jobRunTable } from '@server/db/schema';
import type { Services } from '@server/services';
import { type Job, nodeOf } from './job';

/** Time in ms for which a run is stored. */
const retentionMs = 90 * 86_400_000;

const jobFields = (services: Services, job: Job) => ({
  jobKey: job.key,
  jobName: job.title,
  node: nodeOf(services),
  ...pinyinOf(job.title),
});
const ofJob = (services: Services, job: Job) =>
  and(eq(jobRunTable.jobKey, job.key), job.onEachNode ? eq(jobRunTable.node, nodeOf(services)) : undefined);

/**
 * Stores the start of a run. A run started by a person also gets an audit line.
 * @returns id of the run
 */
export async function beginJobRun(services: Services, job: Job, starter: Actor | null): Promise<number> {
  return services.database.transaction(async (tx) => {
    const [createdRun] = await tx
      .insert(jobRunTable)
      .values({
        ...jobFields(services, job),
        outcome: 'running',
        ticks: 1,
        startedAt: services.now(),
        jobTrigger: starter ? 'hand' : 'schedule',
        startedBy: starter?.userName ?? null,
        createBy: starter?.userId ?? null,
      })
      .returning({ id: jobRunTable.id });
    const id = createdRun?.id as number;
    if (starter)
      await recordAudit(tx, starter, [
        { action: 'run', entity: jobRun, entityId: id, title: jobTexts.ranNow(job.title) },
      ]);
    return id;
  });
}

/** Ends a run's line. */
export async function endJobRun(
  services: Services,
  id: number,
  outcome: 'done' | 'idle' | 'failed',
  result: string,
): Promise<void> {
  const now = services.now();
  await services.database.orm
    .update(jobRunTable)
    .set({ outcome, result: result.slice(0, 500), endedAt: now, updateTime: now })
    .where(eq(jobRunTable.id, id));
}

/**
 * Records a finished run with a line of its own.
 * @returns id of the run
 */
export async function recordJobRun(
  services: Services,
  job: Job,
  startedAt: Date,
  outcome: 'done' | 'failed',
  result: string,
): Promise<number> {
  const [createdRun] = await services.database.orm
    .insert(jobRunTable)
    .values({
      ...jobFields(services, job),
      outcome,
      result: result.slice(0, 500),
      ticks: 1,
      startedAt,
      endedAt: services.now(),
      jobTrigger: 'schedule',
    })
    .returning({ id: jobRunTable.id });
  return createdRun?.id as number;
}

/** Adds runs without work to the shared line of the day. `line` is the line of a run that was begun. */
export async function addToDayLine(
  services: Services,
  job: Job,
  startedAt: Date,
  ticks = 1,
  line?: number,
): Promise<void> {
  const now = services.now();
  const foldKey = [
    job.key,
    ...(job.onEachNode ? [nodeOf(services)] : []),
    formatDay(startedAt, services.env.zone),
  ].join('/');
  await services.database.transaction(async (tx) => {
    if (line !== undefined) await tx.delete(jobRunTable).where(eq(jobRunTable.id, line));
    await tx
      .insert(jobRunTable)
      .values({
        ...jobFields(services, job),
        outcome: 'idle',
        result: jobTexts.nothing,
        ticks,
        startedAt,
        endedAt: now,
        jobTrigger: 'schedule',
        foldKey,
      })
      .onConflictDoUpdate({
        target: jobRunTable.foldKey,
        set: { ticks: sql`${jobRunTable.ticks} + ${ticks}`, endedAt: now, updateTime: now, node: nodeOf(services) },
      });
  });
}

/**
 * Marks begun runs of a job as interrupted. Only the holder of the job's lock calls it, so no other run is active.
 */
export async function interruptRunsOf(services: Services, job: Job): Promise<void> {
  const now = services.now();
  await services.database.orm
    .update(jobRunTable)
    .set({ outcome: 'interrupted', result: jobTexts.interrupted, endedAt: now, updateTime: now })
    .where(and(ofJob(services, job), eq(jobRunTable.outcome, 'running')));
}

/** Marks all interrupted runs of this process, at its start. */
export async function interruptOwnRuns(services: Services): Promise<void> {
  const now = services.now();
  await services.database.orm
    .update(jobRunTable)
    .set({ outcome: 'interrupted', result: jobTexts.interrupted, endedAt: now, updateTime: now })
    .where(and(eq(jobRunTable.node, nodeOf(services)), eq(jobRunTable.outcome, 'running')));
}

/** Allowed difference in ms between the clocks of several processes. */
export const clockToleranceMs = 300_000;

/** Checks whether a run ended in the future, which means that the clock was ahead. */
export async function hasRunEndedInFuture(services: Services, job: Job): Promise<boolean> {
  const [laterRun] = await services.database.orm
    .select({ id: jobRunTable.id })
    .from(jobRunTable)
    .where(and(ofJob(services, job), gt(jobRunTable.endedAt, new Date(services.now().getTime() + clockToleranceMs))))
    .limit(1);
  return laterRun !== undefined;
}

/**
 * Returns when and how the job last ended in any process; null before its first run. A run that ended in the future is
 * ignored, because the clock was wrong.
 */
export async function lastEnd(services: Services, job: Job): Promise<{ at: number; failed: boolean } | null> {
  const [lastRun] = await services.database.orm
    .select({ at: jobRunTable.endedAt, outcome: jobRunTable.outcome })
    .from(jobRunTable)
    .where(
      and(
        ofJob(services, job),
        inArray(jobRunTable.outcome, ['done', 'idle', 'failed']),
        lte(jobRunTable.endedAt, new Date(services.now().getTime() + clockToleranceMs)),
      ),
    )
    .orderBy(desc(jobRunTable.endedAt))
    .limit(1);
  return lastRun?.at ? { at: lastRun.at.getTime(), failed: lastRun.outcome === 'failed' } : null;
}

/**
 * Checks whether administrators know this cause: they were notified within a day, or the job has not succeeded since
 * the notice.
 */
export async function isKnownCause(tx: Orm, job: Job, result: string, now: Date): Promise<boolean> {
  const [lastAlarm] = await tx
    .select({ id: jobRunTable.id, at: jobRunTable.startedAt })
    .from(jobRunTable)
    .where(and(eq(jobRunTable.jobKey, job.key), eq(jobRunTable.told, true), eq(jobRunTable.result, result)))
    .orderBy(desc(jobRunTable.id))
    .limit(1);
  if (!lastAlarm?.at) return false;
  if (now.getTime() - lastAlarm.at.getTime() < 86_400_000) return true;
  const [betterRun] = await tx
    .select({ id: jobRunTable.id })
    .from(jobRunTable)
    .where(
      and(
        eq(jobRunTable.jobKey, job.key),
        inArray(jobRunTable.outcome, ['done', 'idle']),
        sql`${jobRunTable.endedAt} > ${lastAlarm.at.toISOString()}::timestamptz`,
      ),
    )
    .limit(1);
  return !betterRun;
}

/**
 * Deletes old runs.
 * @returns number of deleted runs
 */
export async function forgetOldRuns(services: Services): Promise<number> {
  const deletedRuns = await services.database.orm
    .delete(jobRunTable)
    .where(
      and(
        lt(jobRunTable.startedAt, new Date(services.now().getTime() - retentionMs)),
        ne(jobRunTable.outcome, 'running'),
      ),
    )
    .returning({ id: jobRunTable.id });
  return deletedRuns.length;
}
