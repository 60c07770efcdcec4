import { measureRequest } from './prometheusMetrics';

/** Number of stored calls of each kind. */
const most = 20;

export interface AnsweredCall {
  readonly at: Date;
  readonly method: string;
  /** Path of the route, without the values of the request. */
  readonly path: string;
  readonly status: number;
  readonly ms: number;
  readonly requestId: string;
}

interface Counted {
  since: Date;
  total: number;
  refused: number;
  failed: number;
  slowest: AnsweredCall[];
  recentFailures: AnsweredCall[];
}

const fresh = (): Counted => ({ since: new Date(), total: 0, refused: 0, failed: 0, slowest: [], recentFailures: [] });

let counted = fresh();

/**
 * Counts an answered call of this process: 4xx as refused, 5xx as failed. Stores the slowest calls and the newest
 * failures by route.
 */
export function countRequest(call: AnsweredCall): void {
  measureRequest(call.method, call.path, call.status, call.ms);
  counted.total += 1;
  if (call.status >= 500) {
    counted.failed += 1;
    counted.recentFailures = [call, ...counted.recentFailures].slice(0, most);
  } else if (call.status >= 400) counted.refused += 1;
  const slow = counted.slowest;
  if (slow.length < most || call.ms > (slow.at(-1)?.ms ?? 0))
    counted.slowest = [...slow, call].sort((one, other) => other.ms - one.ms).slice(0, most);
}

/** Returns the counts since the start of the process or the last reset. */
export const requestFigures = (): Readonly<Counted> => counted;

/** Resets the figures of requests. */
export function resetRequestFigures(): void {
  counted = fresh();
}
