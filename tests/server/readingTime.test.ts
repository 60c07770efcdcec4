import { expect, it } from 'vitest';
import { readingTime } from '@server/child/readingTime';

const megabyte = 1024 * 1024;

it('a file of up to 1 MB is read or refused within 5 s (SEC-2)', () => {
  for (const bytes of [0, 1000, megabyte]) {
    expect(readingTime(bytes)).toEqual({ maxProcessorMs: 3000, maxElapsedMs: 4000 });
  }
});

it('a large file may wait for a processor that others use: its time by the clock is 5 times that of the processor (SEC-3)', () => {
  for (const bytes of [3.4, 5, 20].map((size) => size * megabyte)) {
    const { maxProcessorMs, maxElapsedMs } = readingTime(bytes);
    expect(maxElapsedMs).toBeGreaterThanOrEqual(5 * maxProcessorMs);
    expect(maxElapsedMs).toBeLessThanOrEqual(60_000);
    expect(maxProcessorMs).toBeLessThanOrEqual(10_000);
  }
});
