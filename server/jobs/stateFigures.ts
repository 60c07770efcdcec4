import { statfs } from 'node:fs/promises';
import { and, desc, eq, isNotNull } from 'drizzle-orm';
import type { JobLine, RequestLine, StateFigures } from '@contract/features/system/monitorWire';
import { formatMoment } from '@server/base/zone';
import type { Registry } from '@server/crud/resource';
import { jobRunTable } from '@server/db/schema';
import { type AnsweredCall, requestFigures } from '@server/http/requestCounts';
import type { Services } from '@server/services';
import type { Job, JobsOf } from './job';
import { lastEnd } from './jobRuns';
import { nextRun } from './jobSchedule';

/** Returns free and total bytes of a directory's disk; null if the system does not report them. */
async function roomOf(directory: string): Promise<StateFigures['disk']> {
  try {
    const { bavail, blocks, bsize } = await statfs(directory);
    return { free: bavail * bsize, total: blocks * bsize };
  } catch {
    return null;
  }
}

/** Returns the time of the last daily backup; null without one. */
export async function lastBackup({ database }: Services): Promise<Date | null> {
  const [last] = await database.orm
    .select({ at: jobRunTable.endedAt })
    .from(jobRunTable)
    .where(and(eq(jobRunTable.jobKey, 'backup'), eq(jobRunTable.outcome, 'done'), isNotNull(jobRunTable.endedAt)))
    .orderBy(desc(jobRunTable.endedAt))
    .limit(1);
  return last?.at ?? null;
}

async function backupOf(services: Services): Promise<StateFigures['backup']> {
  const { env, now } = services;
  const at = await lastBackup(services);
  return {
    configured: env.backupDir !== undefined,
    last: at && { time: formatMoment(at, env.zone), hours: Math.floor((now().getTime() - at.getTime()) / 3_600_000) },
  };
}

async function jobLines(services: Services, allJobs: readonly Job[]): Promise<JobLine[]> {
  const formatTime = (ms: number): string => formatMoment(new Date(ms), services.env.zone);
  return Promise.all(
    allJobs.map(async (job) => {
      const end = await lastEnd(services, job);
      const next = job.ownLoop ? null : nextRun(job, end, services);
      return {
        key: job.key,
        title: job.title,
        last: end ? { time: formatTime(end.at), failed: end.failed } : null,
        next: next === null ? null : formatTime(next),
      };
    }),
  );
}

/**
 * Returns the state of the installation: answered calls of this process, disk space, the last backup, and the next run
 * of each job.
 * @param jobsOf the jobs of the installation
 */
export const stateFiguresWith =
  (jobsOf: JobsOf) =>
  async (services: Services, registry: Registry): Promise<StateFigures> => {
    const { since, slowest, recentFailures, total, refused, failed } = requestFigures();
    const formatTime = (moment: Date): string => formatMoment(moment, services.env.zone);
    const line = ({ at, ...call }: AnsweredCall): RequestLine => ({ ...call, time: formatTime(at) });
    const [disk, backup, jobs] = await Promise.all([
      roomOf(services.env.dataDir),
      backupOf(services),
      jobLines(services, jobsOf({ services, registry })),
    ]);
    return {
      requests: {
        total,
        refused,
        failed,
        since: formatTime(since),
        slowest: slowest.map(line),
        recentFailures: recentFailures.map(line),
      },
      disk,
      backup,
      jobs,
    };
  };
