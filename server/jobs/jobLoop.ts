import type { Services } from '../services';
import type { Job, Loop } from './job';
import { type Watch, watchLoop } from './jobWatch';

/** Interval in ms of checks without a notification, for expired claims and missed notifications. */
const idleIntervalMs = 15_000;

interface RunningLoop {
  /** Interrupts the work. The next process continues it. */
  stop(): Promise<void>;
}

/** Performs due work until it is stopped. Any number of processes may run it on one database. */
async function startLoop({ database, log, now }: Services, jobLoop: Loop, jobWatch: Watch): Promise<RunningLoop> {
  const stopping = new AbortController();
  let wasCalled = false;
  let wakeUp = (): void => undefined;
  const stopListening = await database.listen(jobLoop.channel, () => {
    wasCalled = true;
    wakeUp();
  });

  async function pause(minimumMs: number): Promise<void> {
    const dueAt = await jobLoop.nextDue().catch(() => null);
    const waitMs =
      dueAt === null
        ? idleIntervalMs
        : Math.min(Math.max(dueAt.getTime() - now().getTime(), minimumMs), idleIntervalMs);
    // A notification arrived during the check.
    if (wasCalled || stopping.signal.aborted) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, waitMs);
      wakeUp = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      wasCalled = false;
      try {
        if ((await jobWatch.round(() => jobLoop.work(stopping.signal), jobLoop.summaryOf)) === 0) await pause(50);
      } catch (error) {
        // A failed check loses nothing, because the next one finds the same work.
        log.error({ err: error, channel: jobLoop.channel }, 'an outbox stumbled');
        await pause(idleIntervalMs);
      }
    }
  }
  const runningLoop = run();
  return {
    async stop() {
      stopping.abort();
      wakeUp();
      await stopListening();
      await runningLoop;
      await jobWatch.close();
    },
  };
}

/** Starts the loops of the jobs that have one. */
export async function startLoops(services: Services, jobs: readonly Job[]): Promise<RunningLoop> {
  const loops = await Promise.all(
    jobs.flatMap((job) => (job.ownLoop ? [startLoop(services, job.ownLoop, watchLoop(services, job))] : [])),
  );
  return { stop: async () => void (await Promise.all(loops.map((runningLoop) => runningLoop.stop()))) };
}
