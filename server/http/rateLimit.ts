import { publicityTexts } from '@contract/features/publicity/publicity';
import { networkOf } from './address';
import { Refusal } from './errors';
import type { Call } from './route';

interface Window {
  start: number;
  count: number;
  /** Of the window before. */
  before: number;
}

/** Addresses kept at most; beyond, those of past windows go. */
const most = 20_000;

/**
 * So many calls of one address, or IPv6 network, in any minute, in this process: two windows weighed by how much of the
 * earlier one still counts.
 * A second process counts for itself; what is guarded is the server's work, and each does only its own.
 * @param message what who asks too often reads
 * @param length ms; a minute unless told
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
    // A flood of addresses within two minutes: better to forget than to fill the memory.
    if (windows.size >= most) windows.clear();
    const fresh = { start, count: 0, before: known?.start === start - length ? known.count : 0 };
    windows.set(key, fresh);
    return fresh;
  }

  /** @throws Refusal 429, with `Retry-After` */
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
