import { publicityTexts } from '@contract/features/publicity/publicity';
import { networkOf } from './callerAddress';
import { Refusal } from './errors';
import type { Call } from './route';

interface Window {
  start: number;
  count: number;
  /** Count of the previous window. */
  before: number;
}

/** Highest number of addresses in memory. Beyond it, the addresses of past windows are dropped. */
const most = 20_000;

/**
 * Limits the calls of an address, or IPv6 network, within any minute in this process. It uses two windows and weights
 * the earlier one by its remaining share. Each process counts for itself, because the limit protects its own
 * processor time.
 * @param message message for a caller over the limit
 * @param length length of a window in ms; by default a minute
 */
export function rateLimit(
  limit: number,
  now: () => Date,
  { message = publicityTexts.tooFast, length = 60_000 }: { readonly message?: string; readonly length?: number } = {},
) {
  const windows = new Map<string, Window>();

  function current(key: string, moment: number): Window {
    const start = moment - (moment % length);
    const known = windows.get(key);
    if (known?.start === start) return known;
    if (windows.size >= most)
      for (const [other, { start: old }] of windows) if (old < start - length) windows.delete(other);
    // Under a flood of addresses, dropping the counts protects the memory.
    if (windows.size >= most) windows.clear();
    const fresh = { start, count: 0, before: known?.start === start - length ? known.count : 0 };
    windows.set(key, fresh);
    return fresh;
  }

  /**
   * Counts a call.
   * @throws Refusal 429 with `Retry-After`
   */
  return function take({ ip, context }: Pick<Call<unknown>, 'ip' | 'context'>): void {
    const moment = now().getTime();
    const window = current(networkOf(ip), moment);
    const left = 1 - (moment - window.start) / length;
    if (window.count + window.before * left >= limit) {
      context.header('retry-after', String(Math.ceil((length - (moment - window.start)) / 1000)));
      throw new Refusal(429, 'tooFast', message);
    }
    window.count += 1;
  };
}
