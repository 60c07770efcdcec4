import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { limitConcurrency } from '@server/base/limitConcurrency';

describe('queued work', () => {
  it('queued work runs as many tasks at once as allowed, the others in order, and refuses one too many', async () => {
    const inTurn = limitConcurrency({
      maxRunning: 2,
      maxWaiting: 3,
      tooMany: () => {
        throw new Error('busy');
      },
    });
    const order: number[] = [];
    let [running, highest] = [0, 0];
    const work = (at: number) =>
      inTurn(async () => {
        running += 1;
        highest = Math.max(highest, running);
        order.push(at);
        await wait(5);
        running -= 1;
        if (at === 1) throw new Error('went wrong');
        return at;
      });
    const settled = await Promise.allSettled(Array.from({ length: 7 }, (_, index) => work(index)));
    expect(settled.map((one) => (one.status === 'fulfilled' ? one.value : (one.reason as Error).message))).toEqual([
      0,
      'went wrong',
      2,
      3,
      4,
      'busy',
      'busy',
    ]);
    expect([order, highest]).toEqual([[0, 1, 2, 3, 4], 2]);
    expect(await work(9)).toBe(9);
  });
});
