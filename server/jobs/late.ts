import { jobTexts } from '@contract/features/system/jobTexts';
import { formatMoment } from '@server/base/zone';
import { tellAdministrators } from '@server/features/notices/tellAdministrators';
import type { Database } from '../db/client';
import type { Services } from '../services';
import { endedInFuture, lastEnd } from './book';
import { type Job, periodOf } from './job';

/** ms beyond its time after which a job counts as not run: others run before it, one after the other. */
const leeway = 30 * 60_000;
/** ms between two looks. */
const lookEvery = 5 * 60_000;

const latestOf = new WeakMap<Database, readonly string[]>();

/** The keys of the jobs that had not run when they were due, as the last look of this process has it. */
export const lateJobs = ({ database }: Pick<Services, 'database'>): readonly string[] => latestOf.get(database) ?? [];

export interface LateWatch {
  /** Looks once. @returns the keys of the jobs that did not run when they were due */
  look(): Promise<readonly string[]>;
  stop(): void;
}

/**
 * Tells administrators of jobs that were due and did not run, and of a clock that was ahead; apart from the schedule,
 * which may be the one that hangs.
 */
export function watchLateness(services: Services, jobs: readonly Job[]): LateWatch {
  const began = services.now().getTime();
  const told = new Set<string>();

  async function isLate(job: Job): Promise<boolean> {
    const now = services.now().getTime();
    const end = await lastEnd(services, job);
    const from = Math.max(end?.at ?? -Infinity, Math.min(began, now) + (job.after ?? 0));
    if (now - from <= periodOf(job) + leeway) {
      told.delete(job.key);
      return false;
    }
    if (!told.has(job.key)) {
      await tellAdministrators(services, {
        by: jobTexts.worker,
        title: jobTexts.lateTitle(job.title),
        text: jobTexts.lateText(job.title, end && formatMoment(new Date(end.at), services.env.zone)),
      });
      told.add(job.key);
    }
    return true;
  }

  async function tellOfClock(): Promise<void> {
    const ahead: Job[] = [];
    for (const job of jobs) if (await endedInFuture(services, job)) ahead.push(job);
    if (ahead.length === 0) told.delete('clock');
    else if (!told.has('clock')) {
      await tellAdministrators(services, {
        by: jobTexts.worker,
        title: jobTexts.clockTitle,
        text: jobTexts.clockText(ahead.map(({ title }) => title)),
      });
      told.add('clock');
    }
  }

  async function look(): Promise<readonly string[]> {
    await tellOfClock();
    const late: string[] = [];
    for (const job of jobs) if (await isLate(job)) late.push(job.key);
    latestOf.set(services.database, late);
    return late;
  }

  const quietly = (): void =>
    void look().catch((error: unknown) => services.log.error({ err: error }, 'nobody looked whether jobs are late'));
  quietly();
  const timer = setInterval(quietly, lookEvery);
  timer.unref();
  return { look, stop: () => clearInterval(timer) };
}
