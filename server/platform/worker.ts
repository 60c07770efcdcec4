import { jobTexts } from '@contract/jobTexts';
import type { Watch } from '../jobs/watch';
import type { Ground } from './ground';
import { deliverDue, nextDue } from './outbox';
import { outboxChannel } from './queue';

/** ms between two looks where nothing calls: for claims that ran out, and for a node that missed the word. */
const idle = 15_000;

export interface Outbox {
  /** Ends what is under way; it is tried again by whoever comes next. */
  stop(): Promise<void>;
}

/** Delivers what is due until it is stopped. Any number of nodes may do so on one database. */
export async function startOutbox(ground: Ground, watch?: Watch): Promise<Outbox> {
  const { database, log, now } = ground.services;
  const ending = new AbortController();
  let called = false;
  let wake = (): void => undefined;
  const stopListening = await database.listen(outboxChannel, () => { called = true; wake(); });

  async function pause(least: number): Promise<void> {
    const due = await nextDue(ground).catch(() => null);
    const wait = due === null ? idle : Math.min(Math.max(due.getTime() - now().getTime(), least), idle);
    // Somebody called while this node was busy looking.
    if (called || ending.signal.aborted) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, wait);
      wake = () => { clearTimeout(timer); resolve(); };
    });
  }

  async function run(): Promise<void> {
    while (!ending.signal.aborted) {
      called = false;
      try {
        const work = (): Promise<number> => deliverDue(ground, ending.signal);
        const sent = await (watch ? watch.round(work, (count) => jobTexts.counted([['向监管平台发送', count]])) : work());
        if (sent === 0) await pause(50);
      } catch (error) {
        // Failing to look is not failing to deliver: the next look finds what this one missed.
        log.error({ err: error }, 'the outbox stumbled');
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
      await watch?.close();
    },
  };
}
