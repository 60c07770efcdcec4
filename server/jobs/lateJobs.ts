import { jobTexts } from '@contract/features/system/jobs/jobTexts';
import { linesAfter } from '@server/audit/clockSteps';
import { formatMoment } from '@server/base/zone';
import type { Database } from '@server/db/openDatabase';
import { tellAdministrators } from '@server/features/notices/tellAdministrators';
import type { Services } from '../services';
import { type Job, periodOf } from './job';
import { clockToleranceMs, hasRunEndedInFuture, lastEnd } from './jobRuns';

/** Time in ms after the due time from which a job counts as missed; other jobs may run before it. */
const leewayMs = 30 * 60_000;
/** Interval of the checks in ms. */
const checkIntervalMs = 5 * 60_000;

const latestOf = new WeakMap<Database, readonly string[]>();

/** Returns the keys of the missed jobs, from this process's last check. */
export const lateJobs = ({ database }: Pick<Services, 'database'>): readonly string[] => latestOf.get(database) ?? [];

interface LateWatch {
  /**
   * Checks once.
   * @returns the keys of the missed jobs
   */
  check(): Promise<readonly string[]>;
  stop(): void;
}

/**
 * Notifies administrators of missed jobs and of a clock that was ahead. It runs apart from the schedule, which may
 * hang itself.
 */
export function watchLateness(services: Services, jobs: readonly Job[]): LateWatch {
  const startedMs = services.now().getTime();
  const alarmedKeys = new Set<string>();

  async function isLate(job: Job): Promise<boolean> {
    const now = services.now().getTime();
    const end = await lastEnd(services, job);
    const from = Math.max(end?.at ?? -Infinity, Math.min(startedMs, now) + (job.after ?? 0));
    if (now - from <= periodOf(job) + leewayMs) {
      alarmedKeys.delete(job.key);
      return false;
    }
    if (!alarmedKeys.has(job.key)) {
      await tellAdministrators(services, {
        programPart: jobTexts.worker,
        title: jobTexts.lateTitle(job.title),
        text: jobTexts.lateText(job.title, end && formatMoment(new Date(end.at), services.env.zone)),
      });
      alarmedKeys.add(job.key);
    }
    return true;
  }

  async function tellOfClock(): Promise<void> {
    const futureJobs: Job[] = [];
    for (const job of jobs) if (await hasRunEndedInFuture(services, job)) futureJobs.push(job);
    const lines = await linesAfter(services.database.orm, new Date(services.now().getTime() + clockToleranceMs));
    if (futureJobs.length === 0 && lines === 0) alarmedKeys.delete('clock');
    else if (!alarmedKeys.has('clock')) {
      await tellAdministrators(services, {
        programPart: jobTexts.worker,
        title: jobTexts.clockTitle,
        text: jobTexts.clockText(
          futureJobs.map(({ title }) => title),
          lines,
        ),
      });
      alarmedKeys.add('clock');
    }
  }

  async function checkJobs(): Promise<readonly string[]> {
    await tellOfClock();
    const lateKeys: string[] = [];
    for (const job of jobs) if (await isLate(job)) lateKeys.push(job.key);
    latestOf.set(services.database, lateKeys);
    return lateKeys;
  }

  const checkQuietly = (): void =>
    void checkJobs().catch((error: unknown) =>
      services.log.error({ err: error }, 'nobody looked whether jobs are late'),
    );
  checkQuietly();
  const timer = setInterval(checkQuietly, checkIntervalMs);
  timer.unref();
  return { check: checkJobs, stop: () => clearInterval(timer) };
}
