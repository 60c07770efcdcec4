import { publicityTexts } from '@contract/features/publicity/publicityWire';
import { networkOf } from './callerAddress';
import { Refusal } from './errors';
import type { Call } from './route';

interface RateWindow {
  start: number;
  count: number;
  /** Count of the previous window. */
  before: number;
}

/** Highest number of addresses in memory. Beyond it, the addresses of past windows are dropped. */
const maxAddresses = 20_000;

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
  const windows = new Map<string, RateWindow>();

  function currentWindow(key: string, timeMs: number): RateWindow {
    const start = timeMs - (timeMs % length);
    const knownWindow = windows.get(key);
    if (knownWindow?.start === start) return knownWindow;
    if (windows.size >= maxAddresses)
      for (const [key, { start: windowStart }] of windows) if (windowStart < start - length) windows.delete(key);
    // Under a flood of addresses, dropping the counts protects the memory.
    if (windows.size >= maxAddresses) windows.clear();
    const newWindow = { start, count: 0, before: knownWindow?.start === start - length ? knownWindow.count : 0 };
    windows.set(key, newWindow);
    return newWindow;
  }

  /**
   * Counts a call.
   * @throws Refusal 429 with `Retry-After`
   */
  return function take({ ip, context }: Pick<Call<unknown>, 'ip' | 'context'>): void {
    const nowMs = now().getTime();
    const window = currentWindow(networkOf(ip), nowMs);
    const remainingShare = 1 - (nowMs - window.start) / length;
    if (window.count + window.before * remainingShare >= limit) {
      context.header('retry-after', String(Math.ceil((length - (nowMs - window.start)) / 1000)));
      throw new Refusal(429, 'tooFast', message);
    }
    window.count += 1;
  };
}
