import { measureRequest } from './prometheusMetrics';

/** Number of stored calls of each kind. */
const maxCalls = 20;

export interface AnsweredCall {
  readonly at: Date;
  readonly method: string;
  /** Path of the route, without the values of the request. */
  readonly path: string;
  readonly status: number;
  readonly ms: number;
  readonly requestId: string;
}

interface RequestCounts {
  since: Date;
  total: number;
  refused: number;
  failed: number;
  slowest: AnsweredCall[];
  recentFailures: AnsweredCall[];
}

const newCounts = (): RequestCounts => ({
  since: new Date(),
  total: 0,
  refused: 0,
  failed: 0,
  slowest: [],
  recentFailures: [],
});

let currentCounts = newCounts();

/**
 * Counts an answered call of this process: 4xx as refused, 5xx as failed. Stores the slowest calls and the newest
 * failures by route.
 */
export function countRequest(call: AnsweredCall): void {
  measureRequest(call.method, call.path, call.status, call.ms);
  currentCounts.total += 1;
  if (call.status >= 500) {
    currentCounts.failed += 1;
    currentCounts.recentFailures = [call, ...currentCounts.recentFailures].slice(0, maxCalls);
  } else if (call.status >= 400) currentCounts.refused += 1;
  const slow = currentCounts.slowest;
  if (slow.length < maxCalls || call.ms > (slow.at(-1)?.ms ?? 0))
    currentCounts.slowest = [...slow, call]
      .sort((firstAnsweredCall, otherAnsweredCall) => otherAnsweredCall.ms - firstAnsweredCall.ms)
      .slice(0, maxCalls);
}

/** Returns the counts since the start of the process or the last reset. */
export const requestFigures = (): Readonly<RequestCounts> => currentCounts;

/** Resets the figures of requests. */
export function resetRequestFigures(): void {
  currentCounts = newCounts();
}
