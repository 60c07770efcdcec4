import { formatDay, parseMoment } from '@server/base/zone';
import type { Services } from '@server/services';
import { type Job, periodOf } from './job';
import { lastEnd } from './jobRuns';
import { runJob } from './runJob';

/** Longest pause of a process in ms, after which it takes over work that another process left. */
const maxSleepMs = 60_000;
/** Pause of a job after a failure in ms. */
const delayAfterFailureMs = 300_000;

/** Returns the first `HH:mm` in the zone after a time; both times in ms. */
export function nextAt(clock: string, from: number, zone: string): number {
  for (let daysAhead = 0; ; daysAhead += 1) {
    const day = formatDay(new Date(from + daysAhead * 86_400_000), zone);
    const timeMs = parseMoment(`${day} ${clock}:00`, zone).getTime();
    if (timeMs > from) return timeMs;
  }
}

/**
 * Returns when a job is due next.
 * @param end end of the last run; null if it never ran
 * @returns ms; the current time if the job is due already
 */
export function nextRun(
  job: Job,
  end: { readonly at: number; readonly failed: boolean } | null,
  { now, env }: Pick<Services, 'now' | 'env'>,
): number {
  if (!end) return now().getTime();
  const dueMs =
    job.at === undefined || end.failed
      ? end.at + Math.max(job.intervalMs, end.failed ? delayAfterFailureMs : 0)
      : nextAt(job.at, end.at, env.zone);
  return Math.max(dueMs, now().getTime());
}

interface JobSchedule {
  /**
   * Runs the due jobs one after another.
   * @returns ms until the next check
   */
  round(): Promise<number>;
}

/** Creates the schedule: the plan of this process, compared with the runs of other processes before each start. */
export function createSchedule(services: Services, jobs: readonly Job[]): JobSchedule {
  const started = services.now().getTime();
  const next = new Map(jobs.map((job) => [job.key, started + (job.after ?? 0)]));
  const after = (end: number, job: Job, hasFailed = false): number =>
    job.at === undefined || hasFailed ? end + job.intervalMs : nextAt(job.at, end, services.env.zone);
  const dueBy = async (job: Job): Promise<number> => {
    const end = await lastEnd(services, job);
    return end ? after(end.at, job, end.failed) : -Infinity;
  };

  async function checkJob(job: Job): Promise<void> {
    let dueMs = -Infinity;
    const endedRun = await runJob(
      services,
      job,
      null,
      async () => (dueMs = await dueBy(job)) <= services.now().getTime(),
    );
    const now = services.now().getTime();
    if (endedRun?.outcome === 'failed') next.set(job.key, now + Math.max(job.intervalMs, delayAfterFailureMs));
    else if (endedRun) next.set(job.key, after(now, job));
    else next.set(job.key, Math.max(dueMs, now + Math.min(job.intervalMs, maxSleepMs)));
  }

  return {
    async round() {
      for (const job of jobs) {
        // If the clock was ahead and was corrected, planned times may be years ahead, so they are reset.
        const planned = next.get(job.key) ?? 0;
        if (
          planned - services.now().getTime() >
          Math.max(periodOf(job), job.after ?? 0, delayAfterFailureMs) + maxSleepMs
        )
          next.set(job.key, services.now().getTime());
        if ((next.get(job.key) ?? 0) > services.now().getTime()) continue;
        try {
          await checkJob(job);
        } catch (error) {
          // The database is unavailable: nothing can be recorded, and the next check tries again.
          services.log.error({ err: error, job: job.key }, 'a job could not be begun');
          next.set(job.key, services.now().getTime() + maxSleepMs);
        }
      }
      return Math.min(Math.max(Math.min(...next.values()) - services.now().getTime(), 100), maxSleepMs);
    },
  };
}

interface RunningJobs {
  /** Waits for the running job. */
  stop(): Promise<void>;
}

/** Runs the jobs of this process until they are stopped. */
export function startJobs(services: Services, jobs: readonly Job[]): RunningJobs {
  const schedule = createSchedule(
    services,
    jobs.filter(({ ownLoop }) => !ownLoop),
  );
  const stopping = new AbortController();
  let wakeUp = (): void => undefined;
  const runLoop = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const waitMs = await schedule.round();
      if (stopping.signal.aborted) return;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, waitMs);
        wakeUp = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  };
  const runningLoop = runLoop();
  return {
    async stop() {
      stopping.abort();
      wakeUp();
      await runningLoop;
    },
  };
}
