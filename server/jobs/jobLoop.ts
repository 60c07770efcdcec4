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
async function startLoop({ database, log, now }: Services, loop: Loop, watch: Watch): Promise<RunningLoop> {
  const stopping = new AbortController();
  let wasCalled = false;
  let wake = (): void => undefined;
  const stopListening = await database.listen(loop.channel, () => {
    wasCalled = true;
    wake();
  });

  async function pause(minimumMs: number): Promise<void> {
    const dueAt = await loop.nextDue().catch(() => null);
    const wait =
      dueAt === null
        ? idleIntervalMs
        : Math.min(Math.max(dueAt.getTime() - now().getTime(), minimumMs), idleIntervalMs);
    // A notification arrived during the check.
    if (wasCalled || stopping.signal.aborted) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, wait);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      wasCalled = false;
      try {
        if ((await watch.round(() => loop.work(stopping.signal), loop.summaryOf)) === 0) await pause(50);
      } catch (error) {
        // A failed check loses nothing, because the next one finds the same work.
        log.error({ err: error, channel: loop.channel }, 'an outbox stumbled');
        await pause(idleIntervalMs);
      }
    }
  }
  const running = run();
  return {
    async stop() {
      stopping.abort();
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
