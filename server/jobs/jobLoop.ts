import type { Services } from '../services';
import type { Job, Loop } from './job';
import { type Watch, watchLoop } from './jobWatch';

/** Interval in ms of checks without a notification, for expired claims and missed notifications. */
const idle = 15_000;

interface RunningLoop {
  /** Interrupts the work. The next process continues it. */
  stop(): Promise<void>;
}

/** Performs due work until it is stopped. Any number of processes may run it on one database. */
async function startLoop({ database, log, now }: Services, loop: Loop, watch: Watch): Promise<RunningLoop> {
  const ending = new AbortController();
  let called = false;
  let wake = (): void => undefined;
  const stopListening = await database.listen(loop.channel, () => {
    called = true;
    wake();
  });

  async function pause(least: number): Promise<void> {
    const due = await loop.nextDue().catch(() => null);
    const wait = due === null ? idle : Math.min(Math.max(due.getTime() - now().getTime(), least), idle);
    // A notification arrived during the check.
    if (called || ending.signal.aborted) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, wait);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  async function run(): Promise<void> {
    while (!ending.signal.aborted) {
      called = false;
      try {
        if ((await watch.round(() => loop.work(ending.signal), loop.say)) === 0) await pause(50);
      } catch (error) {
        // A failed check loses nothing, because the next one finds the same work.
        log.error({ err: error, channel: loop.channel }, 'an outbox stumbled');
        await pause(idle);
      }
    }
  }
  const running = run();
  return {
    async stop() {
      ending.abort();
      wake();
      await stopListening();
      await running;
      await watch.close();
    },
  };
}

/** Starts the loops of the jobs that have one. */
export async function startLoops(services: Services, jobs: readonly Job[]): Promise<RunningLoop> {
  const loops = await Promise.all(
    jobs.flatMap((job) => (job.ownLoop ? [startLoop(services, job.ownLoop, watchLoop(services, job))] : [])),
  );
  return { stop: async () => void (await Promise.all(loops.map((loop) => loop.stop()))) };
}
