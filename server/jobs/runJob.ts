import { jobTexts } from '@contract/features/system/jobs/jobTexts';
import type { Actor } from '@server/audit/auditTrail';
import { sentenceOf } from '@server/http/failureSentence';
import type { Services } from '../services';
import { type Job, nodeOf } from './job';
import { tellOfFailure } from './jobAlarm';
import { beginJobRun, interruptRunsOf, endJobRun, addToDayLine } from './jobRuns';

export interface EndedRun {
  readonly outcome: 'done' | 'idle' | 'failed';
  readonly result: string;
}

const nameOf = (services: Services, job: Job): string =>
  `job ${job.key}${job.onEachNode ? ` ${nodeOf(services)}` : ''}`;

/**
 * Logs a failure and notifies administrators. If the notice fails, that is only logged.
 * @returns the sentence
 */
export async function recordJobFailure(
  services: Services,
  job: Job,
  error: unknown,
  recordFailure: (sentence: string) => Promise<number>,
): Promise<string> {
  const sentence = sentenceOf(error);
  services.log.error({ err: error, job: job.key }, 'a job failed');
  try {
    await tellOfFailure(services, job, await recordFailure(sentence), sentence);
  } catch (reportingError) {
    services.log.error({ err: reportingError, job: job.key }, 'a failed job was not told');
  }
  return sentence;
}

async function performJob(services: Services, job: Job, starter: Actor | null): Promise<EndedRun> {
  // A job that claims row by row may be active in other processes; each process closes its own runs.
  if (!job.runsOnManyNodes) await interruptRunsOf(services, job);
  const startedAt = services.now();
  const id = await beginJobRun(services, job, starter);
  let result: string | null;
  try {
    result = await job.run();
  } catch (error) {
    const sentence = await recordJobFailure(services, job, error, async (failureText) => {
      await endJobRun(services, id, 'failed', failureText);
      return id;
    });
    return { outcome: 'failed', result: sentence };
  }
  if (result !== null) await endJobRun(services, id, 'done', result);
  // A person who started the job sees a line of its own.
  else if (starter) await endJobRun(services, id, 'idle', jobTexts.nothing);
  else await addToDayLine(services, job, startedAt, 1, id);
  return { outcome: result === null ? 'idle' : 'done', result: result ?? jobTexts.nothing };
}

/**
 * Runs a job and records the result. Only one run is active at a time in all processes.
 * @param isDue called while holding the job's lock, because another process may just have run the job
 * @returns null if it is active already, or no longer due
 */
export async function runJob(
  services: Services,
  job: Job,
  starter: Actor | null,
  isDue: () => Promise<boolean> = async () => true,
): Promise<EndedRun | null> {
  const attempt = async (): Promise<EndedRun | null> => ((await isDue()) ? performJob(services, job, starter) : null);
  return job.runsOnManyNodes ? attempt() : services.database.runExclusively(nameOf(services, job), attempt);
}
