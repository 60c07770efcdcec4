import { jobTexts } from '@contract/features/system/jobTexts';
import type { Actor } from '@server/audit/trail';
import { sentenceOf } from '@server/http/sentence';
import type { Services } from '../services';
import { tellOfFailure } from './alarm';
import { begin, closeInterrupted, end, fold } from './book';
import { type Job, nodeOf } from './job';

export interface Ended {
  readonly outcome: 'done' | 'idle' | 'failed';
  readonly result: string;
}

const nameOf = (services: Services, job: Job): string =>
  `job ${job.key}${job.onEachNode ? ` ${nodeOf(services)}` : ''}`;

/** For the log and the notice centre; a failure to tell is no reason to fail otherwise. @returns the sentence */
export async function failed(
  services: Services,
  job: Job,
  error: unknown,
  keep: (sentence: string) => Promise<number>,
): Promise<string> {
  const sentence = sentenceOf(error);
  services.log.error({ err: error, job: job.key }, 'a job failed');
  try {
    await tellOfFailure(services, job, await keep(sentence), sentence);
  } catch (trouble) {
    services.log.error({ err: trouble, job: job.key }, 'a failed job was not told');
  }
  return sentence;
}

async function work(services: Services, job: Job, by: Actor | null): Promise<Ended> {
  // What claims row by row may be at work elsewhere: its lines are closed by whoever began them.
  if (!job.alongside) await closeInterrupted(services, job);
  const startedAt = services.now();
  const id = await begin(services, job, by);
  let result: string | null;
  try {
    result = await job.run();
  } catch (error) {
    const sentence = await failed(services, job, error, async (said) => {
      await end(services, id, 'failed', said);
      return id;
    });
    return { outcome: 'failed', result: sentence };
  }
  if (result !== null) await end(services, id, 'done', result);
  // Somebody who asked sees a line of their own.
  else if (by) await end(services, id, 'idle', jobTexts.nothing);
  else await fold(services, job, startedAt, 1, id);
  return { outcome: result === null ? 'idle' : 'done', result: result ?? jobTexts.nothing };
}

/**
 * Runs a job and writes down what came of it; on any number of nodes one run of it at a time.
 * @param isDue asked once the job's name is held: another node may just have run it
 * @returns null when it is running already, or is no longer due
 */
export async function runJob(
  services: Services,
  job: Job,
  by: Actor | null,
  isDue: () => Promise<boolean> = async () => true,
): Promise<Ended | null> {
  const attempt = async (): Promise<Ended | null> => ((await isDue()) ? work(services, job, by) : null);
  return job.alongside ? attempt() : services.database.alone(nameOf(services, job), attempt);
}
