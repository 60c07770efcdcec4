import { formatDay } from '@server/base/zone';
import { sentenceOf } from '@server/http/failureSentence';
import type { Services } from '../services';
import type { Job } from './job';
import { addToDayLine, recordJobRun } from './jobRuns';
import { recordJobFailure } from './runJob';

/**
 * Interval in ms for recording rounds without work. A loop that checks every few seconds must not write each time.
 */
const foldIntervalMs = 600_000;

export interface Watch {
  /** Runs one round of a loop; its result is recorded as a run of the job. */
  round(work: () => Promise<number>, say: (count: number) => string): Promise<number>;
  /** Records the rounds that were only counted so far. */
  close(): Promise<void>;
}

/** Records the runs of a job with its own loop. */
export function watchLoop(services: Services, job: Job): Watch {
  let lastFailure = { sentence: '', at: -Infinity };
  let emptyRounds = { since: services.now(), written: -Infinity, ticks: 0 };
  const write = async (): Promise<void> => {
    const { since, ticks } = emptyRounds;
    const now = services.now();
    emptyRounds = { since: now, written: now.getTime(), ticks: 0 };
    if (ticks) await addToDayLine(services, job, since, ticks);
  };
  const isNewDay = (): boolean =>
    formatDay(emptyRounds.since, services.env.zone) !== formatDay(services.now(), services.env.zone);
  const ignoreFailure = (write: Promise<unknown>): Promise<void> =>
    write.then(
      () => undefined,
      (error: unknown) => services.log.warn({ err: error, job: job.key }, 'a run was not written down'),
    );

  return {
    async round(work, describeCount) {
      const startedAt = services.now();
      let count: number;
      try {
        count = await work();
      } catch (error) {
        // Repeated failures of the same cause are recorded only at intervals.
        const now = services.now().getTime();
        const sentence = sentenceOf(error);
        if (sentence !== lastFailure.sentence || now - lastFailure.at >= foldIntervalMs) {
          lastFailure = { sentence, at: now };
          await recordJobFailure(services, job, error, (failureText) =>
            recordJobRun(services, job, startedAt, 'failed', failureText),
          );
        }
        throw error;
      }
      if (count > 0) await ignoreFailure(recordJobRun(services, job, startedAt, 'done', describeCount(count)));
      else {
        if (isNewDay()) await ignoreFailure(write());
        if (emptyRounds.ticks === 0) emptyRounds.since = startedAt;
        emptyRounds.ticks += 1;
        if (services.now().getTime() - emptyRounds.written >= foldIntervalMs) await ignoreFailure(write());
      }
      return count;
    },
    close: () => ignoreFailure(write()),
  };
}
